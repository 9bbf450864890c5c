import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { containsFolded } from '#src/lists/model/definition.ts';
import { packTexts, Texts } from '#src/lists/sections/texts.ts';
import { foldForSearch } from '#src/vocabulary/text/fold.ts';

const textsOf = (values: readonly (string | number)[]) => {
  const [offsets, bytes] = packTexts(values.map((value) => JSON.stringify(value)));
  return new Texts(new Uint8Array(offsets.buffer), bytes);
};

test('every stored value that contains a text is a candidate', () => {
  const part = fc.oneof(
    fc.constantFrom(
      'Annals',
      'annals of',
      'É',
      'e\u0301',
      'Straße',
      'ſ',
      '"',
      '\\',
      '\n',
      'u00',
      '＂',
      '\ud800',
      '20',
      '',
    ),
    fc.string({ maxLength: 3, unit: 'binary' }),
  );
  const value = fc.oneof(
    fc.array(part, { maxLength: 3 }).map((parts) => parts.join('')),
    fc.integer({ min: 0, max: 2_030 }),
  );
  fc.assert(
    fc.property(fc.array(value, { maxLength: 8 }), part, (values, q) => {
      const folded = foldForSearch(q, 'en');
      const candidates = [...textsOf(values).candidates(folded)];
      const containing = [...values.keys()].filter((index) => containsFolded(values[index] ?? '', folded));
      expect(candidates).toEqual(expect.arrayContaining(containing));
      expect(candidates).toEqual([...new Set(candidates)].sort((one, other) => one - other));
    }),
  );
});

test('of values in ASCII, only those that contain the text are', () => {
  const texts = textsOf(['Annals of Kilns', 'Kilns', 'Pots', 'Étude', 2020]);
  expect([...texts.candidates('kiln')]).toEqual([0, 1, 3]);
  expect([...texts.candidates('é')]).toEqual([3]);
  expect([...texts.candidates('pots"')]).toEqual([0, 1, 2, 3, 4]);
  expect([...texts.candidates('\ud800')]).toEqual([0, 1, 2, 3, 4]);
});
