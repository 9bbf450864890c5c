import { pinyin, readWadeGiles, toWadeGiles } from './chinese.ts';
import { skeleton } from './letters.ts';
import type { Word } from './word.ts';

/** Names in the spelling of one convention: names that only its choices distinguish become equal. */
export interface Spelled {
  words: readonly Word[];
  /** Where two spellings are told apart, only names of different ones are compared: `wade-giles` and `pinyin`. */
  system: string | null;
}

/** Writes the words of a name in one spelling. Undefined if the name is not written by this convention. */
type Convention = (words: readonly Word[]) => Spelled | undefined;

type Rule = [RegExp, string];
const applied = (rules: readonly Rule[], form: string) =>
  rules.reduce((text, [pattern, by]) => text.replace(pattern, by), form);
const doubles: Rule = [/(.)\1+/g, '$1'];

/** Shorter words differ by their vowels: "Ian" and "Jan". */
const minLength = 4;

/** The words with other forms. Initials stay. */
const spell = (words: readonly Word[], formsOf: (form: string, word: Word) => readonly string[]): Word[] =>
  words.map((word) =>
    word.isInitial ? word : { ...word, forms: [...new Set(word.forms.flatMap((form) => formsOf(form, word)))] },
  );

/** The words that may be a family name of one word. */
function familyPlaces(words: readonly Word[]): readonly (Word | undefined)[] {
  const family = words.filter(({ part }) => part === 'family');
  if (family.length > 1) return [];
  return family.length === 1 ? family : [words[0], words.at(-1)];
}

/**
 * Greek and Cyrillic: "Yuri" and "Iurii", "Aleksei" and "Alexey", "Fyodor" and "Fedor".
 * https://en.wikipedia.org/wiki/Romanization_of_Russian#Transliteration_table
 */
const cyrillic: Convention = (words) => ({
  words: spell(words, (form) => [form.length < minLength ? form : skeleton(form.replace(/(?<=[^aeiou])[ijy]o/g, 'e'))]),
  system: null,
});

/**
 * Languages of India, by the Hunterian and the popular spellings: "Laxmi" and "Lakshmi".
 * https://en.wikipedia.org/wiki/Hunterian_transliteration
 */
const indicRules: Rule[] = [
  [/x/g, 'ksh'],
  [/chh/g, 'ch'],
  [/sh/g, 's'],
  [/([td])h/g, '$1'],
  [/ph/g, 'f'],
  [/w(?=[aeiou])/g, 'v'],
  [/o[uw](?=[^aeiou])/g, 'au'],
  [/ee|y$/g, 'i'],
  [/oo/g, 'u'],
  [/z/g, 'j'],
  [/jn|gn/g, 'gy'],
  doubles,
];
const indic: Convention = (words) => ({
  words: spell(words, (form) => [form.length < minLength ? form : applied(indicRules, form)]),
  system: null,
});

/**
 * Japanese by Hepburn, Kunrei (ISO 3602) and passports: "Ohno" and "Ono", "Syunpei" and "Shumpei".
 * https://en.wikipedia.org/wiki/Romanization_of_Japanese
 */
const japaneseRules: Rule[] = [
  [/o[hu](?![aeiou])|oo/g, 'o'],
  [/uu/g, 'u'],
  [/sy/g, 'sh'],
  [/(?:ty|cy)/g, 'ch'],
  [/[zj]y/g, 'j'],
  [/si/g, 'shi'],
  [/ti/g, 'chi'],
  [/tu/g, 'tsu'],
  [/(?<![sc])hu/g, 'fu'],
  [/[zd]i/g, 'ji'],
  [/t(?=ch)/g, 'c'],
  [/m(?=[bpm])/g, 'n'],
];
const mora =
  '(?:[kstnhmrgzdbpcj]y|ss?h|[ct]?ch|t?ts|([kstp])\\1|[kstnhmyrwgzdbpfj])?[aiueo]|h(?![aiueo])|[nm](?![aiueoy])';
const morae = new RegExp(`^(?:${mora})+$`);
const japanese: Convention = (words) =>
  words.every(({ isInitial, forms: [form = ''] }) => isInitial || morae.test(form))
    ? { words: spell(words, (form) => [applied(japaneseRules, form)]), system: null }
    : undefined;

/**
 * Korean by the Revised Romanization, McCune-Reischauer and custom: "Lee", "Rhee" and "Yi"; "Park" and "Pak"; "Choi" and
 * "Choe". https://en.wikipedia.org/wiki/Romanization_of_Korean, https://en.wikipedia.org/wiki/List_of_Korean_surnames
 */
const koreanRules: Rule[] = [
  [/(?:u|eo|e)h(?![aeiouy])|[eu]r$/g, 'eo'],
  [/(?<=[aeiou])h(?![aeiouy])/g, ''],
  [/([rs])h/g, '$1'],
  [/ee|ie(?=$)|e?ui/g, 'i'],
  [/w?oo|wu|ou/g, 'u'],
  [/a[iy]/g, 'ae'],
  [/oi/g, 'oe'],
  [/weo/g, 'wo'],
  [/ar(?=[kg])/g, 'a'],
  [/ch|j/g, 'j'],
  [/c?k/g, 'g'],
  [/p/g, 'b'],
  [/t/g, 'd'],
  [/^[lr]?y?(?=i)|^[lr](?=y)/, ''],
  [/^[lr]/, 'n'],
  [/r/g, 'l'],
  doubles,
];
/** Vowels of one sound: ㅓ is "eo", "u" as in English "but", or "o" without its breve; ㅡ is "eu" or "u". */
const koreanVowels: Rule[] = [
  [/(?<!e)u(?=[nmlgb])/g, 'eo'],
  [/(?<!e)o(?=[nmlgb])/g, 'eo'],
  [/eu/g, 'u'],
];
const koreanForms = (form: string) => {
  const plain = applied(koreanRules, form);
  return [plain, ...koreanVowels.map(([pattern, by]) => plain.replace(pattern, by))];
};
let koreanSurnames: ReadonlySet<string> | undefined;

function isKoreanSurname(word: Word | undefined): boolean {
  // Made at the first use: all functions that match names would wait for it when they start.
  koreanSurnames ??= new Set(
    (
      'kim yi park choi jung kang cho yoon jang lim han oh seo shin kwon hwang ahn song yu ryu hong jeon ko moon yang son ' +
      'bae baek heo nam sim noh ha kwak sung cha joo woo koo na min jin ji eom chae won cheon bang kong hyun ham byun yeom ' +
      'yeo chu do so seok sun seol ma gil yeon wi pyo myung ki ban geum ok yuk in maeng je mo tak guk eun pyeon yong'
    )
      .split(' ')
      .flatMap(koreanForms),
  );
  const surnames = koreanSurnames;
  return word?.forms.some((form) => koreanForms(form).some((each) => surnames.has(each))) ?? false;
}

const korean: Convention = (words) =>
  familyPlaces(words).some(isKoreanSurname) ? { words: spell(words, koreanForms), system: null } : undefined;

/** Chinese by Wade-Giles, as in Taiwan, and pinyin: "Hsiao-Ming" and "Xiaoming". Both write "Chang" and "Ping". */
const chinese: Convention = (words) => {
  const whole = words.filter(({ isInitial }) => !isInitial).map(({ forms: [form = ''] }) => form);
  const isWadeGiles = whole.some((form) => readWadeGiles(form)?.isOwn);
  const isEither = whole.every(
    (form) => (isWadeGiles && readWadeGiles(form) !== undefined) || toWadeGiles(form).length > 0,
  );
  if (!isEither || !familyPlaces(words).some((word) => word?.forms.some((form) => !isLongPinyin(form))))
    return undefined;
  const formsOf = (form: string) => {
    const own = isWadeGiles ? readWadeGiles(form)?.form : undefined;
    return own === undefined ? toWadeGiles(form) : [own];
  };
  return { words: spell(words, formsOf), system: isWadeGiles ? 'wade-giles' : 'pinyin' };
};

/**
 * Compound names of Arabic, joined or not, with the article assimilated or not: "Abd al-Rahman", "Abdurrahman"; "Abou
 * Zeid", "Abuzeid". https://en.wikipedia.org/wiki/Arabic_name, https://en.wikipedia.org/wiki/Romanization_of_Arabic
 */
const arabicRules: Rule[] = [
  [/^abd(?:[aeou]u?l?)?/, 'abd'],
  [/^ab(?:o|ou|oo|i)(?=[^aeiou])/, 'abu'],
  [/^bou(?=[^aeiou])/, 'bu'],
  [/^(?:ibn|bin)(?=.{3})/, 'ben'],
  [/^el(?=.{4})/, 'al'],
  doubles,
];
const compounds = /^(?:ab[uoi]|abou|bou|ben|bin|ibn|abd|abd[aeou]u?[a-z]?|al|el|ul)$/;
const arabic: Convention = (words) => {
  const joined: Word[] = [];
  for (const word of words) {
    const before = joined.at(-1);
    const [first = ''] = before?.forms ?? [];
    const [form = ''] = word.forms;
    if (before && !word.isInitial && before.part === word.part && compounds.test(first)) {
      joined[joined.length - 1] = { ...word, forms: [first + form], isParticle: false };
    } else joined.push(word);
  }
  const spelled = spell(joined, (form) => [applied(arabicRules, form)]);
  const isCompound = spelled.some(({ forms: [form = ''] }) => /^(?:abd|abu|bu|ben|al).{3}/.test(form));
  return isCompound ? { words: spelled, system: null } : undefined;
};

/** Fixed names, because they are parts of keys. */
export const conventions: Readonly<Record<string, Convention>> = {
  cyrillic,
  indic,
  japanese,
  korean,
  chinese,
  arabic,
};

/** Whether a word can only be read as pinyin of two or more syllables, which no Chinese family name has. */
export const isLongPinyin = (form: string): boolean => {
  const ways = pinyin(form);
  return ways.length > 0 && ways.every((way) => way.length > 1);
};
