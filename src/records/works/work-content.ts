import * as z from 'zod';
import { Author } from '#src/vocabulary/bibliography.ts';
import { identifierKey } from '#src/vocabulary/identifiers/identifiers.ts';
import { isSameJson } from '#src/vocabulary/json/same-json.ts';
import { yearOf } from '#src/vocabulary/partial-date.ts';
import { journalIssnOf } from '../journals/statements.ts';
import { contributorsOfRecord } from '../orcid/bibliography.ts';
import type { ExternalId, WorkSummary } from '../orcid/record.ts';
import { type CitedFields, type OrcidWork, orcidWork, type WorkDetails } from '../orcid/work.ts';
import { publicationTypeOf } from '../orcid/work-types.ts';
import type { EditableDocument, EditableKind } from '../publications/edits.ts';
import type { Publication } from '../publications/publication.ts';
import { shownLicense, shownText } from '../publications/row-of.ts';
import { authorsWithIds, countedFieldsOf } from '../reports/counted-fields.ts';
import { type WorkRecord, workPeople } from './work.ts';

/** The statements of a source about a work, and the work as shown: with the edits of curators, which take precedence. */

/** The fields beside `data` that an edit can change. */
const promoted = ['title', 'publication_date', 'publication_year', 'work_type'] as const;

/** The work as its source states it. Null for works that curators added. Works of older shapes have no edits yet. */
export function sourceOf(work: WorkRecord): OrcidWork | null {
  if (work.source !== null || work.origin === 'curator') return work.source;
  const { orcid, put_codes, title, work_type, publication_date, journal_title, href } = work;
  const url = href.startsWith(`https://orcid.org/${orcid}/work/`) ? null : href;
  return {
    put_code: put_codes[0] ?? 0,
    modified_at: null,
    title,
    title_html: null,
    subtitle: null,
    work_type,
    publication_date,
    journal_title,
    url,
    arxiv_id: null,
    entered_by: null,
    identifiers: [],
    details: null,
  };
}

/** The work as shown, without fields that no edit can change. */
export function workDocument(work: WorkRecord): EditableDocument & Pick<WorkRecord, (typeof promoted)[number]> {
  const { edits } = work;
  const source = sourceOf(work);
  const date = editOr(edits.publication_date, source?.publication_date ?? null);
  const shown = {
    title: editOr(edits.title, source?.title ?? null),
    publication_date: date,
    publication_year: editOr(edits.publication_year, yearOf(date)),
    work_type: editOr(edits.work_type, source?.work_type ?? null),
  };
  const markedUp = source?.title_html && edits.title === undefined ? { title_html: source.title_html } : {};
  return { visible: work.visible, ...shown, data: { ...dataOf(source), ...markedUp, ...edits.data } };
}

export const editableWork: EditableKind<WorkRecord> = { noun: 'work', promoted, document: workDocument };

/** The fields of a bibliography that the source has. Absent ones are unknown. */
function dataOf(source: OrcidWork | null): Record<string, unknown> {
  if (source === null) return {};
  const { subtitle, journal_title, url, arxiv_id, identifiers, details } = source;
  const { isbn, issn, ...cited }: CitedFields = details?.cited ?? {};
  const valuesOf = (type: string, otherwise: string | undefined) => {
    const values = identifiers.flatMap((each) => (each.type === type ? each.value : []));
    return values.length > 0 ? [...new Set(values)] : otherwise === undefined ? [] : [otherwise];
  };
  const known = {
    subtitle,
    authors: contributorsOfRecord(details?.authors ?? []),
    editors: contributorsOfRecord(details?.editors ?? []),
    ...cited,
    container_title: journal_title ?? cited.container_title ?? null,
    isbn: valuesOf('isbn', isbn),
    issn: valuesOf('issn', issn),
    arxiv_id,
    abstract: details?.abstract ?? null,
    language: details?.language ?? null,
    url,
    identifiers,
    citation: details?.citation ?? null,
  };
  return Object.fromEntries(
    Object.entries(known).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  );
}

/** The edit, or the source's value if there is none. Null is a valid edit. */
const editOr = <T>(edit: T | undefined, otherwise: T): T => (edit === undefined ? otherwise : edit);

/** The authors as shown. */
export const workAuthors = (work: WorkRecord): Author[] =>
  z.array(Author).catch([]).parse(workDocument(work).data.authors);

/** The identifiers by which a work is found, in the form of `identifierKey`: as shown, and of its ORCID record. */
export function workIdentifiers(work: WorkRecord): string[] {
  const { isbn, pmid, pmcid, handle, arxiv_id, eid } = workDocument(work).data;
  const listed = (work.source?.identifiers ?? []).flatMap(({ type, value }) =>
    foundBy.has(type) ? [type === 'pmc' && /^\d+$/.test(value) ? `PMC${value}` : value] : [],
  );
  const shown = [isbn, pmid, pmcid, handle, arxiv_id, eid].flat().filter((each) => typeof each === 'string');
  return [...new Set([...shown, ...listed].flatMap((each) => identifierKey(each) ?? []))];
}

/** What curators' lists and reports read of the content of a work. */
export function countedOfWork(work: WorkRecord) {
  const { data } = workDocument(work);
  const [authors, linked] = [workAuthors(work), workPeople(work)];
  return {
    journal: journalIssnOf(data.issn, { enrichment: null }),
    publisher: shownText(data.publisher),
    license: shownLicense({ data }),
    ...countedFieldsOf(data, authors, { linked, matched: authorsWithIds(authors, linked) }),
  };
}

const foundBy: ReadonlySet<string> = new Set(['isbn', 'pmid', 'pmc', 'handle', 'arxiv', 'eid']);

const text = z.string().min(1).nullable().catch(null);

/** The work in the form of a publication, as citations need it. */
export function workAsPublication(work: WorkRecord): Publication {
  const { title, publication_date, publication_year, work_type, data } = workDocument(work);
  const [publication_type, publication_subtype] = publicationTypeOf(work_type);
  const unknown = { cited_by_count: null, is_retracted: false, open_access_status: null, enriched_metadata: null };
  const shown = { title, publication_date, publication_year, publication_type: publication_type ?? null };
  return { doi: '', ...shown, ...unknown, data: { ...(publication_subtype && { publication_subtype }), ...data } };
}

/** The record with its shown fields, after its source or its edits have changed. */
export function withShownFields(work: WorkRecord): WorkRecord {
  const { visible: _, data, ...shown } = workDocument(work);
  const { put_code } = sourceOf(work) ?? {};
  const page = put_code && work.orcid !== '' ? `https://orcid.org/${work.orcid}/work/${put_code}` : workUrn(work.id);
  return {
    ...work,
    source: sourceOf(work),
    ...shown,
    journal_title: text.parse(data.container_title ?? null),
    href: text.parse(data.url ?? null) ?? page,
  };
}

/** `urn:uuid:…` of an id. Addresses of the registry itself are not stored. */
export const workUrn = (id: string): string =>
  `urn:uuid:${id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`;

export interface IncomingWork {
  id: string;
  orcid: string;
  /** The summary that the owner of the record prefers. */
  preferred: WorkSummary;
  putCodes: number[];
  /** The identifiers of all its summaries. */
  identifiers?: readonly ExternalId[];
  /** Undefined if they were not read. */
  details?: WorkDetails | undefined;
}

/**
 * The record after an ingestion. Replaces what the ORCID record says; keeps edits, people, visibility, deletion and
 * merges.
 */
export function applyWork(stored: WorkRecord | undefined, incoming: IncomingWork, now: Date): WorkRecord {
  const isReplaced = stored !== undefined && stored.replaced_by !== null;
  // A work that lost its DOI again is restored, unless a curator deleted it.
  const isRestored = isReplaced && !stored.is_merged && !stored.is_deleted;
  const record: WorkRecord = {
    ...(stored ?? emptyWork(incoming.id, now)),
    orcid: incoming.orcid,
    put_codes: incoming.putCodes,
    source: orcidWork(incoming.preferred, incoming, stored?.source ?? null),
    deleted_at: isRestored ? null : (stored?.deleted_at ?? null),
    replaced_by: stored?.is_merged ? stored.replaced_by : null,
    last_fetched_at: now.getTime(),
    version: (stored?.version ?? 0) + 1,
  };
  return withShownFields(record);
}

/**
 * The work without a person, as when they are erased. Undefined if it is of their ORCID record and nobody else is linked
 * to it: then it goes with them. Other authors stay as they are named.
 */
export function workWithout(work: WorkRecord, orcid: string): WorkRecord | undefined {
  const linked_orcids = work.linked_orcids.filter((each) => each !== orcid);
  const { taken_over } = work;
  const left = {
    ...work,
    linked_orcids,
    taken_over: taken_over && {
      ...taken_over,
      orcids: taken_over.orcids.filter((each) => each !== orcid),
      not_authors: taken_over.not_authors.filter((each) => each !== orcid),
    },
    version: work.version + 1,
  };
  if (work.orcid !== orcid) return left;
  if (linked_orcids.length === 0) return undefined;
  const source = sourceOf(work);
  const anonymous = (authors: readonly Author[]) =>
    authors.map((author) => (author.orcid === orcid ? { ...author, orcid: null } : author));
  const details = source?.details && {
    ...source.details,
    authors: anonymous(source.details.authors),
    editors: anonymous(source.details.editors),
  };
  return withShownFields({
    ...left,
    orcid: '',
    put_codes: [],
    is_owner_unlinked: false,
    source: source && { ...source, put_code: 0, details: details ?? null },
  });
}

/** A work with no content. */
export function emptyWork(id: string, now: Date): WorkRecord {
  return {
    id,
    orcid: '',
    put_codes: [],
    title: null,
    work_type: null,
    publication_date: null,
    publication_year: null,
    journal_title: null,
    href: workUrn(id),
    source: null,
    origin: 'orcid',
    edits: {},
    edit_count: 0,
    last_edited_at: null,
    linked_orcids: [],
    is_owner_unlinked: false,
    visible: true,
    deleted_at: null,
    replaced_by: null,
    is_merged: false,
    is_deleted: false,
    merged_into: null,
    taken_over: null,
    blocks: null,
    withdrawn_at: null,
    created_at: now.getTime(),
    last_fetched_at: now.getTime(),
    version: 0,
  };
}

/** Whether the content of two records differs, ignoring fetch times and version. */
export function hasWorkChanged(before: WorkRecord | undefined, after: WorkRecord): boolean {
  const content = (record: WorkRecord) => ({ ...record, last_fetched_at: 0, version: 0 });
  return before === undefined || !isSameJson(content(before), content(after));
}
