import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { curatorSpec } from '#src/lists/curated-publications.ts';
import { RowIndex } from '#src/lists/index/row-index.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import type { CuratorRow, PublicationRow } from '#src/records/publications/row.ts';
import type { LocalizedText } from '#src/vocabulary/locale.ts';
import { foldForSearch } from '#src/vocabulary/text/fold.ts';
import { aCuratorRow, aRow } from '../../support/builders.ts';
import { locales, phrase, q, title } from './locale-search-fixture.ts';

/**
 * A second implementation of locale-aware search, row by row and text by text, without code of the index or of the
 * definition below it. Only the folding is shared; its test has a source for each line.
 */

const defaultLocale = 'en';
interface Found {
  /** By a text in the requested locale. */
  own: boolean;
  any: boolean;
}

/** The text of a map in a locale: of the tag itself, or of its language. */
const textIn = (text: Record<string, string>, locale: string): string | undefined => {
  const byTag = new Map(Object.entries(text).map(([tag, value]) => [tag.toLowerCase(), value]));
  return byTag.get(locale.toLowerCase()) ?? byTag.get(locale.split('-')[0] ?? '');
};

function isIn(text: string, q: string, rules: string): boolean {
  return foldForSearch(text, rules).includes(foldForSearch(q, rules));
}

/** Whether plain search finds a text: by a part of it in English, ignoring case. */
const isInPlainly = (text: string | undefined, q: string): boolean =>
  text?.toLowerCase().includes(q.normalize('NFC').toLowerCase()) ?? false;

/**
 * How a text of a row is found: in its own language by the locale's rules, or in English or any other language by those
 * or the default ones. Plain search results are always included.
 */
function search(text: LocalizedText | null, q: string, locale: string, anyLanguage: boolean): Found {
  const asMap = typeof text === 'string' ? { [defaultLocale]: text } : (text ?? {});
  const english = asMap[defaultLocale];
  const isPlain = isInPlainly(english, q);
  const ownText = textIn(asMap, locale);
  const own = ownText !== undefined && (isIn(ownText, q, locale) || (ownText === english && isPlain));
  const fallbacks = anyLanguage ? Object.values(asMap) : [english ?? []].flat();
  const isOther = fallbacks.some((each) => isIn(each, q, defaultLocale) || isIn(each, q, locale));
  return { own, any: own || isOther || isPlain };
}

function answer<Row extends { doi: string }>(
  rows: readonly Row[],
  texts: (row: Row) => (LocalizedText | null)[],
  q: string,
  locale: string,
  anyLanguage: boolean,
) {
  const isEmpty = foldForSearch(q, locale) === '';
  const found = rows
    .map((row) => {
      const each = texts(row).map((text) => search(text, q, locale, anyLanguage));
      return { row, own: each.some(({ own }) => own), any: isEmpty || each.some(({ any }) => any) };
    })
    .filter(({ any }) => any)
    .sort((one, other) => (one.row.doi < other.row.doi ? -1 : 1));
  const page = found.slice(0, perPage);
  const isAnyOwn = page.some(({ own }) => own);
  const isSearched = !isEmpty && page.length > 0;
  return {
    dois: page.map(({ row }) => row.doi),
    total: found.length,
    matched_locale: isSearched && !isAnyOwn ? defaultLocale : locale,
    fallback_used: isSearched && page.some(({ own }) => !own),
  };
}

const perPage = 5;
const searches = fc.array(fc.tuple(q, fc.constantFrom(...locales)), { minLength: 1, maxLength: 4 });

/** Printed, so that a failure can be repeated. */
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);

test(`2,000 random lists and searches are answered as the definition says (SEED=${seed})`, () => {
  const order = { page: 1, per_page: perPage, sort: 'last_fetched_at', dir: 'desc', where: [] } as const;
  const property = fc.property(
    fc.array(fc.tuple(title, fc.option(phrase)), { maxLength: 12 }),
    searches,
    fc.nat({ max: 11 }),
    (titles, asked, changedAt) => {
      const index = new RowIndex<PublicationRow>(publicationSpec);
      const curators = new RowIndex<CuratorRow>(curatorSpec);
      const rows = titles.map(([each], n) => aRow({ doi: `10.5555/${n + 10}`, title: each }));
      const curated = titles.map(([each, name], n) =>
        aCuratorRow({ doi: `10.5555/${n + 10}`, title: each, author_names: name ?? '' }),
      );
      index.put(rows);
      curators.put(curated);
      for (const [text, locale] of asked) {
        const { rows: page, total, matched_locale, fallback_used } = index.find({ ...order, q: text, locale });
        expect({ dois: page.map(({ doi }) => doi), total, matched_locale, fallback_used }).toEqual(
          answer(rows, (row) => [row.title], text, locale, false),
        );
        const found = curators.find({ ...order, q: text, locale });
        const names = (row: CuratorRow) => [row.title, ...(row.author_names === '' ? [] : [row.author_names])];
        expect({
          dois: found.rows.map(({ doi }) => doi),
          total: found.total,
          matched_locale: found.matched_locale,
          fallback_used: found.fallback_used,
        }).toEqual(answer(curated, names, text, locale, true));
        // A row changes between two searches, and may add a language that no row had.
        const changed = rows[changedAt];
        const [first] = titles;
        if (changed && first) {
          rows[changedAt] = { ...changed, title: { ...(first[0] as object), tr: 'ISI', 'de-AT': 'Straße' } };
          index.put([rows[changedAt]]);
        }
      }
    },
  );
  fc.assert(property, { numRuns: 2_000, seed });
});
