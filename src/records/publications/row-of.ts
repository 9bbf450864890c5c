import * as z from 'zod';
import { identifierKey } from '#src/vocabulary/identifiers/identifiers.ts';
import { isRetracting, Notice, standingKind, standingNotices } from '#src/vocabulary/integrity.ts';
import { inRow } from '#src/vocabulary/locale.ts';
import { licenseName } from '#src/vocabulary/sources/license.ts';
import { journalIssnOf } from '../journals/statements.ts';
import { countedFieldsOf, matchedAuthors } from '../reports/counted-fields.ts';
import { authorNamesOf } from './author-names.ts';
import {
  authorMatchState,
  authorsOf,
  matchQuestions,
  type Publication,
  type PublicationRecord,
  shownPublication,
  shownRelations,
} from './publication.ts';
import { orcidsOf } from './publicity.ts';
import { type CuratorRow, publicationShape } from './row.ts';

/** The list row of a record. */
export function rowOf(record: PublicationRecord): Omit<CuratorRow, 'changed'> & { shape: number } {
  const publication = shownPublication(record);
  const questions = matchQuestions(record);
  const people = { linked: orcidsOf(record), matched: matchedAuthors(record.researchers) };
  return {
    shape: publicationShape,
    doi: record.doi,
    title: inRow(publication.title),
    publication_date: publication.publication_date,
    publication_year: publication.publication_year,
    publication_type: publication.publication_type,
    cited_by_count: publication.cited_by_count,
    author_match_state: authorMatchState(record),
    orcids: people.linked,
    visible: record.visible,
    deleted_at: record.deleted_at,
    withdrawn_at: record.withdrawn_at,
    left_orcids: record.left_orcids,
    superseded_by: record.superseded_by,
    merged_into: null,
    edit_count: record.edit_count,
    created_at: record.created_at,
    last_fetched_at: record.last_fetched_at,
    author_names: authorNamesOf(
      authorsOf(record),
      record.researchers.map(({ author_position }) => author_position),
    ),
    source: record.source,
    is_retracted: publication.is_retracted,
    integrity: shownIntegrity(publication),
    publication_subtype: shownSubtype(publication),
    identifiers: identifiersOf(publication).join('\n'),
    journal: journalIssnOf(publication.data.issn, record),
    has_relations: shownRelations(publication).length > 0,
    has_abstract: saysText(publication.data.abstract),
    open_access_status: publication.open_access_status,
    license: shownLicense(publication),
    has_open_match: questions.includes('open'),
    authors_unknown: questions.includes('authors_unknown'),
    not_author_orcids: record.not_authors.map(({ orcid }) => orcid),
    container_title: shownText(publication.data.container_title),
    publisher: shownText(publication.data.publisher),
    language: shownText(publication.data.language),
    ...countedFieldsOf(publication.data, authorsOf(record), people),
    rewritten_at: null,
    unchanged_since: null,
  };
}

/**
 * The most serious notice that still applies. What an editor says about retraction counts more than notices, and a
 * retraction without a notice is one of unknown kind.
 */
export function shownIntegrity({ data, is_retracted }: Publication): string | null {
  const notices = z.array(Notice).catch([]).parse(data.integrity);
  const kind = standingKind(is_retracted ? notices : notices.filter((notice) => !isRetracting(notice)));
  const isNoted = standingNotices(notices).some(isRetracting);
  return is_retracted && !isNoted ? 'retraction' : kind;
}

/** The identifiers of a publication other than DOIs, to search for. Edited ones may be any JSON. */
function identifiersOf({ data: { pmid, pmcid, handle, eid, arxiv_id, isbn } }: Publication): string[] {
  const written = [pmid, pmcid, handle, eid, arxiv_id, isbn].flat().slice(0, maxSearchedIdentifiers);
  return [
    ...new Set(written.flatMap((each) => (typeof each === 'string' ? (identifierKey(each.slice(0, 300)) ?? []) : []))),
  ];
}

/** A row is held in memory. */
const maxSearchedIdentifiers = 20;

/** The subtype as the APIs show it. */
const shownSubtype = ({ data: { publication_subtype } }: Publication): string | null =>
  shownText(publication_subtype, 100);

/** The name of the licence, which its address tells even if an editor has only set that. */
export const shownLicense = ({ data: { license, license_url } }: Pick<Publication, 'data'>): string | null =>
  licenseName(shownText(license_url)) ?? shownText(license, 100)?.trim().toLowerCase() ?? null;

/** Whether there is a text; an edited one may be any JSON. */
const saysText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/** The beginning of a text; an edited one may be any JSON. */
export const shownText = (value: unknown, maxLength = 200): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, maxLength) : null;
