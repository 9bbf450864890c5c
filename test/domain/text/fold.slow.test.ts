import { describe, expect, test } from '@jest/globals';
import { caseRulesOf, fold, foldForSearch } from '#src/vocabulary/text/fold.ts';

const { compare } = new Intl.Collator('und', { sensitivity: 'base' });

describe('texts that are the same to a reader', () => {
  test.each([
    // SpecialCasing.txt of Unicode: I is paired with ı in Turkish and Azerbaijani only.
    ['ISPARTA', 'ısparta', 'tr'],
    ['İZMİR', 'izmir', 'tr'],
    ['ISI', 'ısı', 'az'],
    ['ISPARTA', 'isparta', 'en'],
    ['İZMİR', 'izmir', 'en'],
    // SpecialCasing.txt: in Lithuanian, an i with an accent keeps its dot. Both are marks.
    ['Ì Į̃ Ĩ', 'i i i', 'lt'],
    // Root collation: letters with strokes and ligatures are variants of the plain letters.
    ['Ærø Łódź Đặng Ħal Œuvre', 'aero lodz dang hal oeuvre', 'en'],
    ['Straße STRAẞE', 'strasse strasse', 'de'],
    // Accents are ignored in every locale, also where the locale's own collation has ñ or ä as letters.
    ['niño', 'nino', 'es'],
    ['Ängström', 'angstrom', 'sv'],
    ['Việt Nam', 'viet nam', 'vi'],
    // Root collation: final sigma is a variant of sigma, tonos and dialytika are secondary.
    ['ΟΔΟΣ', 'οδός', 'el'],
    ['Άντα Λάβλεϊς', 'αντα λαβλεισ', 'el'],
    // Root collation: harakat and the hamza of an alef are secondary, tatweel is ignored, digits have the same primary.
    ['أَحْمَدُ إلى آخر', 'احمد الى اخر', 'ar'],
    ['الـــعربية', 'العربية', 'ar'],
    ['٢٠٢٤ ۲۰۲۴ २०२४', '2024 2024 2024', 'ar'],
    // Root collation: niqqud is secondary, final letters are variants.
    ['שָׁלוֹם מֶלֶךְ', 'שלומ מלכ', 'he'],
    // Root collation: tone marks are secondary, nukta too.
    ['ไม่', 'ไม', 'th'],
    ['क़लम', 'कलम', 'hi'],
    ['ґанок', 'ганок', 'uk'],
    // NFKC: width, ligatures, presentation forms, other forms of the same character.
    ['ＡＢＣ　１２３', 'abc 123', 'ja'],
    ['ｶﾞｷﾞ', 'ガギ', 'ja'],
    ['ﾡ ㈜', 'ᄀ (주)', 'ko'],
    ['ﬁne ﬄ', 'fine ffl', 'en'],
    ['ﻣﺮﺣﺒﺎ', 'مرحبا', 'ar'],
    ['e\u0301 \u212b', 'é å', 'fr'],
    // Root collation ignores format characters: soft hyphen, zero-width and bidi controls, variation selectors.
    ['co\u00adop', 'coop', 'en'],
    ['\u200eab\u200f \u2066c\u2069', 'ab c', 'en'],
    ['می\u200cخواهم', 'میخواهم', 'fa'],
    ['葛\ufe00 \ufeffx', '葛 x', 'ja'],
  ])('%j and %j in %s', (one, other, locale) => {
    expect(foldForSearch(one, locale)).toBe(foldForSearch(other, locale));
  });
});

describe('texts that are not', () => {
  test.each([
    // Vowel signs and viramas have primary weights in the root collation: they are letters.
    ['हिन्दी', 'हन्द', 'hi'],
    ['की', 'का', 'hi'],
    ['தமிழ்', 'தமழ', 'ta'],
    ['ที', 'ทา', 'th'],
    ['ដី', 'ដ', 'km'],
    // The exception to the root collation: voiced kana are other letters to readers, and the scripts are not mixed.
    ['が', 'か', 'ja'],
    ['ぱ', 'は', 'ja'],
    ['ガ', 'カ', 'ja'],
    ['か', 'カ', 'ja'],
    // Dotless ı has its own primary weight, and so have þ, ŋ and ə.
    ['ısı', 'isi', 'tr'],
    ['ISI', 'isi', 'tr'],
    ['þorn', 'thorn', 'is'],
    ['ŋ', 'n', 'se'],
  ])('%j and %j in %s', (one, other, locale) => {
    expect(foldForSearch(one, locale)).not.toBe(foldForSearch(other, locale));
  });

  test('a syllable of Hangul is not found by its beginning', () => {
    expect(foldForSearch('한국', 'ko')).not.toContain(foldForSearch('하', 'ko'));
    expect(foldForSearch('\u1112\u1161\u11ab', 'ko')).toBe('한');
  });
});

test.each([
  ['tr', 'turkic'],
  ['tr-CY', 'turkic'],
  ['az-Latn', 'turkic'],
  ['trv', 'root'],
  ['lt', 'root'],
  ['en', 'root'],
])('the case rules of %s are %s', (locale, rules) => {
  expect(caseRulesOf(locale)).toBe(rules);
});

/** Every character but those of Han, Hangul and private use, which have neither case nor accents. */
const characters: string[] = [];
for (let code = 0; code < 0x20000; code++) {
  const isLeftOut = (code >= 0x3400 && code < 0xa000) || (code >= 0xac00 && code < 0xf900);
  if (!isLeftOut) characters.push(String.fromCodePoint(code));
}

test('no other language than Turkish and Azerbaijani has case rules that folding would show', () => {
  const inContext = characters.filter((each) => /\p{L}/u.test(each)).map((each) => `${each}\u0301x`);
  const texts = inContext.join(' ').normalize('NFKC');
  for (const locale of ['lt', 'el', 'nl', 'de', 'hy', 'ka', 'ga', 'af', 'und']) {
    expect(fold(texts.toLocaleLowerCase(locale), 'root') === fold(texts, 'root')).toBe(true);
  }
  expect(fold(texts.toLocaleLowerCase('az'), 'root')).not.toBe(fold(texts, 'root'));
});

test('the letters of the table are those that Intl.Collator holds equal to simpler ones', () => {
  const alphabet = [...'abcdefghijklmnopqrstuvwxyz'];
  const pairs = alphabet.flatMap((one) => alphabet.map((other) => one + other));
  /** Computed without the table: the rest of a letter without case, forms and ignored marks. */
  const isPlain = (letter: string) =>
    letter === letter.normalize('NFKC').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC');
  const wrong: string[] = [];
  for (const script of ['Latin', 'Greek', 'Cyrillic', 'Hebrew', 'Arabic']) {
    const isLetter = new RegExp(`^[\\p{Script=${script}}&&\\p{L}]$`, 'v');
    const letters = characters.filter((each) => isLetter.test(each) && isPlain(each));
    const simpler = script === 'Latin' ? [...alphabet, ...pairs] : [];
    for (const letter of letters) {
      const folded = foldForSearch(letter, 'en');
      if (compare(folded, letter) !== 0) wrong.push(`${letter} is folded to ${folded}`);
      const equal = [...simpler, ...letters].filter((each) => compare(each, letter) === 0);
      if (equal.some((each) => foldForSearch(each, 'en') !== folded)) wrong.push(`${letter} of ${equal}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('marks, format characters and digits are folded as Intl.Collator says, but for the voicing of kana', () => {
  const wrong = characters
    .filter((each) => /[\p{M}\p{Cf}\p{Nd}]/u.test(each) && each.normalize('NFKD') === each)
    .filter((each) => {
      const isIgnored = compare(each, '') === 0 && !'\u3099\u309a'.includes(each);
      const digit = [...'0123456789'].find((one) => compare(one, each) === 0);
      return foldForSearch(each, 'en') !== (isIgnored ? '' : (digit ?? each));
    });
  expect(wrong).toEqual([]);
});
