import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { curatorSpec } from '#src/lists/curated-publications.ts';
import { RowIndex } from '#src/lists/index/row-index.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import type { CuratorRow, PublicationRow } from '#src/records/publications/row.ts';
import type { LocalizedText } from '#src/vocabulary/locale.ts';
import { aCuratorRow, aRow } from '../../support/builders.ts';
import { locales, phrase, q, title } from './locale-search-fixture.ts';

const order = { page: 1, per_page: 100, sort: 'last_fetched_at', dir: 'desc', where: [] } as const;
const doisOf = (rows: readonly { doi: string }[]) => new Set(rows.map(({ doi }) => doi));

test('plain search finds English texts only, and a search in any locale finds at least those', () => {
  // Any part of any text, and the parts that folding changes most.
  const searched = fc.oneof(
    q,
    fc.tuple(phrase, fc.nat(), fc.nat()).map(([text, from, to]) => text.slice(from % 9, 1 + (to % 9)).trim()),
    fc.string({ unit: 'grapheme', maxLength: 3 }),
  );
  const anyTitle = fc.oneof(
    title,
    fc.string({ unit: 'grapheme' }).map((text) => text.normalize('NFC')),
  );
  const property = fc.property(
    fc.array(fc.tuple(anyTitle, phrase), { minLength: 1, maxLength: 12 }),
    fc.array(fc.tuple(searched, fc.constantFrom(...locales)), { maxLength: 6 }),
    (titles, searches) => {
      const publications = new RowIndex<PublicationRow>(publicationSpec);
      const curated = new RowIndex<CuratorRow>(curatorSpec);
      const doi = (n: number) => `10.5555/${n + 10}`;
      publications.put(titles.map(([each], n) => aRow({ doi: doi(n), title: each })));
      curated.put(titles.map(([each, name], n) => aCuratorRow({ doi: doi(n), title: each, author_names: name })));
      for (const [text, locale] of searches) {
        const part = text.normalize('NFC').toLowerCase();
        const isInEnglish = (each: LocalizedText | null) =>
          (typeof each === 'object' ? each?.en : each)?.toLowerCase().includes(part) ?? false;
        for (const [index, isFound] of [
          [publications, (n: number) => isInEnglish(titles[n]?.[0] ?? null)],
          [curated, (n: number) => isInEnglish(titles[n]?.[0] ?? null) || isInEnglish(titles[n]?.[1] ?? null)],
        ] as const) {
          const plainly = doisOf(index.find({ ...order, q: text }).rows);
          const inLocale = doisOf(index.find({ ...order, q: text, locale }).rows);
          if (text !== '') expect(plainly).toEqual(new Set([...titles.keys()].filter(isFound).map(doi)));
          expect([...plainly].filter((one) => !inLocale.has(one))).toEqual([]);
        }
      }
    },
  );
  fc.assert(property, { numRuns: 300 });
});

test.each([
  ['cracks', 'de', { matched_locale: 'en', fallback_used: true }],
  ['rissbildung', 'de', { matched_locale: 'de', fallback_used: false }],
  ['rissbildung', 'en', undefined],
])('%s, in %s', (text, locale, match) => {
  const index = new RowIndex<PublicationRow>(publicationSpec);
  index.put([aRow({ doi: '10.5555/1', title: { de: 'Über die Rissbildung', en: 'On the formation of cracks' } })]);
  const found = index.find({ ...order, q: text, locale });
  if (match) expect(found).toMatchObject({ total: 1, ...match });
  else expect(found.total).toBe(0);
});
