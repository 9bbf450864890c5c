/** Arrays of numbers and bytes, one after the other, each aligned so that it is used where it lies. */

const alignment = 8;
const aligned = (bytes: number) => Math.ceil(bytes / alignment) * alignment;

/** Joins arrays. First come their number and their lengths in bytes, as 32-bit numbers. */
export function pack(parts: readonly ArrayBufferView[]): Uint8Array {
  const head = Uint32Array.from([parts.length, ...parts.map(({ byteLength }) => byteLength)]);
  const all = [head, ...parts];
  const packed = new Uint8Array(all.reduce((total, { byteLength }) => total + aligned(byteLength), 0));
  let at = 0;
  for (const { buffer, byteOffset, byteLength } of all) {
    packed.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += aligned(byteLength);
  }
  return packed;
}

/** The arrays as bytes, without a copy. The bytes must be aligned. */
export function unpack(packed: Uint8Array): Uint8Array[] {
  const parts = new Parts(packed);
  return Array.from({ length: parts.count }, (_, index) => parts.at(index));
}

/** Arrays joined by `pack`, each made when it is asked for: of the many columns of rows, a query reads few. */
export class Parts {
  readonly #packed: Uint8Array;
  readonly #lengths: Uint32Array;
  readonly #starts: number[] = [];

  constructor(packed: Uint8Array) {
    const [count = 0] = uint32s(packed.subarray(0, 4));
    this.#packed = packed;
    this.#lengths = uint32s(packed.subarray(4, 4 + 4 * count));
    let start = aligned(4 + 4 * count);
    for (let index = 0; index < count; index++) {
      this.#starts.push(start);
      start += aligned(this.#lengths[index] ?? 0);
    }
  }

  get count(): number {
    return this.#lengths.length;
  }

  at(index: number): Uint8Array {
    const start = this.#starts[index] ?? 0;
    return this.#packed.subarray(start, start + (this.#lengths[index] ?? 0));
  }
}

const noBytes = new Uint8Array(0);

export const uint32s = ({ buffer, byteOffset, byteLength }: Uint8Array = noBytes) =>
  new Uint32Array(buffer, byteOffset, byteLength >>> 2);
export const uint16s = ({ buffer, byteOffset, byteLength }: Uint8Array = noBytes) =>
  new Uint16Array(buffer, byteOffset, byteLength >>> 1);
export const int32s = ({ buffer, byteOffset, byteLength }: Uint8Array = noBytes) =>
  new Int32Array(buffer, byteOffset, byteLength >>> 2);
export const float64s = ({ buffer, byteOffset, byteLength }: Uint8Array = noBytes) =>
  new Float64Array(buffer, byteOffset, byteLength >>> 3);

/** Bytes at an aligned start, copied only if theirs is not aligned. */
export const alignedBytes = (bytes: Uint8Array): Uint8Array =>
  bytes.byteOffset % alignment === 0 ? bytes : new Uint8Array(bytes);
