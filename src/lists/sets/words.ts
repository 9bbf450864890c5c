import { arrayOf, type Bitset, bitset, countBits, has, intersect } from './bitset.ts';
import { hasSlot, isBitset, mostSlots, type Posting, slotsOf, unionPosting } from './postings.ts';

/**
 * The words of texts, which are split at spaces. All distinct words, joined into one string, are searched once for a
 * text without a space, which lies within one word. The result is the union of their posting lists.
 */
export interface Words {
  /** Every distinct word once, with a space before and after each: no word contains a space. */
  joined: { indexOf(part: string, from?: number): number };
  /** Where each word starts in it, in ascending order. */
  starts: ArrayLike<number>;
  /** The rows with a word. */
  rowsOf(word: number): Posting;
  /** Adds them to a set, which has capacity for every slot. */
  addRows(word: number, bits: Bitset): void;
}

/** Adds the rows with a part of a word to a set, which has capacity for every slot. */
export function addRowsWith(words: Words, part: string, bits: Bitset): void {
  for (const word of wordsWith(words, part)) words.addRows(word, bits);
}

/**
 * The rows that may contain a text with spaces: they have the first part at the end of a word, the middle parts as words
 * and the last part at the beginning of a word, in any order, so the caller must check each row.
 */
export function rowsThatMayHave(words: Words, text: string, slots: number): Posting {
  const [first = '', ...rest] = text.split(' ');
  const last = rest.pop() ?? '';
  const found: { rows: Posting[]; most: number }[] = [];
  for (const part of [`${first} `, ...rest.map((whole) => ` ${whole} `), ` ${last}`]) {
    const rows = wordsWith(words, part).map((word) => words.rowsOf(word));
    if (rows.length === 0) return [];
    found.push({ rows, most: rows.reduce((total, posting) => total + mostSlots(posting), 0) });
  }
  const [fewest = { rows: [], most: 0 }, ...others] = found.sort((one, other) => one.most - other.most);
  if (fewest.most * 64 >= slots) {
    const bits = setOf(fewest.rows, slots).slice();
    for (const { rows } of others) intersect(bits, setOf(rows, slots));
    return bits;
  }
  // To look up few rows takes less than to compare sets of all.
  let few = ascendingSlots(fewest.rows, fewest.most, slots);
  for (const { rows } of others) few = few.filter(lookUpIn(rows, slots, few.length));
  return few;
}

/** The slots of several posting lists, which have at most so many together. Not to be changed. */
function ascendingSlots(postings: readonly Posting[], most: number, slots: number): Int32Array {
  const [only, ...others] = postings;
  if (only instanceof Int32Array && others.length === 0) return only;
  // Sorting takes less than to go through a set of all slots if there are very few.
  if (most * 512 < slots) return Int32Array.from(new Set(postings.flatMap((posting) => [...slotsOf(posting)]))).sort();
  const bits = setOf(postings, slots);
  return arrayOf(bits, countBits(bits));
}

/** Whether any of these posting lists has a slot, which is asked so many times. */
function lookUpIn(postings: readonly Posting[], slots: number, times: number): (slot: number) => boolean {
  const isStored = (posting: Posting) => isBitset(posting) || posting instanceof Int32Array;
  // To make a set reads all, and to look up a slot less than 32 numbers of each list.
  const read = slots / 32 + postings.reduce((total, { length }) => total + length, 0);
  if (times * postings.length * 32 < read && postings.every(isStored))
    return (slot) => postings.some((posting) => hasSlot(posting, slot));
  const set = setOf(postings, slots);
  return (slot) => has(set, slot);
}

/** The slots of several posting lists. Not to be changed, because it may be one of these. */
function setOf(postings: readonly Posting[], slots: number): Bitset {
  const [only, ...others] = postings;
  if (only && others.length === 0 && isBitset(only)) return only;
  const bits = bitset(slots);
  for (const posting of postings) unionPosting(bits, posting);
  return bits;
}

/** All words that contain this; a space stands for the beginning or end of a word. */
function wordsWith({ joined, starts }: Words, part: string): number[] {
  const isWholeWord = part.length > 1 && part.startsWith(' ') && part.endsWith(' ');
  const found: number[] = [];
  let word = 0;
  for (let at = joined.indexOf(part); at >= 0; ) {
    // A match that begins with the space before a word belongs to that word.
    word = wordAt(starts, part.startsWith(' ') ? at + 1 : at, word);
    found.push(word);
    const next = starts[word + 1];
    if (next === undefined || isWholeWord) break;
    at = joined.indexOf(part, next - 1);
  }
  return found;
}

/** The word at an offset of the joined string, by binary search from word `from` on. */
function wordAt(starts: ArrayLike<number>, position: number, from: number): number {
  let low = from;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((starts[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}
