import type { Question } from '#src/ingestion/proposals/domain/proposal.ts';
import type { WorkGroup, WorkSummary } from '#src/records/orcid/record.ts';
import { ProjectInput } from '#src/records/projects/input.ts';
import type { IncomingPublication } from '#src/records/publications/publication.ts';
import type { CuratorRow, PublicationRow } from '#src/records/publications/row.ts';
import { type Author, type Bibliography, emptyBibliography } from '#src/vocabulary/bibliography.ts';

export const carberry = '0000-0002-1825-0097';
export const lovelace = '0009-0000-0000-0008';

export function aBibliography(fields: Partial<Bibliography> = {}): Bibliography {
  return { ...emptyBibliography, title: 'On Cracked Pots', ...fields };
}

export function anAuthor(name: string, orcid: string | null = null): Author {
  const [given = '', family = ''] = name.split(' ');
  return { name, given, family, orcid, affiliations: [] };
}

export function aSummary(fields: Partial<WorkSummary> = {}): WorkSummary {
  return {
    putCode: 1,
    title: 'On Cracked Pots',
    titleHtml: null,
    subtitle: null,
    workType: 'journal-article',
    publicationDate: '2008-02',
    journalTitle: 'Journal of Psychoceramics',
    url: null,
    displayIndex: 0,
    selfDois: [],
    arxivId: null,
    pmid: null,
    pmcid: null,
    handle: null,
    eid: null,
    issns: [],
    ...fields,
  };
}

export function aGroup(...summaries: Partial<WorkSummary>[]): WorkGroup {
  return { summaries: summaries.map(aSummary), selfDois: [], pmids: [], pmcids: [], identifiers: [] };
}

/** `orcid` is its only researcher. */
export function anIncoming({
  orcid = carberry,
  ...fields
}: Partial<IncomingPublication> & { orcid?: string } = {}): IncomingPublication {
  return {
    doi: '10.5555/pots',
    aliases: [],
    source: 'crossref',
    original: aBibliography(),
    client: null,
    orcidBibliographies: {},
    enriched: null,
    enrichment: null,
    supplements: {},
    pendingSources: [],
    answerHashes: {},
    orcids: [orcid],
    ...fields,
  };
}

export function aRow(fields: Partial<PublicationRow> = {}): PublicationRow {
  return {
    doi: '10.5555/pots',
    title: 'On Cracked Pots',
    publication_date: '2008-02',
    publication_year: 2008,
    publication_type: 'journal-article',
    cited_by_count: 3,
    author_match_state: 'complete',
    orcids: [carberry],
    visible: true,
    deleted_at: null,
    withdrawn_at: null,
    left_orcids: null,
    superseded_by: null,
    merged_into: null,
    is_retracted: false,
    integrity: null,
    publication_subtype: null,
    identifiers: '',
    open_access_status: null,
    license: null,
    journal: null,
    has_relations: false,
    has_abstract: false,
    edit_count: 0,
    created_at: 1_700_000_000_000,
    last_fetched_at: 1_700_000_000_000,
    rewritten_at: null,
    unchanged_since: null,
    changed: 1_700_000_000_000,
    ...fields,
  };
}

export function aCuratorRow(fields: Partial<CuratorRow> = {}): CuratorRow {
  return {
    ...aRow(),
    author_names: 'Josiah Carberry\nAda Lovelace',
    source: 'crossref',
    has_open_match: false,
    authors_unknown: false,
    not_author_orcids: [],
    container_title: null,
    publisher: null,
    language: null,
    author_count: 2,
    unmatched_orcids: [],
    corresponding: [],
    funders: [],
    country_count: null,
    issue_year: null,
    report_year: null,
    retracted_on: null,
    has_abstract: true,
    ...fields,
  };
}

export function aProject(fields: Partial<ProjectInput> = {}): ProjectInput {
  return ProjectInput.parse({ id: 'kilns', programme: 'Horizon', title: 'Kilns of the North', ...fields });
}

/** A question for curators: whether Josiah Carberry is still linked to a publication. */
export const aQuestion = (fields: Partial<Question> = {}): Question => ({
  kind: 'unlink',
  doi: '10.5555/pots',
  orcids: [carberry],
  project_id: null,
  period: null,
  membership: null,
  title: 'Pots',
  evidence: { source: 'orcid', seen_at: 1, seen: { put_codes: [1] } },
  ...fields,
});
