import type { Bitset } from '../sets/bitset.ts';
import type { Posting } from '../sets/postings.ts';
import type { Words } from '../sets/words.ts';
import { pack, uint32s } from './packed.ts';
import { PostingLists, packPostingLists } from './posting-lists.ts';

/** The words of a snapshot. Joined into one string, because it is searched many times for a short text. */
export class StoredWords implements Words {
  readonly joined: string;
  readonly starts: Uint32Array;
  readonly #postings: PostingLists;

  constructor([joined, wordStarts, starts, isBitset, data]: readonly Uint8Array[]) {
    this.joined = Buffer.from(joined ?? []).toString();
    this.starts = uint32s(wordStarts);
    this.#postings = new PostingLists(starts, isBitset, data);
  }

  addRows(word: number, bits: Bitset): void {
    this.#postings.unite(bits, word);
  }
}

/** A section with the words of rows in slots below `size`. */
export function packWords(
  { joined, starts, postings }: { joined: string; starts: ArrayLike<number>; postings: readonly Posting[] },
  size: number,
): Uint8Array {
  return pack([Buffer.from(joined), Uint32Array.from(starts), ...packPostingLists(postings, size)]);
}
