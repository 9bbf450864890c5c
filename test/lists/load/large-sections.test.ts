import { crc32 } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { Base, UnreadableSnapshot, whenLoaded } from '#src/lists/sections/base.ts';
import { pack } from '#src/lists/sections/packed.ts';

const large = pack([Uint8Array.from({ length: 5_000_000 }, (_, at) => at % 251)]);
const limit = 2_097_152;

/** A snapshot of one section, which is read as given. */
function snapshot(read: (from: number, to: number) => Uint8Array) {
  const sections = { large: [0, large.length, crc32(large)] } as const;
  return new Base({ rows: 0, fields: [], storedOrder: '', groups: [], sections }, async (from, to) => read(from, to));
}

test('a large section is read in pieces', async () => {
  const lengths: number[] = [];
  const base = snapshot((from, to) => {
    lengths.push(to - from);
    return large.subarray(from, to);
  });
  const [bytes] = (await whenLoaded(() => base.section('large'))) ?? [];
  expect(Buffer.compare(bytes ?? Buffer.of(), large.subarray(8))).toBe(0);
  expect(lengths).toEqual([limit, limit, large.length - 2 * limit]);
});

test('a large section of which a piece is missing is damaged', async () => {
  const base = snapshot((from, to) => large.subarray(from, from === limit ? from : to));
  await expect(whenLoaded(() => base.section('large'))).rejects.toThrow(UnreadableSnapshot);
});
