import { publicationSpec } from '#src/lists/publications.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { rowOf } from '#src/records/publications/row-of.ts';
import { defaultText } from '#src/vocabulary/locale.ts';
import { syntheticPublication, syntheticTitle } from '../../local/data/synthetic.ts';

/** The query parameters of the list of publications. */
export interface ListQuery {
  page: number;
  per_page: number;
  q: string;
  sort: keyof typeof publicationSpec.sorts;
  dir: 'asc' | 'desc';
  publication_type: string | null;
  publication_year: number | null;
  min_cited_by: number | null;
}

/** A kind of query with any number of variations, so that results never come from the cache. */
export interface QueryKind {
  name: string;
  queryOf(variation: number): ListQuery;
}

const perPage = 20;
const plain: ListQuery = {
  page: 1,
  per_page: perPage,
  q: '',
  sort: 'last_fetched_at',
  dir: 'desc',
  publication_type: null,
  publication_year: null,
  min_cited_by: null,
};
const types = ['journal-article', 'proceedings-article', 'book-chapter', 'dataset'];
const titlesRead = 4000;
const wordsAsked = 40;
const lendingRows = 20_000;
const msBetween = 997;

/** Typical queries to a registry of this many synthetic publications. */
export function queryMix(publications: number): QueryKind[] {
  const { words: common, pairs } = commonParts(publications);
  const lastPage = Math.ceil(publications / perPage);
  const kind = (name: string, queryOf: (variation: number) => Partial<ListQuery>): QueryKind => ({
    name,
    queryOf: (variation) => ({ ...plain, ...queryOf(variation) }),
  });
  return [
    kind('first page', () => ({})),
    kind(`page ${Math.min(2000, lastPage)}`, (n) => ({ page: Math.max(1, Math.min(2000, lastPage) - (n % 20)) })),
    kind('common word', (n) => ({ q: common[n % common.length] ?? '' })),
    kind('rare phrase', (n) => ({ q: phraseOf(titleOf((n * 7919) % publications, publications)) })),
    kind('two letters', (n) => ({ q: pairs[n % pairs.length] ?? '' })),
    kind('no match', (n) => ({ q: `quux${n}` })),
    kind('three filters', (n) => ({
      publication_type: types[n % types.length] ?? null,
      publication_year: 2025 - (n % 12),
      min_cited_by: 3 + (n % 10),
    })),
    kind('by citations, page 50', (n) => ({ sort: 'cited_by_count', page: Math.min(50, lastPage) - (n % 5) })),
    kind('by date, oldest first', (n) => ({ sort: 'publication_date', dir: 'asc', page: 1 + (n % 5) })),
    kind('by title', (n) => ({ sort: 'title', dir: 'asc', page: 1 + (n % 5) })),
  ];
}

/** The most common words of titles, and letter pairs in them. */
export function commonParts(publications: number): { words: string[]; pairs: string[] } {
  const titles = Array.from({ length: Math.min(titlesRead, publications) }, (_, index) => titleOf(index, publications));
  const matchesOf = (pattern: RegExp) =>
    mostCommon(titles.flatMap((title) => title.toLowerCase().match(pattern) ?? []));
  return { words: matchesOf(/\w{3,}/g), pairs: matchesOf(/[a-z]{2}/g) };
}

/**
 * Makes rows as if they were read from the table: they share no strings, which would distort memory measurements. Making
 * a record takes far longer than the rest of a benchmark, so from the 20,000th row on, another row lends all but id,
 * title, times and citations.
 */
export function rowMaker<Row extends PublicationRow>(make: (index: number, publications: number) => Row) {
  const lenders: string[] = [];
  let madeFor = 0;
  return (index: number, publications: number): Row => {
    if (madeFor !== publications) lenders.length = 0;
    madeFor = publications;
    const from = index % lendingRows;
    lenders[from] ??= JSON.stringify(make(from, publications));
    const row = JSON.parse(lenders[from] ?? '') as Row;
    if (index === from) return row;
    const title = syntheticTitle(index);
    const { created_at, last_fetched_at, cited_by_count } = row;
    return Object.assign(row, {
      doi: `10.5555/synthetic.${index}`,
      title: row.title !== null && typeof row.title === 'object' ? { ...row.title, en: title } : title,
      created_at: created_at + (index - from) * msBetween,
      last_fetched_at: last_fetched_at + (index - from) * msBetween,
      cited_by_count: cited_by_count === null ? null : cited_by_count + (Math.imul(index, 0x9e3779b1) >>> 30),
      changed: index,
    });
  };
}

/** The row of the nth synthetic publication. */
export const rowFromTable = rowMaker((index, publications) =>
  publicationSpec.schema.parse({ ...rowOf(syntheticPublication(index, publications)), changed: index }),
);

/** All rows of a registry, generated one by one. */
export function* rowsFromTable(publications: number): Generator<PublicationRow> {
  for (let index = 0; index < publications; index++) yield rowFromTable(index, publications);
}

const titleOf = (index: number, publications: number): string =>
  defaultText(rowFromTable(index, publications).title) ?? '';

/** Three words from the middle of a title. */
const phraseOf = (title: string): string => title.split(' ').slice(1, 4).join(' ');

function mostCommon(words: string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  return sorted.slice(0, wordsAsked).map(([word]) => word);
}
