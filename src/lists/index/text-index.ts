import type { Bitset } from '../sets/bitset.ts';
import { addSlot, type Posting, removeSlot, unionPosting } from '../sets/postings.ts';
import type { Words } from '../sets/words.ts';

/** An exact substring index of texts that may change. */
export class TextIndex implements Words {
  readonly #ids = new Map<string, number>();
  readonly #postings: Posting[] = [];
  /** Every distinct word once, with a space before and after each: no word contains a space. */
  joined = ' ';
  readonly starts: number[] = [];
  /** One more than the largest slot. */
  #slots = 0;

  add(slot: number, texts: readonly string[]): void {
    this.#slots = Math.max(this.#slots, slot + 1);
    for (const text of texts) {
      for (const word of text.split(' ')) {
        const id = this.#ids.get(word) ?? this.#newWord(word);
        this.#postings[id] = addSlot(this.#postings[id] ?? [], slot, this.#slots);
      }
    }
  }

  /** Removes a row; `texts` must be those it was added with. */
  remove(slot: number, texts: readonly string[]): void {
    for (const word of new Set(texts.flatMap((text) => text.split(' ')))) {
      const posting = this.#postings[this.#ids.get(word) ?? -1];
      if (posting) removeSlot(posting, slot);
    }
  }

  rowsOf(word: number): Posting {
    return this.#postings[word] ?? [];
  }

  addRows(word: number, bits: Bitset): void {
    unionPosting(bits, this.rowsOf(word));
  }

  postingOf(word: string): Posting | undefined {
    return this.#postings[this.#ids.get(word) ?? -1];
  }

  /** The words with their rows. */
  *entries(): Generator<[string, Posting]> {
    for (const [word, id] of this.#ids) yield [word, this.#postings[id] ?? []];
  }

  #newWord(word: string): number {
    const id = this.starts.length;
    this.#ids.set(word, id);
    this.starts.push(this.joined.length);
    this.joined += `${word} `;
    this.#postings.push([]);
    return id;
  }
}
