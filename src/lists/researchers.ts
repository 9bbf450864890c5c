import { type Affiliation, type AffiliationFilter, hasCondition, passesFilter } from '../domain/affiliation.ts';
import type { PersonRow } from '../domain/person.ts';
import type { PublicationRow } from '../domain/publication-row.ts';
import { parseOrcidId } from '../domain/values/orcid-id.ts';
import { localeMatch } from './model/definition.ts';
import type { Aggregate } from './model/list-source.ts';
import { type Page, pageBounds } from './model/page.ts';
import { peopleByAnyName as people, peopleByAnyNameSpec } from './people.ts';
import { publications } from './publications.ts';

/** People with the numbers of their publications, as curators see them: everybody, whether listed in public or not. */

/** How many publications name a person, by state. `needs_attention` counts visible and hidden ones. */
export interface PublicationCounts {
  visible: number;
  hidden: number;
  deleted: number;
  needs_attention: number;
}

const none: Readonly<PublicationCounts> = { visible: 0, hidden: 0, deleted: 0, needs_attention: 0 };

const countsByOrcid: Aggregate<PublicationRow, Map<string, PublicationCounts>> = {
  start: () => new Map(),
  add: (result, { orcids, visible, deleted_at, superseded_by, merged_into, author_match_state }) => {
    if (superseded_by !== null || merged_into !== null) return;
    const isDeleted = deleted_at !== null;
    const needsAttention = !isDeleted && author_match_state === 'needs_attention';
    for (const orcid of orcids) {
      let counts = result.get(orcid);
      if (!counts) {
        counts = { ...none };
        result.set(orcid, counts);
      }
      if (isDeleted) counts.deleted++;
      else if (visible) counts.visible++;
      else counts.hidden++;
      if (needsAttention) counts.needs_attention++;
    }
  },
};

const affiliationsByOrcid: Aggregate<PersonRow, Map<string, readonly Affiliation[]>> = {
  start: () => new Map(),
  add: (result, { orcid, affiliations }) => {
    if (affiliations.length > 0) result.set(orcid, affiliations);
  },
};

/** The counts of a person's publications, from all that was written before the call. */
export async function publicationCounts(): Promise<(orcid: string) => Readonly<PublicationCounts>> {
  const { value } = await publications.aggregate(countsByOrcid, 0);
  return (orcid) => value.get(orcid) ?? none;
}

/** The publications that are not deleted. */
export const publicationCount = ({ visible, hidden }: PublicationCounts): number => visible + hidden;

/** The number of people in each category, by category. */
export async function categoryCounts(): Promise<{ category_id: string; people: number }[]> {
  const counts = await people.facetCounts('category', [], 0);
  const categories = [...counts].map(([id, number]) => ({ category_id: String(id), people: number }));
  return categories
    .filter(({ people }) => people > 0)
    .sort((one, other) => (one.category_id < other.category_id ? -1 : 1));
}

export const researcherSorts = ['name', 'last_fetched_at', 'publication_count'] as const;

/** A query of people. `q` is a part of a name in any language or of the iD, or the iD in any form. */
export interface ResearcherQuery extends AffiliationFilter {
  page: number;
  per_page: number;
  q: string;
  /** As in the query of a list. */
  locale?: string | undefined;
  sort: (typeof researcherSorts)[number];
  dir: 'asc' | 'desc';
  category_id?: string | null;
}

/** For rows that were read before in the same request. */
const asRead = Number.POSITIVE_INFINITY;

/** A page of people and the counts of their publications, with everything that was written before the call. */
export async function findResearchers(
  { page, per_page, q, locale, sort, dir, category_id = null, ...affiliation }: ResearcherQuery,
  now: Date,
): Promise<Page<PersonRow> & { countsOf: (orcid: string) => Readonly<PublicationCounts> }> {
  const [countsOf, { value: affiliations }] = await Promise.all([
    publicationCounts(),
    people.aggregate(affiliationsByOrcid, 0),
  ]);
  const query = {
    q: parseOrcidId(q) ?? q,
    locale,
    equals: { category: category_id },
    where: [],
    ...(hasCondition(affiliation) && { ids: affiliatedPeople(affiliations, affiliation, now) }),
  } as const;
  if (sort !== 'publication_count') {
    return { ...(await people.find({ ...query, page, per_page, sort, dir }, asRead)), countsOf };
  }
  // The counts are those of another list, so there is no index in their order.
  const all = { page: 1, per_page: Number.MAX_SAFE_INTEGER, sort: 'name', dir } as const;
  const { rows: unordered, total } = await people.find({ ...query, ...all }, asRead);
  const { first, end, pages } = pageBounds(total, page, per_page);
  const rows = byCount(unordered, countsOf, dir).slice(first, end);
  const match = q === '' || locale === undefined ? {} : localeMatch(peopleByAnyNameSpec, rows, { q: query.q, locale });
  return { rows, page, per_page, total, pages, ...match, countsOf };
}

/** The people whose affiliation at a time passes the filter. */
function affiliatedPeople(
  affiliationsOf: ReadonlyMap<string, readonly Affiliation[]>,
  filter: AffiliationFilter,
  time: Date,
): Set<string> {
  const orcids = new Set<string>();
  for (const [orcid, affiliations] of affiliationsOf) if (passesFilter(filter, affiliations, time)) orcids.add(orcid);
  return orcids;
}

/** Rows by the number of publications; people with as many by iD. */
function byCount(
  rows: PersonRow[],
  countsOf: (orcid: string) => Readonly<PublicationCounts>,
  dir: 'asc' | 'desc',
): PersonRow[] {
  const sign = dir === 'asc' ? 1 : -1;
  const counted = rows.map((row) => ({ row, count: publicationCount(countsOf(row.orcid)) }));
  counted.sort((one, other) => sign * (one.count - other.count) || (one.row.orcid < other.row.orcid ? -1 : 1));
  return counted.map(({ row }) => row);
}
