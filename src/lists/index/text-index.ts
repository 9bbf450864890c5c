import { type Bitset, bitset, intersect } from './bitset.ts';
import { addSlot, type Posting, removeSlot, unionPosting } from './postings.ts';

/**
 * An exact substring index. Texts are split into words at spaces. All distinct words, joined into one string, are
 * searched once for a text without a space, which lies within one word. The result is the union of their posting lists.
 */
export class TextIndex {
  readonly #ids = new Map<string, number>();
  readonly #postings: Posting[] = [];
  /** Every distinct word once, with a space before and after each: no word contains a space. */
  #joined = ' ';
  readonly #starts: number[] = [];
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

  /**
   * Rows that may contain the non-empty `text`. Exact without a space. Otherwise they have the first part at the end of
   * a word, the middle parts as words and the last part at the beginning of a word, in any order, so the caller must
   * check each row.
   */
  find(text: string, size: number): Bitset {
    const [first = '', ...rest] = text.split(' ');
    const last = rest.pop();
    if (last === undefined) return this.#rowsWith(first, size);
    const bits = this.#rowsWith(`${first} `, size);
    for (const whole of rest) intersect(bits, this.#rowsOf(this.#ids.get(whole), size));
    intersect(bits, this.#rowsWith(` ${last}`, size));
    return bits;
  }

  /** The rows of all words that contain this; a space stands for the beginning or end of a word. */
  #rowsWith(part: string, size: number): Bitset {
    const bits = bitset(size);
    const starts = this.#starts;
    let word = 0;
    for (let at = this.#joined.indexOf(part); at >= 0; ) {
      // A match that begins with the space before a word belongs to that word.
      word = this.#wordAt(part.startsWith(' ') ? at + 1 : at, word);
      unionPosting(bits, this.#postings[word] ?? []);
      const next = starts[word + 1];
      if (next === undefined) break;
      at = this.#joined.indexOf(part, next - 1);
    }
    return bits;
  }

  #rowsOf(id: number | undefined, size: number): Bitset {
    const bits = bitset(size);
    if (id !== undefined) unionPosting(bits, this.#postings[id] ?? []);
    return bits;
  }

  /** The word at an offset of the joined string, by binary search from word `from` on. */
  #wordAt(position: number, from: number): number {
    let low = from;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#starts[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #newWord(word: string): number {
    const id = this.#starts.length;
    this.#ids.set(word, id);
    this.#starts.push(this.#joined.length);
    this.#joined += `${word} `;
    this.#postings.push([]);
    return id;
  }
}
