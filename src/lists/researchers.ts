import { type AffiliationFilter, hasCondition } from '#src/records/people/affiliation.ts';
import type { PersonRow } from '#src/records/people/person.ts';
import { parseOrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';
import { affiliatedPeople, allAffiliations } from './affiliated-people.ts';
import type { ListPage } from './model/page.ts';
import { curatedPeople as people } from './people.ts';
import { publications } from './publications.ts';
import { type CountedState, countedKey, publicationsOfPeople } from './tallies.ts';

/** People with their publication counts, as curators see them, whether publicly listed or not. */

/** The number of publications that name a person, by state. `needs_attention` counts visible and hidden ones. */
export type PublicationCounts = Record<CountedState, number>;

type CountsOf = (orcid: string) => Readonly<PublicationCounts>;

/** The counts of people's publications, including everything written before the call. */
export const publicationCounts = async (): Promise<CountsOf> => countsIn(await readCounts());

const readCounts = async () => (await publications.tally(publicationsOfPeople, 0)).value;

const countsIn =
  (counts: ReadonlyMap<string, number>): CountsOf =>
  (orcid) => {
    const count = (state: CountedState) => counts.get(countedKey(orcid, state)) ?? 0;
    return {
      visible: count('visible'),
      hidden: count('hidden'),
      deleted: count('deleted'),
      needs_attention: count('needs_attention'),
    };
  };

export const publicationCount = ({ visible, hidden }: PublicationCounts): number => visible + hidden;

export async function categoryCounts(): Promise<{ category_id: string; people: number }[]> {
  const counts = await people.facetCounts('category', [], 0);
  const categories = [...counts].map(([id, number]) => ({ category_id: String(id), people: number }));
  return categories
    .filter(({ people }) => people > 0)
    .sort((one, other) => (one.category_id < other.category_id ? -1 : 1));
}

export const researcherSorts = ['name', 'last_fetched_at', 'publication_count'] as const;

/** A query of people. `q` is a part of a name or iD, or the iD in any form. */
export interface ResearcherQuery extends AffiliationFilter {
  page: number;
  per_page: number;
  /** As in `ListQuery`. */
  offset?: number | undefined;
  q: string;
  /** As in `ListQuery`. */
  locale?: string | undefined;
  sort: (typeof researcherSorts)[number];
  dir: 'asc' | 'desc';
  category_id?: string | null;
}

/** Staleness for rows already read in the same request. */
const asRead = Number.POSITIVE_INFINITY;

/** A page of people with their publication counts, including everything written before the call. */
export async function findResearchers(
  { page, per_page, offset, q, locale, sort, dir, category_id = null, ...affiliation }: ResearcherQuery,
  now: Date,
): Promise<ListPage<PersonRow> & { countsOf: CountsOf }> {
  const [counts, affiliations] = await Promise.all([readCounts(), allAffiliations(people, 0)]);
  const countsOf = countsIn(counts);
  const query = {
    page,
    per_page,
    ...(offset !== undefined && { offset }),
    q: parseOrcidId(q) ?? q,
    locale,
    equals: { category: category_id },
    where: [],
    ...(hasCondition(affiliation) && { ids: affiliatedPeople(affiliations, affiliation, now) }),
  } as const;
  // The counts are in another list, which must provide the order.
  const foreignOrder = { source: counts, numberOf: (orcid: string) => publicationCount(countsOf(orcid)) };
  const order = sort === 'publication_count' ? ({ sort: 'name', foreignOrder } as const) : { sort };
  return { ...(await people.find({ ...query, ...order, dir }, asRead)), countsOf };
}
