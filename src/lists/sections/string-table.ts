import { uint32s } from './packed.ts';

/**
 * Finds the index of a string by its hash, with open addressing. The strings are stored elsewhere; a byte of each hash
 * is kept here, so that few others are compared.
 */
export class StringTable {
  readonly #places: Uint32Array;
  readonly #tags: Uint8Array;

  constructor(places: Uint8Array | undefined, tags: Uint8Array = new Uint8Array(0)) {
    this.#places = uint32s(places);
    this.#tags = tags;
  }

  /** The index of the string, if it is in the table. `isAt` compares it with the string at an index. */
  find(text: string, isAt: (index: number) => boolean): number | undefined {
    const [places, tags, mask] = [this.#places, this.#tags, this.#places.length - 1];
    if (mask < 0) return undefined;
    const hash = hashOf(text);
    const tag = tagOf(hash);
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const index = (places[place] ?? 0) - 1;
      if (index < 0) return undefined;
      if (tags[place] === tag && isAt(index)) return index;
    }
  }

  /** The indexes at which the string may be: few, and most often only its own. */
  *candidates(text: string): Generator<number> {
    const mask = this.#places.length - 1;
    if (mask < 0) return;
    const hash = hashOf(text);
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const index = (this.#places[place] ?? 0) - 1;
      if (index < 0) return;
      if (this.#tags[place] === tagOf(hash)) yield index;
    }
  }
}

/** The two arrays of a `StringTable` of distinct strings. */
export function packStringTable(
  count: number,
  textAt: (index: number) => string | undefined,
): [Uint32Array, Uint8Array] {
  // At most two thirds are used, so that few places are visited.
  const capacity = 2 ** Math.ceil(Math.log2(Math.max(1, count) * 1.5 + 1));
  const places = new Uint32Array(capacity);
  const tags = new Uint8Array(capacity);
  for (let index = 0; index < count; index++) {
    const hash = hashOf(textAt(index) ?? '');
    let place = hash & (capacity - 1);
    while (places[place] !== 0) place = (place + 1) & (capacity - 1);
    places[place] = index + 1;
    tags[place] = tagOf(hash);
  }
  return [places, tags];
}

/** FNV-1a over the code units, with a final mix: similar strings differ in all bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

const tagOf = (hash: number) => hash >>> 24;
