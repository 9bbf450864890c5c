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
  const [count = 0] = uint32s(packed.subarray(0, 4));
  const lengths = uint32s(packed.subarray(4, 4 + 4 * count));
  let at = aligned(4 + 4 * count);
  return Array.from(lengths, (length) => {
    const part = packed.subarray(at, at + length);
    at += aligned(length);
    return part;
  });
}

const noBytes = new Uint8Array(0);

export const uint32s = ({ buffer, byteOffset, byteLength }: Uint8Array = noBytes) =>
  new Uint32Array(buffer, byteOffset, byteLength >>> 2);
export const int32s = ({ buffer, byteOffset, byteLength }: Uint8Array = noBytes) =>
  new Int32Array(buffer, byteOffset, byteLength >>> 2);
export const float64s = ({ buffer, byteOffset, byteLength }: Uint8Array = noBytes) =>
  new Float64Array(buffer, byteOffset, byteLength >>> 3);

/** The same bytes at an aligned start, copied only if they have another. */
export const alignedBytes = (bytes: Uint8Array): Uint8Array =>
  bytes.byteOffset % alignment === 0 ? bytes : new Uint8Array(bytes);
