/**
 * Folds texts for search, so that typing without accents finds them. Ignored characters and equal letters follow CLDR's
 * root collation at primary strength, as in ICU, except for kana
 * (https://www.unicode.org/reports/tr35/tr35-collation.html#Root_Collation).
 */

/** Turkish and Azerbaijani pair I with ı and İ with i (Unicode's SpecialCasing.txt); all other languages I with i. */
export type CaseRules = 'root' | 'turkic';

/** The case rules of a locale. Lithuanian rules concern only dots, which folding removes as accents. */
export const caseRulesOf = (locale: string): CaseRules => (/^(tr|az)(-|$)/i.test(locale) ? 'turkic' : 'root');

/** Removes compatibility forms (width, ligatures), case and accents by the rules of a locale. */
export const foldForSearch = (text: string, locale: string): string => fold(text, caseRulesOf(locale));

export function fold(text: string, rules: CaseRules): string {
  if (/^[\0-\x7f]*$/.test(text)) return lowerCase(text, rules);
  return (
    lowerCase(text.normalize('NFKC'), rules)
      .normalize('NFKD')
      .replace(/[\p{M}\p{Cf}\u0640[\p{Nd}--[0-9]]]/gv, foldCharacter)
      .replace(variants, (letter) => baseOf.get(letter) ?? letter)
      // Composed again, so that 한 does not begin with the 하 of its decomposition.
      .normalize('NFC')
  );
}

/**
 * Whether texts that contain this one still do after folding. True for letters that adjacent signs cannot change. ｶ,
 * for example, is not found in the ガ that ｶﾞ is folded to.
 */
export const keepsFoldedParts = (text: string): boolean =>
  /^[[\p{ASCII}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{P}]--\p{M}]*$/v.test(text);

const lowerCase = (text: string, rules: CaseRules) =>
  rules === 'turkic' ? text.toLocaleLowerCase('tr') : text.toLowerCase();

/**
 * Letters without a decomposition that the root collation equates with simpler ones: Latin, Greek, Cyrillic, Hebrew and
 * Arabic. A test derives the same table from Intl.Collator.
 */
const variantsOf: Readonly<Record<string, string>> = {
  a: 'ꞛꟁ',
  aa: 'ꜳ𐞀',
  ae: 'æ',
  ao: 'ꜵ',
  au: 'ꜷ',
  av: 'ꜹꜻ',
  ay: 'ꜽ',
  d: 'ðđꝺ',
  db: 'ȸ',
  dz: 'ʣ',
  f: 'ꝼ',
  g: 'ᵹꞡ',
  h: 'ħ',
  k: 'ꞣ',
  l: 'ł',
  ll: 'ỻ',
  ls: 'ʪ',
  lz: 'ʫ',
  n: 'ꞥ',
  o: 'øꞝ',
  oe: 'œ',
  oo: 'ꝏ',
  qp: 'ȹ',
  r: 'ꝛꞃꞧ',
  s: 'ꞅꞩꟙ',
  ss: 'ß',
  t: 'ꞇ',
  th: 'ᵺ',
  ts: 'ƾʦ',
  tz: 'ꜩ',
  u: 'ꞟ',
  vy: 'ꝡ',
  w: 'ꟃ',
  zw: 'ƍ',
  ᴉ: 'ᵎ',
  ʩ: '𝼀',
  σ: 'ς',
  в: 'ᲀ',
  г: 'ґ',
  д: 'ᲁ',
  о: 'ᲂꙩꙫꙭꙮꚙꚛ',
  с: 'ᲃ',
  т: 'ᲄᲅ',
  ъ: 'ᲆ',
  ѣ: 'ᲇ',
  ꙋ: 'ᲈ',
  כ: 'ך',
  מ: 'ם',
  נ: 'ן',
  פ: 'ף',
  צ: 'ץ',
  ا: 'ࡰࡱࡲࡳࡴࡵࡶࡷࡸࡹࡺࡻࡼࡽࡾࡿࢀࢁࢂࢭ',
  ء: 'ٴࢃࢇ',
  ن: '𐻆',
  و: 'ۥࢄ',
  ي: 'ۦࢅࢆ𐻅',
  ی: 'ࣉ',
};
const baseOf = new Map(
  Object.entries(variantsOf).flatMap(([base, letters]) => [...letters].map((letter) => [letter, base] as const)),
);
const variants = new RegExp(`[${[...baseOf.keys()].join('')}]`, 'gu');

/** Kana voicing marks. The root collation ignores them, but to readers か and が are different letters. */
const voicingMarks = '\u3099\u309a';
const digits = '0123456789';
const folded = new Map<string, string>();
let collator: Intl.Collator | undefined;

/** Empty for an ignored character, 0 to 9 for a digit of another script. Vowel signs and viramas stay. */
function foldCharacter(character: string): string {
  const known = folded.get(character);
  if (known !== undefined) return known;
  collator ??= new Intl.Collator('und', { sensitivity: 'base' });
  const { compare } = collator;
  const isIgnored = compare(character, '') === 0 && !voicingMarks.includes(character);
  const base = isIgnored ? '' : ([...digits].find((digit) => compare(digit, character) === 0) ?? character);
  folded.set(character, base);
  return base;
}
