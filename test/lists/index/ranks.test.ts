import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { slotsAtRanks } from '../../../src/lists/index/ranks.ts';
import { fromValues, has } from '../../../src/lists/sets/bitset.ts';

const size = 5_000;

/** All slots below `size` in a seeded order. */
const shuffled = (seed: number) =>
  Int32Array.from(
    Array.from({ length: size }, (_, slot) => slot).sort((a, b) => ((a * seed) % 4_999) - ((b * seed) % 4_999)),
  );

/** All slots below `size`, of which two have changed places. */
function ascendingBut([one, other]: [number, number]): Int32Array {
  const order = Int32Array.from({ length: size }, (_, slot) => slot);
  [order[one], order[other]] = [other, one];
  return order;
}

test('any range of ranks, in any sequence of calls, is the slice of the matching slots in their order', () => {
  const part = fc.tuple(fc.nat({ max: size }), fc.nat({ max: 60 }));
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4_998 }),
      fc.integer({ min: 1, max: 9 }),
      fc.array(part, { minLength: 1, maxLength: 12 }),
      fc.option(fc.tuple(fc.nat({ max: size - 1 }), fc.nat({ max: size - 1 }))),
      (seed, sparseness, parts, swapped) => {
        // Ascending but for two slots, as in the order in which rows are stored, or in no such order.
        const order = swapped === null ? shuffled(seed) : ascendingBut(swapped);
        const bits = fromValues(
          order.filter((slot) => slot % sparseness === 0),
          size,
        );
        const all = Array.from(order).filter((slot) => has(bits, slot));
        const ranks = [0];
        for (const [first, length] of parts) {
          const end = Math.min(first + length, all.length);
          if (first < end) expect(slotsAtRanks(bits, order, first, end, ranks)).toEqual(all.slice(first, end));
        }
      },
    ),
    { numRuns: 100 },
  );
});

test('the blocks before a far page are counted only once', () => {
  const order = Int32Array.from({ length: size }, (_, slot) => slot);
  const bits = fromValues(
    order.filter((slot) => slot !== 0),
    size,
  );
  const ranks = [0];
  const far = slotsAtRanks(bits, order, 4_500, 4_520, ranks);
  // A slot that is not in the set: counting the blocks again would give less.
  order.fill(0, 0, 4_096);
  expect(slotsAtRanks(bits, order, 4_500, 4_520, ranks)).toEqual(far);
});
