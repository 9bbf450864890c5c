import { add, type Bitset, bitset, grown, intersect, remove, unite } from './bitset.ts';

/** A list of slots for a rare word; a bitset for one that is in more than one row of 32, where it is the smaller. */
type Posting = number[] | Bitset;

/**
 * Finds the rows whose text has a given text in it, anywhere, to the letter. Texts are cut into words at blanks. What is
 * searched for, having no blank, lies within one word: it is looked for in all distinct words at once, joined to one
 * string, and the rows of the words it is found in are united.
 */
export class TextIndex {
  readonly #ids = new Map<string, number>();
  readonly #postings: Posting[] = [];
  /** Every distinct word once, with a blank before and after each: no word holds a blank. */
  #joined = ' ';
  /** Where each word begins in it. */
  readonly #starts: number[] = [];
  /** One more than the largest slot. */
  #slots = 0;

  /** Adds the texts of a row. */
  add(slot: number, texts: readonly string[]): void {
    this.#slots = Math.max(this.#slots, slot + 1);
    for (const text of texts) {
      for (const word of text.split(' ')) this.#addWord(slot, this.#ids.get(word) ?? this.#newWord(word));
    }
  }

  #addWord(slot: number, id: number): void {
    const posting = this.#postings[id] ?? [];
    if (Array.isArray(posting)) {
      // A word that a row has twice is listed once; the first time was just now.
      if (posting[posting.length - 1] === slot) return;
      posting.push(slot);
      if (posting.length > 64 && posting.length * 32 > this.#slots) this.#postings[id] = this.#dense(posting);
    } else {
      const roomy = slot >>> 5 < posting.length ? posting : grown(posting, this.#slots + (this.#slots >>> 1) + 32);
      add(roomy, slot);
      this.#postings[id] = roomy;
    }
  }

  /** Takes a row out again; `texts` are those it was added with. */
  remove(slot: number, texts: readonly string[]): void {
    for (const word of new Set(texts.flatMap((text) => text.split(' ')))) {
      const posting = this.#postings[this.#ids.get(word) ?? -1];
      if (Array.isArray(posting)) posting.splice(posting.indexOf(slot), 1);
      else if (posting) remove(posting, slot);
    }
  }

  /**
   * The rows that can have `text`, which is not empty, in one of their texts. Exactly those when it has no blank. With blanks
   * it spans words: then those that have the parts as the end of a word, as whole words, and as the beginning of one,
   * which may be in other places; the caller has to look.
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

  /** The rows of all words that have this in them; a blank stands for the word's beginning or end. */
  #rowsWith(part: string, size: number): Bitset {
    const bits = bitset(size);
    const starts = this.#starts;
    let word = 0;
    for (let at = this.#joined.indexOf(part); at >= 0; ) {
      // A match that begins with the blank before a word belongs to that word.
      word = this.#wordAt(part.startsWith(' ') ? at + 1 : at, word);
      this.#unitePosting(bits, word);
      const next = starts[word + 1];
      if (next === undefined) break;
      at = this.#joined.indexOf(part, next - 1);
    }
    return bits;
  }

  #rowsOf(id: number | undefined, size: number): Bitset {
    const bits = bitset(size);
    if (id !== undefined) this.#unitePosting(bits, id);
    return bits;
  }

  #unitePosting(bits: Bitset, id: number): void {
    const posting = this.#postings[id] ?? [];
    if (!Array.isArray(posting)) unite(bits, posting.subarray(0, bits.length));
    else for (let index = 0; index < posting.length; index++) add(bits, posting[index] ?? 0);
  }

  /** The word whose place in the joined string holds a position; not before `from`. */
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

  #dense(posting: number[]): Bitset {
    const bits = bitset(this.#slots + (this.#slots >>> 1) + 32);
    for (const slot of posting) add(bits, slot);
    return bits;
  }
}
