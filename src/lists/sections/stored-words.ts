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

  postingOf(word: number): Posting {
    return this.#postings.at(word);
  }
}

/** A section with the words of rows in slots below `size`. */
export function packWords(words: Words & { joined: string }, size: number): Uint8Array {
  const postings = Array.from(words.starts, (_, word) => words.postingOf(word));
  return pack([Buffer.from(words.joined), Uint32Array.from(words.starts), ...packPostingLists(postings, size)]);
}
