import { align, kindOf, type Pair } from './align-names.ts';
import { pinyin } from './chinese.ts';
import { isLongPinyin } from './conventions.ts';
import { isContraction, isOneEditApart } from './letters.ts';
import { type PersonName, type Reading, skeletons, spelledBy } from './person-name.ts';
import type { Word } from './word.ts';

export type NameReason =
  | 'full_name'
  | 'initials'
  | 'short_given_name'
  | 'short_family_name'
  | 'swapped_order'
  | 'romanized'
  | 'family_name_only'
  | 'given_name_only'
  | 'similar_name'
  | 'different_name'
  | 'incomparable_name';

/**
 * How two names compare. `same`: in full, except middle names. `compatible`: as far as both are given. `uncertain`: a
 * human has to decide. `incomparable`: in different scripts, or one is missing.
 */
export interface Comparison {
  grade: 'same' | 'compatible' | 'uncertain' | 'different' | 'incomparable';
  /** Rank within a grade, from 0 to 1. */
  weight: number;
  reasons: readonly NameReason[];
}

const nothing: Comparison = { grade: 'incomparable', weight: 0, reasons: ['incomparable_name'] };
const grades = ['incomparable', 'different', 'uncertain', 'compatible', 'same'] as const;

/** Compares two names by the best of all ways to parse them. Symmetric. */
export function compareNames(one: PersonName, other: PersonName): Comparison {
  let most = nothing;
  for (const a of one) for (const b of other) most = better(most, compareReadings(a, b));
  return most;
}

/** The comparison that speaks most for the same person. */
export function bestComparison(comparisons: readonly Comparison[]): Comparison {
  return comparisons.reduce(better, nothing);
}

const rank = ({ grade, weight }: Comparison) => grades.indexOf(grade) + weight / 2;
const better = (one: Comparison, other: Comparison) => (rank(other) > rank(one) ? other : one);

function compareReadings(a: Reading, b: Reading): Comparison {
  if (a.script !== b.script) return nothing;
  if (a.script === 'cjk') return compareUnspaced(a, b);
  if (a.generation && b.generation && a.generation !== b.generation) return different();
  if (a.words.length === 0 || b.words.length === 0) return nothing;
  const isRomanized = a.romanized !== b.romanized;
  if (!isRomanized && !sharesKey(a.keys, b.keys)) return inOneSpelling(a, b);
  const words = isRomanized ? [skeletons(a.words), skeletons(b.words)] : [a.words, b.words];
  const [one, two] = inOneOrder(words as [readonly Word[], readonly Word[]]);
  const direct = judge(one, two);
  const found = isFit(direct)
    ? direct
    : bestComparison([direct, swapped(one, two), reordered(one, two), similar(one, two)]);
  if (found.grade === 'different') return inOneSpelling(a, b);
  if (!isRomanized || !isFit(found)) return found;
  return { grade: 'compatible', weight: found.weight / 2, reasons: ['romanized', ...found.reasons] };
}

/**
 * Names that would fit if one convention of writing in Latin letters was used for both. That is a question: "Jin Yi" may
 * be "Jin Lee", and mostly is not.
 */
function inOneSpelling(a: Reading, b: Reading): Comparison {
  const [ofA, ofB] = [spelledBy(a), spelledBy(b)];
  // Two names in pinyin are written alike if they are alike.
  if (ofA.get('chinese')?.system === 'pinyin' && ofB.get('chinese')?.system === 'pinyin') return different();
  for (const [convention, one] of ofA) {
    const two = ofB.get(convention);
    if (!two || (one.system !== null && one.system === two.system) || !sharesKey(one.keys, two.keys)) continue;
    const [first, second] = inOneOrder([one.words, two.words]);
    if (isFit(judge(first, second)) || swapped(first, second).grade !== 'different') return uncertain('romanized');
  }
  return different();
}

/** Two names in a fixed order, because the first of equally good alignments counts. */
function inOneOrder([one, other]: [readonly Word[], readonly Word[]]): [readonly Word[], readonly Word[]] {
  const text = (words: readonly Word[]) => JSON.stringify(words);
  return text(one) > text(other) ? [other, one] : [one, other];
}

function sharesKey(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  for (const key of one) if (other.has(key)) return true;
  return false;
}

const isFit = ({ grade }: Comparison) => grade === 'same' || grade === 'compatible';
const none: Comparison = { grade: 'different', weight: 0, reasons: ['different_name'] };
const different = () => none;

/** Names in scripts without spaces, such as 王小明. Does not equate simplified and traditional characters. */
function compareUnspaced(a: Reading, b: Reading): Comparison {
  if (a.joined === b.joined) return { grade: 'same', weight: 1, reasons: ['full_name'] };
  const sharesOne = [...a.joined].some((letter) => b.joined.includes(letter));
  return sharesOne ? nothing : different();
}

/** Grades two names by their best alignment. */
function judge(a: readonly Word[], b: readonly Word[]): Comparison {
  const found = align(a, b);
  if (!found || found.pairs.length === 0) return different();
  const { pairs, skipped } = found;
  const [first] = pairs;
  const isWord = ({ kind }: Pair) => kind === 'word';
  if (a.length === 1 || b.length === 1) {
    if (!first || !isWord(first)) return different();
    if (a.length === b.length) return { grade: 'same', weight: 0, reasons: ['full_name'] };
    return uncertain(canBeFamily(first, a, b) ? 'family_name_only' : 'given_name_only');
  }
  const family = pairs.filter((pair) => isWord(pair) && canBeFamily(pair, a, b));
  const given = pairs.filter((pair) => !family.includes(pair));
  if (family.length === 0) {
    // "Bhojaraju G.": the family name is an initial. With another family name it is another person.
    const hasOther = skipped.some(({ word, place }) => word.part === 'family' || place === 'back');
    const isAbbreviated = first && isWord(first) && !hasOther && pairs.at(-1)?.kind === 'initial';
    return isAbbreviated ? uncertain('given_name_only') : different();
  }
  const [called] = given;
  const short = given.find(({ kind }) => kind === 'short' || kind === 'nickname');
  if (!called) {
    const all = skipped.every(({ word: { part } }) => part === 'family') && pairs.length > 1;
    return all && skipped.length === 0
      ? { grade: 'same', weight: 0.5, reasons: ['full_name'] }
      : uncertain('family_name_only');
  }
  const chinese = compareChinese(a, b);
  if (chinese) return chinese;
  const front = skipped.filter(({ place }) => place === 'front').map(({ word }) => word);
  const isFrontMinor = front.every(({ isInitial, forms: [form] }) => isInitial || form === 'mohammad');
  if (front.length > 0 && !isFrontMinor && !isWord(called)) return different();
  if (front.length > 0 && !(isFrontMinor && isWord(called))) return uncertain('short_given_name');
  const shortFamily = skipped.filter(
    ({ word, place }) => word.part === 'family' || (word.part === null && place === 'back'),
  );
  const isCutBehind = shortFamily.some(({ place }) => place === 'back');
  const isGuess = shortFamily.some(({ word: { part } }) => part === null);
  if (isGuess || (isCutBehind && !isWord(called))) return uncertain('short_family_name');
  if (short) {
    return isShortForm(short, given.length) && skipped.length === 0
      ? compatible(0.2, 'short_given_name')
      : uncertain('short_given_name');
  }
  const initials = given.filter(({ kind }) => kind === 'initial').length;
  if (shortFamily.length > 0)
    return compatible(
      isWord(called) ? 0.3 : 0.1,
      'short_family_name',
      ...(isWord(called) ? [] : ['initials' as const]),
    );
  if (called.kind === 'initial') return compatible(initials > 1 ? 0.8 : 0.5, 'initials');
  const isComplete = skipped.length === 0 && pairs.every(isWord);
  return { grade: 'same', weight: isComplete ? 1 : 0.5, reasons: ['full_name'] };
}

const uncertain = (...reasons: NameReason[]): Comparison => ({ grade: 'uncertain', weight: 0, reasons });
const compatible = (weight: number, ...reasons: NameReason[]): Comparison => ({ grade: 'compatible', weight, reasons });

/**
 * Whether one given name is certainly short for the other: usually so ("Ron", "Ronald"), or by many letters while
 * another given name agrees ("Toshi A.", "Toshiaki A."). "Hoa", "Luis" and "Seo" are not short for "Hoang", "Luisa" and
 * "Seong", nor is "Ali" for "Alireza".
 */
function isShortForm({ kind, a, b }: Pair, givenNames: number): boolean {
  const [one = 0, other = 0] = [a, b].map(([first]) => first?.forms[0]?.length);
  return kind === 'nickname' || (givenNames > 1 && Math.abs(one - other) > 2);
}

/** Whether both words can be a family name: not a particle, nor the first word of a longer unsplit name. */
function canBeFamily({ a, b }: Pair, one: readonly Word[], other: readonly Word[]): boolean {
  const can = (words: readonly Word[], all: readonly Word[]) =>
    words.some((each) => each.part === 'family' || (each.part === null && (each !== all[0] || all.length === 1)));
  const isParticle = (words: readonly Word[]) => words.every((each) => each.isParticle);
  return can(a, one) && can(b, other) && isParticle(a) === isParticle(b);
}

/**
 * Compares Chinese given names, which have one or two syllables: "Wei" is not short for "Weijun". Undefined if a name
 * does not seem Chinese, or if this adds nothing.
 */
function compareChinese(a: readonly Word[], b: readonly Word[]): Comparison | undefined {
  const [one, other] = [chineseGiven(a), chineseGiven(b)];
  if (!one || !other || (one.isInitials && other.isInitials && one.ways[0]?.length === other.ways[0]?.length))
    return undefined;
  if (!one.isInitials && !other.isInitials) {
    const joined = (ways: string[][]) => ways[0]?.join('');
    return joined(one.ways) === joined(other.ways) ? undefined : different();
  }
  if (one.isInitials && other.isInitials) return undefined;
  const [short, long] = one.isInitials ? [one, other] : [other, one];
  const initials = short.ways[0] ?? [];
  if (initials.length === 1) return undefined;
  const sameLength = long.ways.filter((way) => way.length === initials.length);
  if (sameLength.length === 0) return uncertain('initials');
  const fits = sameLength.some((way) => way.every((syllable, index) => syllable.startsWith(initials[index] ?? ' ')));
  return fits ? undefined : different();
}

/** The syllables or initials of a Chinese given name. Undefined if the name is not Chinese, or mixes both. */
function chineseGiven(words: readonly Word[]): { ways: string[][]; isInitials: boolean } | undefined {
  const isSplit = words.some(({ part }) => part === 'family');
  const family = isSplit ? words.filter(({ part }) => part === 'family') : words.slice(-1);
  const given = words.filter((each) => !family.includes(each));
  const surname = family.map(({ forms: [form] }) => form).join('');
  const isSurname = family.length === 1 && pinyin(surname).some(({ length }) => length === 1);
  if (!isSurname || given.length === 0) return undefined;
  const texts = given.map(({ forms: [form = ''] }) => form);
  if (given.every(({ isInitial }) => isInitial)) return { ways: [texts], isInitials: true };
  if (given.some(({ isInitial }) => isInitial)) return undefined;
  const ways = texts
    .map(pinyin)
    .reduce((all, parts) => all.flatMap((way) => parts.map((part) => [...way, ...part])), [[]] as string[][]);
  return ways.length > 0 ? { ways, isInitials: false } : undefined;
}

/**
 * Names with swapped parts, if all words agree in full and initials are equal. "Ali Hassan" and "Hassan Ali" may be two
 * people, unless one part cannot be a family name.
 */
function swapped(a: readonly Word[], b: readonly Word[]): Comparison {
  const alignments = [[rotated(a), b] as const, [a, rotated(b)] as const].flatMap(
    ([one, other]) => (one && other && align(one, other)) ?? [],
  );
  const isWhole = alignments.some(({ skipped, pairs }) => {
    const words = pairs.filter(({ kind }) => kind === 'word').length;
    const initials = pairs.filter((pair) => [...pair.a, ...pair.b].every(({ isInitial }) => isInitial)).length;
    return skipped.length === 0 && words > 1 && words + initials === pairs.length;
  });
  if (!isWhole) return different();
  return isOrderKnown(a) || isOrderKnown(b) ? compatible(0, 'swapped_order') : uncertain('swapped_order');
}

/** Whether the words themselves show which is the family name: "Xiaoming" has more syllables than those of Chinese. */
function isOrderKnown(words: readonly Word[]): boolean {
  const [first, last] = [words[0]?.forms[0] ?? '', words.at(-1)?.forms[0] ?? ''];
  const isSingle = (form: string) => pinyin(form).some(({ length }) => length === 1);
  if (words.length === 2) return (isSingle(first) && isLongPinyin(last)) || (isLongPinyin(first) && isSingle(last));
  return false;
}

/**
 * Compares names as equal words in any order: "A. Stergios" and Stergios A. Matching initials to words leaves doubt:
 * "G. Bhojaraju" may be Bhojaraju Gunjal.
 */
function reordered(a: readonly Word[], b: readonly Word[]): Comparison {
  if (a.length !== b.length || a.length < 2) return different();
  const left = [...b];
  let whole = 0;
  let initials = 0;
  for (const kind of ['word', 'initial'] as const) {
    for (const each of a) {
      if (kind === 'initial' && b.some((other) => !left.includes(other) && kindOf(each, other) === 'word')) continue;
      const index = left.findIndex((other) => kindOf(each, other) === kind);
      if (index < 0) continue;
      const [found] = left.splice(index, 1);
      if (kind === 'word') whole++;
      else if (each.isInitial && found?.isInitial) initials++;
    }
  }
  if (left.length > 0 || whole === 0) return different();
  const isWhole = whole > 1 && whole + initials === a.length;
  return isWhole && hasSameFamily(a, b) ? compatible(0, 'swapped_order') : uncertain('swapped_order');
}

/** Whether both have the same family name, so only the given names are in another order. */
function hasSameFamily(a: readonly Word[], b: readonly Word[]): boolean {
  const [one, other] = [a, b].map((words) => words.filter(({ part }) => part === 'family'));
  if (!one || !other || one.length === 0) return false;
  return one.length === other.length && one.every((word, index) => kindOf(word, other[index] as Word) === 'word');
}

/** The words with the family name first; in an unsplit name, with the first word last. */
function rotated(words: readonly Word[]): Word[] | undefined {
  if (words.length < 2) return undefined;
  const family = words.filter(({ part }) => part === 'family');
  if (family.length > 0) return [...family, ...words.filter((each) => !family.includes(each))];
  return [...words.slice(1), ...words.slice(0, 1)];
}

/** One typing error in a long word, or an abbreviation like "Fdez.", if everything else agrees in full. */
function similar(a: readonly Word[], b: readonly Word[]): Comparison {
  if (a.length !== b.length || a.length < 2) return different();
  const differing = a.filter((each, index) => kindOf(each, b[index] as Word) !== 'word');
  const [only] = differing;
  if (!only || differing.length > 1) return different();
  const counterpart = b[a.indexOf(only)]?.forms[0] ?? '';
  const [form = ''] = only.forms;
  const isSimilar = form.length >= 5 && isOneEditApart(form, counterpart);
  return isSimilar || isContraction(form, counterpart) ? uncertain('similar_name') : different();
}
