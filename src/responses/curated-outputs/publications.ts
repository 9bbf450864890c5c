import * as z from 'zod';
import { searchEnvelope } from '#src/http/page-envelope.ts';
import { curatedPublications, curatorFacets, reportFacets } from '#src/lists/curated-publications.ts';
import type { GroupCounts, ValueCounts } from '#src/lists/model/page.ts';
import { apaCitation } from '#src/records/citations/apa.ts';
import { citationOf } from '#src/records/citations/csl.ts';
import { textOfRuns } from '#src/records/citations/runs.ts';
import { authorsOf, matchStates } from '#src/records/publications/publication.ts';
import { type CuratorRow, CuratorRow as RowSchema } from '#src/records/publications/row.ts';
import { getPublicationsAndPeople } from '#src/records/publications/store/publications.ts';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { inLocale } from '#src/vocabulary/locale.ts';
import { groupEcho } from '../group-query.ts';
import { type JournalCount, journalCounts } from '../journals.ts';
import { outputsEnvelope } from '../outputs/outputs.ts';
import { recordEcho, standingNotice } from '../publications.ts';
import { Facet, groupFacet, inOrder, withRest } from './facets.ts';
import { reportEcho } from './report-filters.ts';
import { CuratedWorkItem } from './works.ts';

const { author_match_state, source, open_access_status } = RowSchema.shape;

const LinkedResearcher = z
  .object({
    orcid: z.string(),
    name: z.string().nullable().meta({ description: 'Null if no name is known' }),
    match_state: author_match_state.meta({ description: '`complete` if matched to exactly one author' }),
  })
  .meta({ id: 'LinkedResearcher' });

export const CuratedPublicationItem = z
  .object({
    id: z.string().meta({ description: 'The DOI' }),
    title: z.string().nullable(),
    authors: z.array(z.string()).optional().meta({ description: 'The first three' }),
    author_count: z.int().optional(),
    container_title: z
      .string()
      .nullable()
      .meta({ description: 'The journal, book or proceedings; at most 200 characters' }),
    apa_citation: z.string().nullable().meta({ description: 'In APA style, 7th edition' }),
    researcher_orcids: z.array(z.string()),
    researchers: z.array(LinkedResearcher),
    doi_url: z.url(),
    publication_date: z.string().nullable().meta({ description: '`YYYY`, `YYYY-MM` or `YYYY-MM-DD`' }),
    publication_year: z.int().nullable(),
    publication_type: z.string().nullable(),
    cited_by_count: z.int().nullable(),
    match_state: author_match_state,
    match_question: z.enum(['open', 'authors_unknown']).nullable().optional().meta({
      description:
        '`open`: a curator must decide which author a researcher is. `authors_unknown`: no source names authors, so there is nothing to decide yet',
    }),
    source: source.unwrap(),
    is_retracted: z.boolean(),
    integrity: standingNotice,
    open_access_status: open_access_status.unwrap(),
    visible: z.boolean(),
    deleted_at: z.string().nullable().meta({ description: 'ISO 8601' }),
    superseded_by: z.string().nullable().meta({ description: 'The DOI of the version that lists show instead' }),
    edit_count: z.int(),
    created_at: z.int().meta({ description: 'Milliseconds since the epoch' }),
    last_fetched_at: z.int().meta({ description: 'Milliseconds since the epoch' }),
  })
  .meta({ id: 'CuratedPublicationItem' });

/** The fields that the list counts on request. */
export const countedFields = [...curatorFacets, ...reportFacets, 'group'] as const;

/** One page of publications, with the outputs if the request asks for them. */
export const CuratedPublicationList = z
  .object({
    publications: z.array(CuratedPublicationItem),
    ...searchEnvelope,
    sort: z.string(),
    dir: z.string(),
    q: z.string(),
    visibility: z.string(),
    status: z.string(),
    versions: z.string(),
    orcid_id: z.string().nullable(),
    publication_type: z.string().nullable(),
    publication_year: z
      .union([z.int(), z.string()])
      .nullable()
      .meta({ description: 'A text if several were requested' }),
    publication_year_from: z.int().nullable(),
    publication_year_to: z.int().nullable(),
    min_cited_by: z.int().nullable(),
    match_state: z.string().nullable(),
    source: z.string().nullable(),
    is_retracted: z.boolean().nullable(),
    open_access_status: z.string().nullable(),
    ...recordEcho,
    ...groupEcho,
    ...reportEcho,
    retracted_from: z.int().optional().meta({ description: 'Only if it was requested' }),
    output_type: z.string().optional().meta({ description: 'Only if it was requested' }),
    search_in: z.string().optional().meta({ description: 'Only if it was `everything`' }),
    publisher: z.string().optional().meta({ description: 'Only if it was requested' }),
    license: z.string().optional().meta({ description: 'Only if it was requested' }),
    language: z.string().optional().meta({ description: 'Only if it was requested' }),
    is_edited: z.boolean().optional().meta({ description: 'Only if it was requested' }),
    missing: z.string().optional().meta({ description: 'Only if it was requested' }),
    facets: z.partialRecord(z.enum(countedFields), Facet).nullable().meta({ description: 'Null if not requested' }),
    ...outputsEnvelope('CuratedOutputItem', CuratedPublicationItem, CuratedWorkItem),
  })
  .meta({ id: 'CuratedPublicationList' });

/** The echo of a list without these filters. */
export const emptyFilters = {
  visibility: 'all',
  versions: 'shown',
  publication_type: null,
  publication_year: null,
  publication_year_from: null,
  publication_year_to: null,
  min_cited_by: null,
  match_state: null,
  source: null,
  is_retracted: null,
  open_access_status: null,
  facets: null,
};

const firstAuthors = 3;

/** The fields of rows that items of curators' lists show. */
export const curatedItemFields = [
  'doi',
  'title',
  'container_title',
  'orcids',
  'publication_date',
  'publication_year',
  'publication_type',
  'cited_by_count',
  'author_match_state',
  'has_open_match',
  'authors_unknown',
  'source',
  'is_retracted',
  'integrity',
  'open_access_status',
  'visible',
  'deleted_at',
  'superseded_by',
  'edit_count',
  'created_at',
  'last_fetched_at',
] as const satisfies readonly (keyof CuratorRow)[];

/** The items of a page. Rows lack the citation and researchers' names, so the page's records are read in one batch. */
export async function curatedItems(
  rows: readonly Pick<CuratorRow, (typeof curatedItemFields)[number]>[],
  language: string,
): Promise<z.input<typeof CuratedPublicationItem>[]> {
  const { publications, people } = await getPublicationsAndPeople(
    rows.map(({ doi }) => doi),
    rows.flatMap(({ orcids }) => orcids),
  );
  return rows.map((row) => {
    const record = publications.get(row.doi);
    const states = record ? matchStates(record) : [];
    const authors = record ? authorsOf(record) : [];
    return {
      id: row.doi,
      title: inLocale(row.title, language),
      authors: authors.slice(0, firstAuthors).map(({ name }) => name),
      author_count: authors.length,
      container_title: row.container_title,
      apa_citation: record ? textOfRuns(apaCitation(citationOf(record, language))) : null,
      researcher_orcids: row.orcids,
      researchers: (record?.researchers ?? []).map(({ orcid }, index) => ({
        orcid,
        name: inLocale(people.get(orcid)?.name ?? null, language),
        match_state: states[index] ?? 'needs_attention',
      })),
      doi_url: doiUrl(row.doi),
      publication_date: row.publication_date,
      publication_year: row.publication_year,
      publication_type: row.publication_type,
      cited_by_count: row.cited_by_count,
      match_state: row.author_match_state,
      match_question: row.has_open_match ? 'open' : row.authors_unknown ? 'authors_unknown' : null,
      source: row.source,
      is_retracted: row.is_retracted,
      integrity: row.integrity ?? undefined,
      open_access_status: row.open_access_status,
      visible: row.visible,
      deleted_at: row.deleted_at,
      superseded_by: row.superseded_by,
      edit_count: row.edit_count,
      created_at: row.created_at,
      last_fetched_at: row.last_fetched_at,
    };
  });
}

const rowsForNames = 200;
/** Names are of rows that were counted a moment ago. */
const justReadMs = 30_000;

/** The journals with a name each: of those that no source has described, the one in their rows. */
async function withNames(journals: readonly JournalCount[]): Promise<JournalCount[]> {
  const names = new Map<string, string>();
  for (;;) {
    const nameless = journals.flatMap(({ value, title }) => (title === null && !names.has(value) ? [value] : []));
    if (nameless.length === 0) break;
    const known = names.size;
    const { rows } = await curatedPublications.find(
      {
        ...{ page: 1, per_page: rowsForNames, q: '', sort: 'publication_date', dir: 'desc' },
        ...{ equals: { journal: nameless }, where: ['present'] },
      },
      justReadMs,
      ['journal', 'container_title'],
    );
    for (const { journal, container_title: name } of rows) {
      if (journal !== null && name !== null && !names.has(journal)) names.set(journal, name);
    }
    if (names.size === known) break;
  }
  return journals.map((journal) => ({ ...journal, title: journal.title ?? names.get(journal.value) ?? null }));
}

const maxPublishers = 50;

const mostFrequent = <Value extends { count: number }>(values: readonly Value[]): Value[] =>
  values.toSorted((one, other) => other.count - one.count).slice(0, maxPublishers);

/** A publication can miss several things, or none, and its licence counts with and without the version. */
const severalValues: ReadonlySet<string> = new Set(['missing', 'license', 'funder']);

/** The counts of each facet, most frequent first. If a publication has at most one value, the rest have none. */
export async function facetsOf(
  facets: Record<string, ValueCounts> | undefined,
  total: number,
  groupCounts: GroupCounts | undefined,
  language: string,
): Promise<z.input<typeof CuratedPublicationList>['facets']> {
  if (!facets && !groupCounts) return null;
  const entries = Object.entries(facets ?? {}).map(async ([name, counts]) => {
    const values: Facet =
      name === 'journal'
        ? await withNames(await journalCounts(counts))
        : [...counts].map(([value, count]) => ({ value, count }));
    const shown = name === 'publisher' ? mostFrequent(values) : values;
    return [name, severalValues.has(name) ? inOrder(shown) : withRest(shown, counts, total)];
  });
  const group = groupCounts && (await groupFacet(groupCounts, language));
  return { ...Object.fromEntries(await Promise.all(entries)), ...(group && { group }) };
}
