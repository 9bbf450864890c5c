import { uint32s } from './packed.ts';

/** Texts in UTF-8, one after the other, each found by its offset and decoded when it is read. */
export class Texts {
  readonly #offsets: Uint32Array;
  readonly #bytes: Buffer;

  constructor(offsets: Uint8Array | undefined, bytes: Uint8Array = new Uint8Array(0)) {
    this.#offsets = uint32s(offsets);
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get length(): number {
    return Math.max(0, this.#offsets.length - 1);
  }

  at(index: number): string {
    return this.#bytes.toString('utf8', this.#offsets[index] ?? 0, this.#offsets[index + 1] ?? 0);
  }

  /**
   * The texts, which must be JSON, in which a folded text may be, with some others. Those in ASCII fold to lower case, so
   * all are searched at once.
   */
  *candidates(folded: string): Generator<number> {
    const isAscii = /^[\0-\x7f]*$/.test(folded);
    // JSON has escaped it, as it does lone surrogates, or it is in every text.
    if (folded === '' || JSON.stringify(folded) !== `"${folded}"`) {
      for (let index = 0; index < this.length; index++) yield index;
      return;
    }
    const bytes = this.#bytes.toString('latin1');
    const lower = isAscii ? bytes.toLowerCase() : '';
    const beyondAscii = /[\x80-\xff]/g;
    let [written, other] = [-1, -1];
    for (let at = 0; ; ) {
      if (written < at) written = placeOr(isAscii ? lower.indexOf(folded, at) : -1);
      if (other < at) {
        beyondAscii.lastIndex = at;
        other = placeOr(beyondAscii.exec(bytes)?.index ?? -1);
      }
      const place = Math.min(written, other);
      if (place === Infinity) return;
      const index = this.#indexAt(place);
      yield index;
      at = this.#offsets[index + 1] ?? Infinity;
    }
  }

  /** The text that a byte is of. */
  #indexAt(place: number): number {
    let [first, end] = [0, this.length];
    while (end - first > 1) {
      const middle = (first + end) >>> 1;
      if ((this.#offsets[middle] ?? 0) <= place) first = middle;
      else end = middle;
    }
    return first;
  }
}

const placeOr = (place: number) => (place < 0 ? Infinity : place);

/** The two arrays of `Texts`. */
export function packTexts(texts: readonly string[]): [Uint32Array, Uint8Array] {
  const offsets = new Uint32Array(texts.length + 1);
  for (const [index, text] of texts.entries()) offsets[index + 1] = (offsets[index] ?? 0) + Buffer.byteLength(text);
  return [offsets, Buffer.from(texts.join(''))];
}
