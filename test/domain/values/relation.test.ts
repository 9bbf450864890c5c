import { expect, test } from '@jest/globals';
import { distinctRelations, inverseOf, type RelationType } from '#src/vocabulary/relation.ts';

test('every relation is the inverse of its inverse', () => {
  const directed: [RelationType, RelationType][] = [
    ['is-preprint-of', 'has-preprint'],
    ['is-version-of', 'has-version'],
    ['is-identical-to', 'is-identical-to'],
    ['is-part-of', 'has-part'],
    ['corrects', 'is-corrected-by'],
    ['retracts', 'is-retracted-by'],
    ['is-supplement-to', 'is-supplemented-by'],
    ['is-review-of', 'has-review'],
  ];
  for (const [one, other] of directed) {
    expect(inverseOf(one)).toBe(other);
    expect(inverseOf(other)).toBe(one);
  }
});

test('relations are distinct, to other DOIs, and canonical', () => {
  const stated = [
    { type: 'is-version-of', identifier: 'https://doi.org/10.5555/POTS' },
    { type: 'is-version-of', identifier: '10.5555/pots' },
    { type: 'has-version', identifier: '10.5555/pots' },
    { type: 'is-version-of', identifier: '10.5555/own' },
    { type: 'is-part-of', identifier: '2749-9952' },
    { type: undefined, identifier: '10.5555/cited' },
  ] as const;
  expect(distinctRelations('10.5555/own', stated)).toEqual([
    { type: 'is-version-of', doi: '10.5555/pots' },
    { type: 'has-version', doi: '10.5555/pots' },
  ]);
});

test('of more than 50 relations, parts are left out first', () => {
  const parts = Array.from({ length: 60 }, (_, n) => ({ type: 'has-part' as const, identifier: `10.5555/part.${n}` }));
  const kept = distinctRelations('10.5555/own', [...parts, { type: 'has-preprint', identifier: '10.5555/preprint' }]);
  expect(kept).toHaveLength(50);
  expect(kept[0]).toEqual({ type: 'has-preprint', doi: '10.5555/preprint' });
  expect(kept[49]).toEqual({ type: 'has-part', doi: '10.5555/part.48' });
});
