/** Longer texts are lists of names, or errors, and are cut here. */
const maxLength = 200;

/** Letters that Unicode does not decompose: the plain spelling and, where it differs, the usual digraph. */
const specialLetters: Record<string, [plain: string, digraph: string]> = {
  ä: ['a', 'ae'],
  ö: ['o', 'oe'],
  ü: ['u', 'ue'],
  å: ['a', 'aa'],
  æ: ['ae', 'ae'],
  ø: ['o', 'oe'],
  œ: ['oe', 'oe'],
  ß: ['ss', 'ss'],
  đ: ['d', 'dj'],
  ð: ['d', 'd'],
  þ: ['th', 'th'],
  ł: ['l', 'l'],
  ı: ['i', 'i'],
  ħ: ['h', 'h'],
  ŋ: ['n', 'n'],
  ə: ['a', 'e'],
};

/** Greek and Cyrillic letters that look like Latin ones. A wrong keyboard layout puts them into Latin names. */
const lookalikes = pairs(
  'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX αa εe ιi κk νv οo ρp τt υu χx ϲc ' +
    'АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ІI ЈJ ЅS аa еe оo рp сc уy хx іi јj ѕs кk тt мm',
);

/** https://en.wikipedia.org/wiki/BGN/PCGN_romanization_of_Russian, with letters of neighbouring languages. */
const cyrillic = pairs(
  'аa бb вv гg дd еe ёe жzh зz иi йy кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъ ыy ь эe юyu яya ' +
    'іi їyi єye ґg ђdj јj љlj њnj ћc џdz ўu ѓg ќk ѕdz',
);

/** ISO 843, the transcription of Greek: https://www.iso.org/standard/5215.html. */
const greek = pairs('αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo');

function pairs(text: string): Map<string, string> {
  return new Map(text.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)]));
}

/** Scripts in which names are compared. `latin` includes romanized names. */
export type Script = 'latin' | 'cjk' | 'other';

export interface Spelling {
  text: string;
  script: Script;
  /** Whether it was romanized from Greek or Cyrillic, which can be done in several ways. */
  romanized: boolean;
}

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const greekOrCyrillic = /[\p{Script=Greek}\p{Script=Cyrillic}]/u;

/**
 * A name in each script it is written in: "王小明 Xiaoming Wang" has two spellings. Single Greek or Cyrillic letters in a
 * Latin name are read as the Latin letters they look like; whole words are romanized.
 */
export function spellings(name: string): Spelling[] {
  if (/^[\x20-\x7E\t]*$/.test(name)) {
    return /[A-Za-z]/.test(name) ? [{ text: name.slice(0, maxLength), script: 'latin', romanized: false }] : [];
  }
  const text = name
    .slice(0, maxLength)
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '');
  const words = text.split(/(\s+)/);
  const isLatin = /\p{Script=Latin}/u.test(text);
  const found: Spelling[] = [];
  const hasCjk = cjk.test(text);
  if (hasCjk) {
    const kept = words.filter((word) => cjk.test(word) || word.includes('\t'));
    found.push({ text: kept.join(' '), script: 'cjk', romanized: false });
  }
  const notCjk = hasCjk ? words.filter((word) => !cjk.test(word)).join('') : text;
  if (isLatin) {
    const latin = notCjk.replace(
      /\S*[\p{Script=Greek}\p{Script=Cyrillic}]\S*/gu,
      (word) => lookalike(word) ?? romanize(word),
    );
    found.push({ text: latin, script: 'latin', romanized: false });
  } else if (greekOrCyrillic.test(notCjk)) {
    found.push({ text: romanize(notCjk), script: 'latin', romanized: true });
  } else if (/\p{L}/u.test(notCjk)) {
    found.push({ text: notCjk, script: 'other', romanized: false });
  }
  return found;
}

function lookalike(word: string): string | undefined {
  const read = [...word].map((letter) => lookalikes.get(letter) ?? letter).join('');
  return greekOrCyrillic.test(read) ? undefined : read;
}

/** A single letter stays one letter: "Ю." is an initial, not the word "Yu". */
const romanize = (text: string) =>
  text.normalize('NFC').replace(/[\p{L}\p{M}]+/gu, (word) => {
    const letters = [...word.replace(/ο[υύ]/giu, 'u').replace(/([αεέά])[υύ]/giu, '$1v')].map(latinOf);
    return letters.length === 1 ? skeleton(letters.join('').toLowerCase()).slice(0, 1).toUpperCase() : letters.join('');
  });

function latinOf(letter: string): string {
  const lower = letter.toLowerCase();
  const bare = lower.normalize('NFKD').replace(/\p{M}/gu, '');
  const latin = cyrillic.get(lower) ?? greek.get(lower) ?? cyrillic.get(bare) ?? greek.get(bare);
  if (latin === undefined) return letter;
  return letter === lower ? latin : latin.slice(0, 1).toUpperCase() + latin.slice(1);
}

/** Variants of one first name. https://en.wikipedia.org/wiki/Muhammad_(name) */
const muhammad = /^(md|mohd|mu?oh?amm?[ae]d|muhamm?[ae]d)$/;

/** Optional marks: accents, and the vowels of Hebrew and Arabic. Marks of Indian scripts stay. */
const accents = /[\p{M}&&[\p{Script=Inherited}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]]/gv;

/** A word's letters and digits without accents and case, plain spelling first: "Müller" gives muller and mueller. */
export function wordForms(word: string): string[] {
  if (/^[A-Za-z.]+$/.test(word)) return spelledAs([word.toLowerCase().replaceAll('.', '')]);
  const lower = word.normalize('NFC').toLowerCase();
  const spelled = [0, 1].map((form) =>
    [...lower]
      .map((letter) => specialLetters[letter]?.[form as 0 | 1] ?? letter)
      .join('')
      .normalize('NFKD')
      .replace(accents, '')
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, ''),
  );
  return spelledAs(spelled);
}

function spelledAs(spelled: string[]): string[] {
  const [plain = ''] = spelled;
  if (muhammad.test(plain)) return ['mohammad'];
  // "Mueller" may be "Müller", and "Muller" may be either.
  const reduced =
    plain.length > 4
      ? plain
          .replace(/([aou])e/g, '$1')
          .replace(/aa/g, 'a')
          .replace(/dj/g, 'd')
      : plain;
  return [...new Set([...spelled, reduced])];
}

/** A romanized word with all ways of romanizing Greek and Cyrillic made equal: "Yuliya", "Iuliia", "Julija". */
export function skeleton(form: string): string {
  return form
    .replace(/shch|sch|sh|sc(?=[eiy])/g, 's')
    .replace(/zh/g, 'z')
    .replace(/kh|ch|h/g, 'h')
    .replace(/ph|f|w/g, 'v')
    .replace(/th/g, 't')
    .replace(/ts|tz/g, 's')
    .replace(/x/g, 'ks')
    .replace(/c/g, 'k')
    .replace(/au/g, 'av')
    .replace(/eu/g, 'ev')
    .replace(/ou/g, 'u')
    .replace(/mp/g, 'b')
    .replace(/nt/g, 'd')
    .replace(/gk|gg|ng/g, 'g')
    .replace(/[yj]/g, 'i')
    .replace(/ei|oi/g, 'i')
    .replace(/ie/g, 'e')
    .replace(/(.)\1+/g, '$1');
}

/** Whether one letter was omitted, added, replaced or swapped with the next. */
export function isOneEditApart(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  const [a, b] = [one.slice(start), other.slice(start)];
  if (a.length === b.length) {
    const swapped = `${a[1] ?? ''}${a[0] ?? ''}${a.slice(2)}`;
    return a.slice(1) === b.slice(1) || swapped === b;
  }
  return a.length > b.length ? a.slice(1) === b : a === b.slice(1);
}

/**
 * Whether one word abbreviates the other by its first and last letters with some between, as in Spanish: "Fdez." for
 * "Fernández", "Mtz." for "Martínez". https://www.rae.es/ortografía/abreviaturas
 */
export function isContraction(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (!/^[^aeiou]{2,3}e?[^aeiou]$/.test(short) || short.length < 3 || long.length - short.length < 3) return false;
  if (short[0] !== long[0] || short.at(-1) !== long.at(-1)) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at++;
  return at === short.length;
}
