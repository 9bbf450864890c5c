import type { Bitset } from '../sets/bitset.ts';
import type { Posting } from '../sets/postings.ts';
import type { Words } from '../sets/words.ts';
import { pack, uint32s } from './packed.ts';
import { PostingLists, type PostingListsPacker } from './posting-lists.ts';

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

  rowsOf(word: number): Posting {
    return this.#postings.at(word);
  }

  addRows(word: number, bits: Bitset): void {
    this.#postings.unite(bits, word);
  }

  /** The words with their rows. */
  *entries(): Generator<[string, Posting]> {
    for (const [word, start] of this.starts.entries()) {
      const end = this.starts[word + 1] ?? this.joined.length;
      yield [this.joined.slice(start, end - 1), this.#postings.at(word)];
    }
  }
}

/** A section with words and their rows. Words without rows are left out. */
export function packWords(words: Iterable<[string, readonly Posting[]]>, packer: PostingListsPacker): Uint8Array {
  const starts: number[] = [];
  const kept: string[] = [''];
  let length = 1;
  for (const [word, postings] of words) {
    if (!packer.add(postings)) continue;
    starts.push(length);
    kept.push(word);
    length += word.length + 1;
  }
  return pack([Buffer.from(`${kept.join(' ')} `), Uint32Array.from(starts), ...packer.packed()]);
}
