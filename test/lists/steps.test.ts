import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { has, ofMembers } from '../../src/lists/bitset.ts';
import { met } from '../../src/lists/steps.ts';

const size = 5_000;

/** All slots below `size` in an order that a seed decides. */
const shuffled = (seed: number) =>
  Int32Array.from(
    Array.from({ length: size }, (_, slot) => slot).sort((a, b) => ((a * seed) % 4_999) - ((b * seed) % 4_999)),
  );

test('parts of an order, asked for in any order, are those of all slots of the set in that order', () => {
  const part = fc.tuple(fc.nat({ max: size }), fc.nat({ max: 60 }));
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4_998 }),
      fc.integer({ min: 1, max: 9 }),
      fc.array(part, { minLength: 1, maxLength: 12 }),
      (seed, sparseness, parts) => {
        const order = shuffled(seed);
        const bits = ofMembers(
          order.filter((slot) => slot % sparseness === 0),
          size,
        );
        const all = Array.from(order).filter((slot) => has(bits, slot));
        const steps = [0];
        for (const [first, length] of parts) {
          const end = Math.min(first + length, all.length);
          if (first < end) expect(met(bits, order, first, end, steps)).toEqual(all.slice(first, end));
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('the way to a far part is gone once, and only the last step of it again', () => {
  const order = Int32Array.from({ length: size }, (_, slot) => slot);
  const bits = ofMembers(
    order.filter((slot) => slot !== 0),
    size,
  );
  const steps = [0];
  const far = met(bits, order, 4_500, 4_520, steps);
  // A slot that is not in the set: whoever passes here again would count less.
  order.fill(0, 0, 4_096);
  expect(met(bits, order, 4_500, 4_520, steps)).toEqual(far);
});
