import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { TextIndex } from '#src/lists/index/text-index.ts';
import { unpack } from '#src/lists/sections/packed.ts';
import { PostingListsPacker } from '#src/lists/sections/posting-lists.ts';
import { packWords, StoredWords } from '#src/lists/sections/stored-words.ts';
import { arrayOf, countBetween, fromValues, valuesIn } from '#src/lists/sets/bitset.ts';
import { hasSlot, intersectPosting, type Posting, slotsOf } from '#src/lists/sets/postings.ts';
import { rowsThatMayHave } from '#src/lists/sets/words.ts';

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

/** The words of an index in a snapshot. */
function stored(index: TextIndex, slots: number): StoredWords {
  const entries = [...index.entries()].map(([word, rows]): [string, Posting[]] => [word, [rows]]);
  const places = Int32Array.from({ length: slots }, (_, slot) => slot);
  return new StoredWords(unpack(packWords(entries, new PostingListsPacker(places, slots))));
}

test('a posting list of a snapshot has its slots', () => {
  fc.assert(
    fc.property(numbers, edge, (values, slot) => {
      const ascending = values.toSorted((a, b) => a - b);
      for (const posting of [Int32Array.from(ascending), fromValues(ascending, size)])
        expect([slot, ...values].map((each) => hasSlot(posting, each))).toEqual([
          values.includes(slot),
          ...values.map(() => true),
        ]);
    }),
  );
});

test('rows that may have a phrase are those with each of its parts at the end, as a whole or at the beginning of a word', () => {
  const word = fc.constantFrom('a', 'ab', 'ba', 'rare', 'scare');
  const titles = fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), { maxLength: 12 });
  const phrase = fc.array(fc.constantFrom('a', 'b', 'ab', 'rare', 'are', 'none'), { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(
      titles,
      phrase,
      fc.constantFrom(0, 600, 2_000, 6_000),
      fc.boolean(),
      (some, parts, others, isStored) => {
        const index = new TextIndex();
        const all = [...some, ...Array<string[]>(others).fill(['ab', 'ba'])];
        for (const [slot, words] of all.entries()) index.add(slot, [words.join(' ')]);
        const [first = '', ...middle] = parts;
        const last = middle.pop() ?? '';
        const hasAll = (words: string[]) =>
          words.some((each) => each.endsWith(first)) &&
          middle.every((whole) => words.includes(whole)) &&
          words.some((each) => each.startsWith(last));
        const found = [
          ...slotsOf(rowsThatMayHave(isStored ? stored(index, all.length) : index, parts.join(' '), all.length)),
        ];
        expect(found).toEqual([...all.entries()].filter(([, words]) => hasAll(words)).map(([slot]) => slot));
      },
    ),
    { numRuns: 300 },
  );
});
