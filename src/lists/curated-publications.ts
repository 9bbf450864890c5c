import { firstCountedYear, issueCountedYear } from '#src/records/counting/counted-row-fields.ts';
import { gapsOf } from '#src/records/publications/gaps.ts';
import { CuratorRow, publicationShape } from '#src/records/publications/row.ts';
import { defineStoredList } from './define-list.ts';
import { listSpec } from './model/spec.ts';
import { postgresList } from './postgres/list.ts';
import { publicationSpec } from './publications.ts';
import { createdByDay } from './tallies.ts';

/** The sorts of the curators' list; the first is the default. */
export const curatorSorts = [
  'last_fetched_at',
  'publication_date',
  'publication_year',
  'cited_by_count',
  'title',
  'edit_count',
] as const;

/** The filters whose values the list counts on request. */
export const curatorFacets = [
  'publication_type',
  'publication_year',
  'match_state',
  'source',
  'open_access_status',
  'visibility',
  'publication_subtype',
  'integrity',
  'journal',
  'publisher',
  'language',
  'is_edited',
  'missing',
  'license',
] as const;

/** Further ones, which nobody asks for every morning. */
export const reportFacets = [
  'output_type',
  'counted_year',
  'report_year',
  'author_count',
  'country_count',
  'funder',
] as const;

export const curatorSpec = /* @__PURE__ */ listSpec({
  collection: 'PUB',
  snapshot: 'PUB-CURATORS',
  schema: CuratorRow,
  shape: publicationShape,
  id: ({ doi }) => doi,
  texts: ({ title, author_names }) => [title, ...(author_names === '' ? [] : author_names.split('\n'))],
  anyLanguage: true,
  sorts: {
    last_fetched_at: publicationSpec.sorts.last_fetched_at,
    publication_date: publicationSpec.sorts.publication_date,
    publication_year: (row) => row.publication_year,
    cited_by_count: publicationSpec.sorts.cited_by_count,
    title: publicationSpec.sorts.title,
    edit_count: (row) => row.edit_count,
  },
  equals: {
    publication_type: (row) => row.publication_type,
    publication_year: (row) => row.publication_year,
    orcid_id: (row) => row.orcids,
    match_state: (row) => row.author_match_state,
    source: (row) => row.source,
    is_retracted: publicationSpec.equals.is_retracted,
    integrity: publicationSpec.equals.integrity,
    publication_subtype: publicationSpec.equals.publication_subtype,
    identifier: publicationSpec.equals.identifier,
    journal: publicationSpec.equals.journal,
    open_access_status: (row) => row.open_access_status,
    license: publicationSpec.equals.license,
    output_type: publicationSpec.equals.output_type,
    visibility: (row) => (row.visible ? 'visible' : 'hidden'),
    status: (row) => (row.deleted_at === null ? 'active' : 'deleted'),
    versions: (row) => (row.superseded_by === null ? 'shown' : 'superseded'),
    // Unknown in rows of an older shape.
    has_open_match: (row) => String(row.has_open_match ?? row.author_match_state === 'needs_attention'),
    authors_unknown: (row) => String(row.authors_unknown),
    not_author: (row) => row.not_author_orcids,
    container_title: (row) => row.container_title,
    publisher: (row) => row.publisher,
    language: (row) => row.language,
    is_edited: (row) => String(row.edit_count > 0),
    missing: gapsOf,
    unmatched_orcid: (row) => row.unmatched_orcids,
    funder: (row) => row.funders,
    corresponding: (row) => row.corresponding,
    author_count: (row) => row.author_count,
    country_count: (row) => row.country_count,
    report_year: (row) => row.report_year,
    counted_year: firstCountedYear,
    counted_issue_year: issueCountedYear,
  },
  atLeast: {
    cited_by_count: (row) => row.cited_by_count,
    publication_year: (row) => row.publication_year,
    last_fetched_at: (row) => row.last_fetched_at,
    created_at: (row) => row.created_at,
    retracted_on: ({ retracted_on }) => (retracted_on === null ? null : Date.parse(retracted_on)),
    author_count: (row) => row.author_count,
    counted_year: firstCountedYear,
    counted_issue_year: issueCountedYear,
  },
  output: { people: 'orcid_id', date: (row) => row.publication_date },
  // A merged publication is shown only as the one it was merged into.
  where: { present: (row) => row.merged_into === null },
  tallies: [createdByDay],
});

export const curatedPublicationList = /* @__PURE__ */ postgresList({
  name: 'curated_publications',
  spec: curatorSpec,
  multiple: [
    'orcid_id',
    'identifier',
    'not_author',
    'missing',
    'license',
    'funder',
    'corresponding',
    'unmatched_orcid',
  ],
  long: ['title'],
  kept: [
    // The list without a filter, with all its facets.
    {
      where: ['present'],
      equals: { status: 'active', versions: 'shown' },
      facets: curatorFacets,
    },
    // The numbers of the dashboard.
    { equals: { status: 'active', versions: 'shown' }, facets: ['is_edited', 'visibility', 'orcid_id'] },
    // The names that a search in everything looks through.
    { facets: ['container_title', 'publisher'] },
    // The questions whether somebody is an author.
    { equals: { status: 'active', has_open_match: 'true' } },
  ],
  counted: [
    'publication_type',
    'publication_year',
    'visibility',
    'match_state',
    'source',
    'open_access_status',
    'language',
    'is_edited',
    'is_retracted',
    'integrity',
    'publication_subtype',
    'authors_unknown',
    'cited_by_count',
  ],
});

/** All publications as curators see them, including hidden and deleted ones. */
export const curatedPublications = /* @__PURE__ */ defineStoredList(curatorSpec, curatedPublicationList);
