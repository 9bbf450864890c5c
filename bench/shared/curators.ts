import { curatorFacets, curatorSpec } from '#src/lists/curated-publications.ts';
import type { CuratorRow } from '#src/records/publications/row.ts';
import { rowOf } from '#src/records/publications/row-of.ts';
import { syntheticPeopleCount, syntheticPerson, syntheticPublication } from '../../local/data/synthetic.ts';
import { commonParts, rowMaker } from './mix.ts';

/** A query of the curators' list, as its route passes it to the index. */
export interface CuratorQuery {
  page: number;
  per_page: number;
  q: string;
  sort: keyof typeof curatorSpec.sorts;
  dir: 'asc' | 'desc';
  equals: Partial<Record<keyof typeof curatorSpec.equals, string | number | (string | number)[]>>;
  atLeast: Partial<Record<keyof typeof curatorSpec.atLeast, number>>;
  atMost: Partial<Record<keyof typeof curatorSpec.atLeast, number>>;
  where: [];
  facets: (typeof curatorFacets)[number][];
}

const perPage = 20;
const plain: CuratorQuery = {
  page: 1,
  per_page: perPage,
  q: '',
  sort: 'last_fetched_at',
  dir: 'desc',
  equals: { status: 'active' },
  atLeast: {},
  atMost: {},
  where: [],
  facets: [],
};
const types = ['journal-article', 'proceedings-article', 'book-chapter', 'dataset'];

/** Typical curator queries to a registry of this many synthetic publications. */
export function curatorMix(publications: number) {
  const { words, pairs } = commonParts(publications);
  const people = syntheticPeopleCount(publications);
  const lastPage = Math.min(2000, Math.floor(publications / perPage / 2));
  const kind = (name: string, queryOf: (variation: number) => Partial<CuratorQuery>) => ({
    name,
    queryOf: (variation: number): CuratorQuery => ({ ...plain, ...queryOf(variation) }),
  });
  const active = plain.equals;
  return [
    kind('first page', () => ({})),
    kind(`page ${lastPage}`, (n) => ({ page: Math.max(1, lastPage - (n % 20)) })),
    kind("an author's family name", (n) => ({
      q: syntheticPerson((n * 31) % people).family_name?.toLowerCase() ?? '',
    })),
    kind('common word', (n) => ({ q: words[n % words.length] ?? '' })),
    kind('two letters', (n) => ({ q: pairs[n % pairs.length] ?? '' })),
    kind('three filters', (n) => ({
      equals: { ...active, publication_type: [types[n % types.length] ?? '', 'report'], open_access_status: 'gold' },
      atLeast: { publication_year: 2010 + (n % 10) },
      atMost: { publication_year: 2022 },
    })),
    kind('facets of everything', (n) => ({ page: 1 + (n % 20), facets: [...curatorFacets] })),
    kind('facets of a search', (n) => ({ q: words[n % words.length] ?? '', facets: [...curatorFacets] })),
    kind('orcid_id', (n) => ({ equals: { ...active, orcid_id: syntheticPerson((n * 31) % people).orcid } })),
    kind('hidden only', (n) => ({ page: 1 + (n % 20), equals: { ...active, visibility: 'hidden' } })),
    kind('edited first', (n) => ({ sort: 'edit_count', page: 1 + (n % 20) })),
  ];
}

/** The nth row, as if read from the table. One in 50 is hidden, one in 20 edited, one in 200 deleted. */
export const curatorRowFromTable = rowMaker((index, publications): CuratorRow => {
  const record = {
    ...syntheticPublication(index, publications),
    visible: index % 50 !== 7,
    edit_count: index % 20 === 3 ? 1 + (index % 7) : 0,
    deleted_at: index % 200 === 11 ? '2026-01-31T12:00:00.000Z' : null,
  };
  return curatorSpec.schema.parse({ ...rowOf(record), changed: index });
});
