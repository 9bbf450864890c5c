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
}

/** The two arrays of `Texts`. */
export function packTexts(texts: readonly string[]): [Uint32Array, Uint8Array] {
  const offsets = new Uint32Array(texts.length + 1);
  for (const [index, text] of texts.entries()) offsets[index + 1] = (offsets[index] ?? 0) + Buffer.byteLength(text);
  return [offsets, Buffer.from(texts.join(''))];
}
