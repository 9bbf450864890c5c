import { isCut, isGeneric, isLong, wordsOfTitle } from './titles.ts';
import {
  commonWords,
  functionWords,
  kindWords,
  meaningfulEndings,
  meaningfulPrefixes,
  negations,
  numberWords,
  privative,
  qualifiers,
  similarNames,
  studyWords,
} from './words.ts';

const tellingWords = 5;

export interface TitleMatch {
  reason: 'same_title' | 'same_title_without_subtitle' | 'similar_title';
  /** Often shared by different texts: a heading, or a notice about another publication. */
  isWeak: boolean;
  isHeading: boolean;
  /** Equal, not a heading, and so long that different texts hardly ever share it. */
  isLong: boolean;
  /** Equal, not a heading, and of so many words that it is a question without authors. */
  isTelling: boolean;
  /** Similar, but one has a word more. */
  hasMore: boolean;
  /** One has a subtitle more, which says how something was studied. */
  hasStudy: boolean;
}

const order = ['same_title', 'similar_title', 'same_title_without_subtitle'] as const;

/** The closest match of the titles of two records in any language. */
export function compareTitles(titles: readonly string[], otherTitles: readonly string[]): TitleMatch | undefined {
  const found = titles
    .flatMap((one) => otherTitles.map((other) => compareTitle(one, other)))
    .filter((each) => each !== undefined);
  return found.sort((a, b) => order.indexOf(a.reason) - order.indexOf(b.reason))[0];
}

function compareTitle(one: string, other: string): TitleMatch | undefined {
  const [a, b] = [wordsOfTitle(one), wordsOfTitle(other)];
  const isHeading = isGeneric(one) || isGeneric(other);
  const isWeak = isHeading || [one, other].some((title) => notice.test(title.replaceAll(': ', ' ')));
  const match = { isWeak, isHeading, isLong: false, isTelling: false, hasMore: false, hasStudy: false };
  if (a.join('') === b.join('') && a.length > 0) {
    const isTelling = !isWeak && one.split(/\s+/).length >= tellingWords;
    return { ...match, reason: 'same_title', isLong: !isHeading && isLong(one) && isLong(other), isTelling };
  }
  if (isHeading || (isCut(one) && isCut(other))) return undefined;
  const subtitle = isWeak ? undefined : subtitleOfOne(one, other);
  if (subtitle) return { ...match, reason: 'same_title_without_subtitle', hasStudy: namesStudy(subtitle) };
  if (isCut(one) || isCut(other)) return undefined;
  if (!haveSameNumbers(a, b)) return undefined;
  const difference = differenceOf(a, b);
  return difference && { ...match, reason: 'similar_title', hasMore: difference.added > 0 };
}

/** Beginnings of notices and replies, which repeat the title of their subject. */
const notice =
  /^(?:(?:author|authors|publisher|publishers|editorial) )?(?:erratum|errata|corrigendum|corrigenda|correction|corrections|retraction|withdrawal|addendum|expression of concern|repl(?:y|ies)|responses? (?:to|from)|comments?|rejoinder|editorial|letter (?:to|from|by)|review of|book review|re|in reply|faculty opinions|peer review|decision letter|supplementary|supplemental|additional file|supporting information|data from|data for|replication data|code for|erwiderung|berichtigung|rectificatif|fe de erratas?|errata corrige|rettifica|исправление|sprostowanie|勘误|更正|訂正|订正)(?:\b|(?<=[^\p{ASCII}]))/u;

/** The words of the subtitle, if one is the other with a subtitle that does not say that it is another kind of text. */
function subtitleOfOne(one: string, other: string): string[] | undefined {
  const [short = '', long = ''] = [one, other].sort((a, b) => a.length - b.length);
  const compact = (folded: string) => wordsOfTitle(folded).join('');
  const parts = long.split(': ');
  const main = compact(short);
  const end = parts.findIndex((_, index) => index > 0 && compact(parts.slice(0, index).join(': ')) === main);
  if (end < 0) return undefined;
  const words = wordsOfTitle(parts.slice(end).join(': '));
  const [first = '', second = ''] = words;
  const isPart = counting.test(first) && !(amount.test(first) && words.length > 2 && second.endsWith('s'));
  const isText = !isPart && !(words.length < 3 && numberWords.has(first)) && !namesKind(words);
  return isText ? words : undefined;
}

/** "10 changes for research": no part has so high a number. */
const amount = /^[1-9]\d$/;

/** Whether a subtitle says at its beginning or its end what kind of text this is. */
function namesKind(words: readonly string[]): boolean {
  const ends = [...words.slice(0, 3), ...words.slice(Math.max(3, words.length - 2))];
  const isOutside = (word: string) => word === words[0] || word === words.at(-1);
  return ends.some((word) => kindWords.has(word) && (!commonWords.has(word) || isOutside(word)));
}

/** Whether a subtitle says at its beginning or its end how something was studied: "a qualitative study of potters". */
const namesStudy = (words: readonly string[]): boolean =>
  [...words.slice(0, 5), ...words.slice(-1)].some((word) => studyWords.has(word));

/** Numbers, numerals and letters that count parts: "Part II", "Appendix B", "2019", "T cells". */
const counting =
  /^(?:\p{N}.*|.*\p{N}|[b-z]|i{2,3}|iv|vi{1,3}|ix|xi{0,3}|xiv|xvi{0,3}|[\u0370-\u03ff\p{Script=Cyrillic}]|[上下中一二三四五六七八九十甲乙丙])$/u;

const counts = (word: string) => counting.test(word) || numberWords.has(word);

/** Single letters that are words in some language: `y`, `e`, `o`, `a`, `i`, and the prepositions of Slavic languages. */
const letterWords = new Set(['a', 'e', 'o', 'y', 'u', 'в', 'и', 'к', 'о', 'с', 'у', 'а', 'z', 'w', 's', 'k', 'v']);

function haveSameNumbers(one: readonly string[], other: readonly string[]): boolean {
  const numbersIn = (words: readonly string[]) =>
    words
      .filter((word, index) => counting.test(word) && (!letterWords.has(word) || index === words.length - 1))
      .join(' ');
  return numbersIn(one) === numbersIn(other);
}

const maxEdits = 2;
/** A title of fewer words is too short for a further word to be chance. */
const minWordsForAddition = 5;
const minLettersForEdit = 12;

interface Difference {
  /** Slightly different words. */
  edits: number;
  /** Words that only one of them has. */
  added: number;
}

/**
 * How two titles differ, if at most in two small edits of words, or in one word more. Undefined for more, or if a word
 * differs that changes the meaning.
 */
function differenceOf(one: readonly string[], other: readonly string[]): Difference | undefined {
  const shortest = Math.min(one.length, other.length);
  if (Math.abs(one.length - other.length) > 3 || one.join('').length < minLettersForEdit) return undefined;
  const found = align(one, other, 0, 0, { edits: 0, added: 0 });
  return found && (found.added === 0 || shortest >= minWordsForAddition) ? found : undefined;
}

/** Compares from two positions on. Each difference is read in at most five ways, so the work is bounded. */
function align(
  one: readonly string[],
  other: readonly string[],
  at: number,
  otherAt: number,
  { edits, added }: Difference,
): Difference | undefined {
  let [i, j] = [at, otherAt];
  while (i < one.length && j < other.length && one[i] === other[j]) {
    i += 1;
    j += 1;
  }
  if (i === one.length && j === other.length) return { edits, added };
  if (edits + added >= maxEdits) return undefined;
  // Of one word or two, which may have been written as one.
  for (const [m, n] of [
    [1, 1],
    [2, 1],
    [1, 2],
  ] as const) {
    if (i + m > one.length || j + n > other.length) continue;
    const [left, right] = [one.slice(i, i + m), other.slice(j, j + n)];
    const cost = m === n ? editsBetween(left[0] ?? '', right[0] ?? '') : Number(left.join('') !== right.join(''));
    if (cost === undefined || (m !== n && cost > 0) || edits + cost + added > maxEdits) continue;
    const found = align(one, other, i + m, j + n, { edits: edits + cost, added });
    if (found) return found;
  }
  if (added > 0) return undefined;
  for (const [m, n] of [
    [1, 0],
    [0, 1],
  ] as const) {
    const word = m === 1 ? one[i] : other[j];
    if (word === undefined || !mayBeAdded(word)) continue;
    const found = align(one, other, i + m, j + n, { edits, added: 1 });
    if (found) return found;
  }
  return undefined;
}

const mayBeAdded = (word: string) =>
  !kindWords.has(word) && !negations.has(word) && !qualifiers.has(word) && !counts(word);

/**
 * How many small edits make one word of the other: 1 or 2; undefined if they are two words. The longer the words, the
 * more of them is chance.
 */
function editsBetween(one: string, other: string): number | undefined {
  if (counting.test(one) || counting.test(other) || (numberWords.has(one) && numberWords.has(other))) return undefined;
  if (functionWords.has(one) && functionWords.has(other)) return 1;
  if (negations.has(one) || negations.has(other)) return undefined;
  if (isPlural(one, other)) return 1;
  if (haveOtherMeaning(one, other) || areNames(one, other)) return undefined;
  const shorter = Math.min(one.length, other.length);
  const distance = editDistance(one, other, 2);
  if (functionWords.has(one) || functionWords.has(other)) return distance === 1 && shorter >= 2 ? 1 : undefined;
  if (distance === 1) return shorter >= 5 || (shorter >= 3 && !rhyme(one, other)) ? 1 : undefined;
  return distance === 2 && shorter >= 7 && one[0] === other[0] ? 2 : undefined;
}

/** Whether the words are names of two countries, which look like misspellings of each other. */
const areNames = (one: string, other: string) => similarNames.some((names) => names.has(one) && names.has(other));

/** Whether short words have another first letter, or are of three letters: they are two words, as "mice" and "rice". */
const rhyme = (one: string, other: string) =>
  one.length === other.length && (one.length < 4 || one.slice(1) === other.slice(1));

/** Forms of one noun in languages that mark the plural at the end. */
function isPlural(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < 3) return false;
  const ending = long.startsWith(short) ? long.slice(short.length) : undefined;
  if (ending !== undefined) return /^(?:s|es|e|en|n|er|i|x|\u044b|\u0438)$/.test(ending);
  const stem = short.slice(0, -1);
  if (/y$/.test(short)) return long === `${stem}ies`;
  if (/m$/.test(short)) return long === `${stem.slice(0, -1)}a`;
  return (
    (/sis$/.test(short) && long === `${short.slice(0, -2)}es`) ||
    (/us$/.test(short) && long === `${short.slice(0, -2)}i`)
  );
}

const minStem = 3;
const minPrivativeStem = 7;

/** Whether words differ in a prefix or an ending that changes their meaning. */
function haveOtherMeaning(one: string, other: string): boolean {
  let suffix = 0;
  while (suffix < Math.min(one.length, other.length) && one.at(-1 - suffix) === other.at(-1 - suffix)) suffix += 1;
  // Before a vowel, it is "an".
  const isConsonant = !/^[aeiou]/.test(one.slice(-suffix));
  if (
    suffix >= minPrivativeStem &&
    isConsonant &&
    [one, other].some((word) => word === privative + one.slice(-suffix))
  ) {
    if (one.length + other.length === 2 * suffix + 1) return true;
  }
  // The prefixes may have letters in common, as in "hyper" and "hypo".
  for (let length = suffix; length >= minStem; length--) {
    const [a, b] = [one.slice(0, one.length - length) || '-', other.slice(0, other.length - length) || '-'];
    if (a !== b && meaningfulPrefixes.some((prefixes) => prefixes.has(a) && prefixes.has(b))) return true;
  }
  let prefix = 0;
  while (prefix < Math.min(one.length, other.length) && one[prefix] === other[prefix]) prefix += 1;
  for (let length = prefix; length >= minStem; length--) {
    const [a, b] = [one.slice(length), other.slice(length)];
    if (meaningfulEndings.some((endings) => endings.has(a) && endings.has(b))) return true;
  }
  return false;
}

/** The edit distance with transpositions (optimal string alignment), or one more than `limit`. */
function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const substituted = (last[j - 1] ?? 0) + Number(one[i - 1] !== other[j - 1]);
      let least = Math.min(substituted, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwap) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    if (Math.min(...row) > limit) return limit + 1;
    [before, last] = [last, row];
  }
  return Math.min(last[other.length] ?? 0, limit + 1);
}
