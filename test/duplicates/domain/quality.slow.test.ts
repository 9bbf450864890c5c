import { describe, expect, test } from '@jest/globals';
import { pairsAmong } from '#src/duplicates/domain/all-pairs.ts';
import { topCandidates } from '#src/duplicates/domain/candidates.ts';
import { blockKeys, comparableOf } from '#src/records/likeness/comparable.ts';
import { measureHardNegatives, measureRecall } from '../../../bench/duplicates/measure.ts';
import { shipped } from '../../../bench/duplicates/shipped.ts';

/** The bounds of `npm run bench:duplicates`, on the titles that are shipped with it. */

const measured = measureRecall(shipped);

test.each(measured.map(({ kind, wanted, by }) => [kind, wanted, by] as const))('recall: %s', (_, wanted, by) => {
  for (const [setting, { found, cases, missed }] of by) {
    if (found / cases < wanted) throw new Error(`${setting}: ${found} of ${cases}\n${missed.join('\n')}`);
  }
});

test('precision: titles of different publications that look alike', () => {
  const { cases, found } = measureHardNegatives();
  expect(cases).toBeGreaterThan(500);
  expect(found).toEqual([]);
});

const publication = (n: number, title: string) => ({
  record: { kind: 'publication' as const, id: `10.5555/${n}` },
  comparable: comparableOf({
    doi: `10.5555/${n}`,
    title,
    subtitle: null,
    year: 2020,
    authors: ['Carberry'],
    venue: 'Journal of Psychoceramics',
    type: 'journal-article',
    orcids: Array.from({ length: 10 }, (_, k) => `0000-0000-0000-000${k}`),
  }),
});

describe('a registry made to explode', () => {
  test('of equal titles: a series of publications is no pair, and the work is linear', () => {
    const many = Array.from({ length: 5_000 }, (_, n) => publication(n, 'Leakage in connected teapots of the kingdom'));
    expect(pairsAmong(many)).toEqual([]);
  });

  test('of long titles that differ a little: each is compared with a bounded number of others', () => {
    const many = Array.from({ length: 2_000 }, (_, n) =>
      publication(n, `${'word '.repeat(50)}${'x'.repeat(5 + (n % 5))}${n}`),
    );
    expect(pairsAmong(many).length).toBeLessThanOrEqual(8 * many.length);
  });
});

test('of many candidates with one title, versions and preprints remain', () => {
  const candidate = (n: number, ...reasons: ('same_title' | 'preprint' | 'doi_version')[]) => ({
    record: { kind: 'publication' as const, id: `10.5555/${n}` },
    likeness: { score: 90, reasons },
  });
  const series = [1, 2, 3, 4].map((n) => candidate(n, 'same_title'));
  expect(topCandidates(series.slice(1))).toHaveLength(3);
  const left = topCandidates([
    ...series,
    candidate(5, 'same_title', 'preprint'),
    candidate(6, 'same_title', 'doi_version'),
  ]);
  expect(left.map(({ record }) => record.id)).toEqual(['10.5555/5', '10.5555/6']);
});

test('two records are compared however they are stored: what is stored is among what is read', () => {
  for (const sample of shipped) {
    const comparable = comparableOf(sample);
    expect(blockKeys(comparable, 'read')).toEqual(expect.arrayContaining(blockKeys(comparable, 'stored')));
    expect(blockKeys(comparable, 'all')).toEqual(expect.arrayContaining(blockKeys(comparable, 'read')));
  }
});
