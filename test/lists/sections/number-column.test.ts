import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { NumberColumn, packNumbers } from '#src/lists/sections/number-column.ts';
import { pack, unpack } from '#src/lists/sections/packed.ts';
import { fromValues, valuesIn } from '#src/lists/sets/bitset.ts';

const size = 300;
/** Few numbers, many, or none, for any number of rows up to those of the set. */
const columns = fc.oneof(
  fc.array(fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constant(NaN)), { maxLength: size }),
  fc.array(fc.integer({ min: -5, max: 500 }), { minLength: size, maxLength: size }),
  fc.array(fc.constant(NaN), { maxLength: 80 }),
);
const limit = fc.oneof(fc.integer({ min: -6, max: 501 }), fc.integer({ min: 0, max: 9 }));
const ranges = fc.oneof(
  fc.tuple(limit, fc.constant(Infinity)),
  fc.tuple(fc.constant(-Infinity), limit),
  fc.tuple(limit, limit),
);

test.each([true, false])('rows whose number is out of a range are removed, others stay; with sets: %s', (hasSets) => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat({ max: size - 1 }), { maxLength: size }),
      columns,
      ranges,
      (values, numbers, [least, most]) => {
        const bits = fromValues(values, size);
        const packed = unpack(pack(packNumbers(Float64Array.from(numbers))));
        new NumberColumn(hasSets ? packed : packed.slice(0, 1)).keepBetween(bits, least, most);
        const stays = (value: number) => {
          const found = numbers[value];
          return found === undefined || (found >= least && found <= most);
        };
        expect([...valuesIn(bits)]).toEqual(values.filter(stays).sort((a, b) => a - b));
      },
    ),
    { numRuns: 500 },
  );
});

test('the sets decide about all but a few rows', () => {
  const numbers = Float64Array.from({ length: 64_000 }, (_, slot) => (slot * 7_919) % 64_000);
  const packed = unpack(pack(packNumbers(numbers)));
  // None of the numbers themselves passes, so only rows about which the sets decide can stay.
  const [, thresholds, sets] = packed;
  const blind = new NumberColumn([new Uint8Array(numbers.byteLength).fill(0xff), thresholds, sets] as Uint8Array[]);
  const bits = fromValues(numbers.keys(), numbers.length);
  blind.keepBetween(bits, 10_000, 50_000);
  expect([...valuesIn(bits)].length).toBeGreaterThan(40_000 * 0.75);
});
