import { type Bitset, bitset, intersect } from './bitset.ts';
import { type Posting, unionPosting } from './postings.ts';

/**
 * The words of texts, which are split at spaces. All distinct words, joined into one string, are searched once for a
 * text without a space, which lies within one word. The result is the union of their posting lists.
 */
export interface Words {
  /** Every distinct word once, with a space before and after each: no word contains a space. */
  joined: { indexOf(part: string, from?: number): number };
  /** Where each word starts in it, in ascending order. */
  starts: ArrayLike<number>;
  postingOf(word: number): Posting;
}

/**
 * Rows that may contain the non-empty `text`. Exact without a space. Otherwise they have the first part at the end of a
 * word, the middle parts as words and the last part at the beginning of a word, in any order, so the caller must check
 * each row.
 */
export function rowsWithText(words: Words, text: string, size: number): Bitset {
  const [first = '', ...rest] = text.split(' ');
  const last = rest.pop();
  if (last === undefined) return rowsWith(words, first, size);
  const bits = rowsWith(words, `${first} `, size);
  for (const whole of rest) intersect(bits, rowsWith(words, ` ${whole} `, size));
  intersect(bits, rowsWith(words, ` ${last}`, size));
  return bits;
}

/** The rows of all words that contain this; a space stands for the beginning or end of a word. */
function rowsWith(words: Words, part: string, size: number): Bitset {
  const bits = bitset(size);
  const { joined, starts } = words;
  const isWholeWord = part.length > 1 && part.startsWith(' ') && part.endsWith(' ');
  let word = 0;
  for (let at = joined.indexOf(part); at >= 0; ) {
    // A match that begins with the space before a word belongs to that word.
    word = wordAt(starts, part.startsWith(' ') ? at + 1 : at, word);
    unionPosting(bits, words.postingOf(word));
    const next = starts[word + 1];
    if (next === undefined || isWholeWord) break;
    at = joined.indexOf(part, next - 1);
  }
  return bits;
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
