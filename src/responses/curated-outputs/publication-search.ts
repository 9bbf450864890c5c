import * as z from 'zod';
import * as publicationQuery from '#src/http/publication-query.ts';
import * as query from '#src/http/query.ts';
import { enumFilter, orNone, orUnknown, valuesFilter } from '#src/http/values-filter.ts';
import { curatedPublications, type curatorSorts, type curatorSpec } from '#src/lists/curated-publications.ts';
import { knownGroups } from '#src/lists/groups/group-filter.ts';
import type { NamesOf, OutputConditions } from '#src/lists/outputs.ts';
import { foundElsewhere } from '#src/lists/search-everything.ts';
import { gapNames } from '#src/records/publications/gaps.ts';
import { authorMatchStates, type CuratorRow, publicationSources } from '#src/records/publications/row.ts';
import { OrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';
import { groupConditions, groupFilters, groupRuleOf } from '../group-query.ts';
import { journalCondition } from '../journals.ts';
import { optional } from '../query.ts';
import type { countedFields } from './publications.ts';
import { publisherFilter, reportConditions, reportFilters, retractedFrom } from './report-filters.ts';

const visibilities = ['all', 'visible', 'hidden'] as const;
const versionChoices = ['shown', 'superseded', 'all'] as const;
const searchedParts = ['titles_and_authors', 'everything'] as const;
const statuses = ['active', 'deleted', 'all'] as const;

/** A choice whose default is the first value. */
const choice = <const Values extends readonly [string, ...string[]]>(values: Values, description: string) =>
  query.withDefault(z.enum(values), values[0], { type: 'string', enum: [...values], default: values[0] }, description);

/** The search text and the filters of curators' lists of publications. */
export const curatedFilters = {
  q: query.searchText(`${query.inAnyLanguage('the title')} or the name of an author`),
  search_in: optional(
    choice(
      searchedParts,
      'Where to search for `q`: in titles and author names, or also in DOIs, ORCID iDs, journals, publishers and all names of linked people.',
    ),
  ),
  visibility: choice(visibilities, 'Only publications with this visibility.'),
  status: choice(statuses, 'Only publications that are not deleted, only deleted ones, or all.'),
  orcid_id: valuesFilter(
    orUnknown(OrcidId),
    { type: 'string' },
    'Only publications of researchers with this ORCID iD. `unknown`: of none.',
  ),
  ...publicationQuery.valueFilters,
  license: optional(publicationQuery.license),
  min_cited_by: publicationQuery.minCitedBy,
  match_state: enumFilter(authorMatchStates, 'Only publications whose authors are matched, or only others.'),
  source: enumFilter(publicationSources, 'Only publications with data from this source.'),
  is_retracted: publicationQuery.isRetracted,
  ...publicationQuery.recordFilters,
  publisher: publisherFilter,
  language: valuesFilter(
    z.string().max(35),
    { type: 'string' },
    'Only publications in this language, a BCP 47 tag such as `de`.',
  ),
  is_edited: query.filter(
    z.enum(['true', 'false']),
    { type: 'boolean' },
    'Only publications that a curator has edited, or only others.',
  ),
  output_type: publicationQuery.outputType,
  missing: optional(
    enumFilter(
      gapNames,
      'Only publications without this: authors, an abstract, a venue (of articles, chapters and papers) or a date.',
    ),
  ),
  ...groupFilters,
  ...reportFilters,
  retracted_from: retractedFrom,
  versions: optional(choice(versionChoices, 'Only the shown version of each publication, or the others, or all.')),
  locale: query.locale,
};

export type CuratedQuery = z.output<z.ZodObject<typeof curatedFilters>>;

interface Paging {
  page: number;
  per_page: number;
  offset?: number;
  sort: (typeof curatorSorts)[number];
  dir: 'asc' | 'desc';
  facets?: readonly (typeof countedFields)[number][] | null;
}

/**
 * Prepares a search, in a locale or plainly. Returns its conditions, and the function that finds its pages. Throws a Problem for an
 * impossible filter.
 */
export async function curatedSearch(query: CuratedQuery, locale: string | undefined, now: Date) {
  const {
    q,
    search_in,
    visibility,
    status,
    versions,
    is_retracted,
    min_cited_by,
    publication_year_from: from,
    publication_year_to: to,
    integrity,
    publication_subtype,
    exclude_subtype,
    identifier,
    journal,
    orcid_id,
    publication_type,
    publication_year,
    match_state,
    source,
    publisher,
    language,
    is_edited,
    missing,
    open_access_status,
    license,
    output_type,
  } = query;
  const noted = { integrity, publication_subtype, exclude_subtype, identifier, journal };
  const { equals, ...exceptions } = publicationQuery.recordQuery(noted);
  publicationQuery.checkYears(query);
  const report = reportConditions(query);
  const [ofJournal, { groups }, alsoFound] = await Promise.all([
    journalCondition(journal),
    groupConditions(query, { kind: 'publication', audience: 'curators', stalenessMs: 0 }, now),
    search_in === 'everything' ? foundElsewhere(q, locale) : undefined,
  ]);
  const conditions: NonNullable<OutputConditions<NamesOf<typeof curatorSpec>>> = {
    q,
    locale,
    equals: {
      orcid_id: orcid_id && orNone(orcid_id),
      publication_type: publication_type && orNone(publication_type),
      publication_year: publication_year && orNone(publication_year),
      match_state,
      source,
      publisher: publisher && orNone(publisher),
      language: language && orNone(language),
      is_edited,
      missing: missing ?? null,
      open_access_status: open_access_status && orNone(open_access_status),
      ...(license && { license: orNone(license) }),
      ...(output_type && { output_type: orNone(output_type) }),
      ...report.equals,
      ...equals,
      ...ofJournal,
      is_retracted,
      visibility: visibility === 'all' ? null : visibility,
      status: status === 'all' ? null : status,
      versions: versions === 'all' ? null : versions,
    },
    except: { ...exceptions.except, ...report.except },
    atLeast: {
      cited_by_count: min_cited_by,
      publication_year: from,
      ...report.atLeast,
      ...(query.retracted_from && { retracted_on: query.retracted_from }),
    },
    atMost: { publication_year: to, ...report.atMost },
    where: ['present'],
    // They all have a DOI.
    ...(query.doi_hint && { ids: new Set<string>() }),
    ...(groups && { groups }),
    ...(alsoFound && { alsoFound }),
  };
  const find = async <Field extends keyof CuratorRow = keyof CuratorRow>(
    { facets, ...paging }: Paging,
    fields?: readonly Field[],
  ) => {
    const counting = facets?.includes('group')
      ? (await knownGroups('publication', 'curators', 0)).counting(groupRuleOf(query), now)
      : undefined;
    const yearField = query.year_of === 'issue' ? 'counted_issue_year' : 'counted_year';
    const counted = facets
      ?.filter((name) => name !== 'group')
      .map((name) => (name === 'counted_year' ? yearField : name));
    const found = await curatedPublications.find(
      {
        ...paging,
        ...conditions,
        ...(counted && { facets: counted }),
        ...(counting && { countGroups: counting }),
      },
      0,
      fields,
    );
    const { counted_issue_year, ...others } = found.facets ?? {};
    return counted_issue_year ? { ...found, facets: { ...others, counted_year: counted_issue_year } } : found;
  };
  return { conditions, find };
}
