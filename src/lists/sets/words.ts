import { type Bitset, intersect, union } from './bitset.ts';

/**
 * The words of texts, which are split at spaces. All distinct words, joined into one string, are searched once for a
 * text without a space, which lies within one word. The result is the union of their posting lists.
 */
export interface Words {
  /** Every distinct word once, with a space before and after each: no word contains a space. */
  joined: { indexOf(part: string, from?: number): number };
  /** Where each word starts in it, in ascending order. */
  starts: ArrayLike<number>;
  /** Adds the rows with a word to a set, which has capacity for every slot. */
  addRows(word: number, bits: Bitset): void;
}

/**
 * Adds rows that may contain the non-empty `text` to a set, which has capacity for every slot. Exact without a space.
 * Otherwise they have the first part at the end of a word, the middle parts as words and the last part at the beginning
 * of a word, in any order, so the caller must check each row.
 */
export function addRowsWithText(words: Words, text: string, bits: Bitset): void {
  const [first = '', ...rest] = text.split(' ');
  const last = rest.pop();
  if (last === undefined) {
    addRowsWith(words, first, bits);
    return;
  }
  const parts = [`${first} `, ...rest.map((whole) => ` ${whole} `), ` ${last}`];
  if (parts.some((part) => words.joined.indexOf(part) < 0)) return;
  const [all = bits, ...others] = parts.map((part) => {
    const found: Bitset = new Uint32Array(bits.length);
    addRowsWith(words, part, found);
    return found;
  });
  for (const other of others) intersect(all, other);
  union(bits, all);
}

/** Adds the rows of all words that contain this; a space stands for the beginning or end of a word. */
function addRowsWith(words: Words, part: string, bits: Bitset): void {
  const { joined, starts } = words;
  const isWholeWord = part.length > 1 && part.startsWith(' ') && part.endsWith(' ');
  let word = 0;
  for (let at = joined.indexOf(part); at >= 0; ) {
    // A match that begins with the space before a word belongs to that word.
    word = wordAt(starts, part.startsWith(' ') ? at + 1 : at, word);
    words.addRows(word, bits);
    const next = starts[word + 1];
    if (next === undefined || isWholeWord) break;
    at = joined.indexOf(part, next - 1);
  }
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
