import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { arrayOf, countBetween, fromValues, valuesIn } from '../../../src/lists/sets/bitset.ts';
import { intersectPosting } from '../../../src/lists/sets/postings.ts';

const size = 300;
const numbers = fc.uniqueArray(fc.nat({ max: size - 1 }), { maxLength: 80 });
const edge = fc.nat({ max: size + 40 });

test('the values of a set as an array, and how many are in a range', () => {
  fc.assert(
    fc.property(numbers, edge, edge, (values, one, other) => {
      const bits = fromValues(values, size);
      const ascending = values.toSorted((a, b) => a - b);
      expect([...arrayOf(bits, values.length)]).toEqual(ascending);
      const [first, end] = [Math.min(one, other), Math.max(one, other)];
      expect(countBetween(bits, first, end)).toBe(ascending.filter((value) => value >= first && value < end).length);
    }),
  );
});

test('an ascending posting list keeps what a set has in common with it', () => {
  fc.assert(
    fc.property(numbers, numbers, fc.constantFrom(size, 64, 0), (values, others, capacity) => {
      const bits = fromValues(values, capacity);
      intersectPosting(bits, Int32Array.from(others.toSorted((a, b) => a - b)));
      expect([...valuesIn(bits)]).toEqual(
        values.filter((value) => value < capacity && others.includes(value)).sort((a, b) => a - b),
      );
    }),
  );
});
