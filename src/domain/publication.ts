import * as z from 'zod';
import { type MatchEvidence, matchAuthor, type PersonNames } from './author-match.ts';
import { authorNamesOf } from './author-names.ts';
import { Author, Bibliography, LocalizedText, OpenAccessStatus } from './values/bibliography.ts';
import { withTranslations } from './values/locale.ts';
import { yearOf } from './values/partial-date.ts';
import { StoredBlocks } from './values/stored-blocks.ts';

/** A link between a publication and a researcher, who may be matched to one of its authors. */
const ResearcherLink = z.object({
  orcid: z.string(),
  /** Index into the authors; null if no author clearly matches. */
  author_position: z.int().nullable(),
  evidence: z.enum(['orcid', 'name']).nullable(),
});
export type ResearcherLink = z.output<typeof ResearcherLink>;

/** Additional data from OpenAlex. */
const Enrichment = z.record(z.string(), z.unknown());

/** Fields an editor has set, by name. They take precedence over every source and survive every refresh. */
const Edits = z.object({
  title: LocalizedText.nullable().optional(),
  publication_date: z.string().nullable().optional(),
  publication_year: z.int().nullable().optional(),
  publication_type: z.string().nullable().optional(),
  is_retracted: z.boolean().optional(),
  open_access_status: OpenAccessStatus.nullable().optional(),
  enriched_metadata: z.record(z.string(), z.unknown()).optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});

/**
 * The version of the shape of publications and their list rows, stored with each. Raise it when a field of either is added,
 * removed or gets another meaning; a field that is added has a `.default(...)`, which is how older ones are read.
 */
export const publicationShape = 3;

/** Where the bibliographic data is from. `orcid`: no DOI agency knows the DOI, only a researcher's ORCID record. */
export const publicationSources = ['crossref', 'datacite', 'orcid'] as const;

export const authorMatchStates = ['needs_attention', 'complete'] as const;

/** The stored record of one publication. Times in milliseconds since the epoch unless noted otherwise. */
export const PublicationRecord = z.object({
  doi: z.string(),
  /** Other DOIs of the same publication. Each resolves to this record. */
  aliases: z.array(z.string()),
  /** The source of `original`. */
  source: z.enum(publicationSources),
  original: Bibliography,
  /** Titles in other languages from researchers' ORCID records, by BCP 47 tag. */
  translated_titles: z.record(z.string(), z.string()),
  enriched: Bibliography.nullable(),
  enrichment: Enrichment.nullable(),
  edits: Edits,
  edit_count: z.int(),
  last_edited_at: z.int().nullable(),
  visible: z.boolean(),
  /** ISO 8601. */
  deleted_at: z.string().nullable(),
  /** See `withdrawnAt`. Set by storage. */
  withdrawn_at: z.int().nullable().default(null),
  /** Where it is found as a possible duplicate. Set by storage. */
  blocks: StoredBlocks.default(null),
  /** How many merges lead from its farthest alias to it, one after the other. */
  alias_depth: z.int().default(0),
  researchers: z.array(ResearcherLink),
  /** The hash of each source's last response, by source. The responses are stored under these hashes. */
  answer_hashes: z.record(z.string(), z.string()),
  created_at: z.int(),
  last_fetched_at: z.int(),
  /** Incremented by every write. A write is conditional on the version it read. */
  version: z.int(),
});
export type PublicationRecord = z.output<typeof PublicationRecord>;

/** The publication as the APIs show it: edits take precedence over the agency's record, and that over OpenAlex. */
export interface Publication {
  doi: string;
  title: LocalizedText | null;
  publication_date: string | null;
  publication_year: number | null;
  publication_type: string | null;
  cited_by_count: number | null;
  is_retracted: boolean;
  open_access_status: z.output<typeof OpenAccessStatus> | null;
  enriched_metadata: Record<string, unknown> | null;
  data: Record<string, unknown>;
}

/** The list row of a publication, as public lists and their search read it. */
export const PublicationRow = z.object({
  doi: z.string(),
  title: LocalizedText.nullable(),
  publication_date: z.string().nullable(),
  publication_year: z.int().nullable(),
  publication_type: z.string().nullable(),
  cited_by_count: z.int().nullable(),
  author_match_state: z.enum(authorMatchStates),
  orcids: z.array(z.string()),
  visible: z.boolean(),
  deleted_at: z.string().nullable(),
  withdrawn_at: z.int().nullable(),
  /** The DOI of the publication that it was merged into. Only the row of a merged publication is left of it in lists. */
  merged_into: z.string().nullable().default(null),
  edit_count: z.int(),
  created_at: z.int(),
  last_fetched_at: z.int(),
  /** When the row was written. */
  changed: z.int(),
});
export type PublicationRow = z.output<typeof PublicationRow>;

/** The same row, with the fields that only the lists of curators read. */
export const CuratorRow = PublicationRow.extend({
  /** The names of the authors as shown, one a line; see `authorNamesOf` for how many. */
  author_names: z.string().default(''),
  /** Null in a row of an older shape. */
  source: z.enum(publicationSources).nullable().default(null),
  is_retracted: z.boolean().default(false),
  open_access_status: OpenAccessStatus.nullable().default(null),
});
export type CuratorRow = z.output<typeof CuratorRow>;

/** The data of one publication from an ingestion. */
export interface IncomingPublication {
  doi: string;
  aliases: string[];
  source: PublicationRecord['source'];
  original: Bibliography;
  translatedTitles: Record<string, string>;
  enriched: Bibliography | null;
  enrichment: Record<string, unknown> | null;
  answerHashes: Record<string, string>;
  /** The researchers to link: the one whose ORCID record lists it, or those an import names. */
  orcids: string[];
}

/** Whether a record is visible to the public. */
export const isPublic = ({ visible, deleted_at }: { visible: boolean; deleted_at: string | null }): boolean =>
  visible && deleted_at === null;

/** The fields that decide whether a record is public, and when it was withdrawn. */
interface Publicity {
  visible: boolean;
  deleted_at: string | null;
  withdrawn_at: number | null;
}

/**
 * When a public record was withdrawn, by this write or an earlier one; null if it is public or never was. Sync clients
 * get a deletion for withdrawn records only, so they never learn of records that were not public.
 */
export function withdrawnAt(
  before: Publicity | undefined,
  after: Omit<Publicity, 'withdrawn_at'>,
  nowMs: number,
): number | null {
  if (before === undefined || isPublic(after)) return null;
  return isPublic(before) ? nowMs : before.withdrawn_at;
}

/**
 * The record to store after an ingestion. Source data is replaced; edits, visibility, deletion and links stay. An
 * agency's record is never replaced by an ORCID summary.
 */
export function applyIncoming(
  stored: PublicationRecord | undefined,
  incoming: IncomingPublication,
  people: PersonNames[],
  now: Date,
): PublicationRecord {
  const keepsSource = stored !== undefined && stored.source !== 'orcid' && incoming.source === 'orcid';
  const orcids = new Set([...(stored?.researchers.map(({ orcid }) => orcid) ?? []), ...incoming.orcids]);
  const record: PublicationRecord = {
    doi: stored?.doi ?? incoming.doi,
    aliases: [...new Set([...(stored?.aliases ?? []), ...incoming.aliases])].sort(),
    source: keepsSource ? stored.source : incoming.source,
    original: keepsSource ? stored.original : incoming.original,
    translated_titles: { ...stored?.translated_titles, ...incoming.translatedTitles },
    enriched: incoming.enriched ?? stored?.enriched ?? null,
    enrichment: incoming.enrichment ?? stored?.enrichment ?? null,
    edits: stored?.edits ?? {},
    edit_count: stored?.edit_count ?? 0,
    last_edited_at: stored?.last_edited_at ?? null,
    visible: stored?.visible ?? true,
    deleted_at: stored?.deleted_at ?? null,
    withdrawn_at: stored?.withdrawn_at ?? null,
    blocks: stored?.blocks ?? null,
    alias_depth: stored?.alias_depth ?? 0,
    researchers: [...orcids].map((orcid) => ({ orcid, author_position: null, evidence: null })),
    answer_hashes: { ...stored?.answer_hashes, ...incoming.answerHashes },
    created_at: stored?.created_at ?? now.getTime(),
    last_fetched_at: now.getTime(),
    version: (stored?.version ?? 0) + 1,
  };
  return { ...record, researchers: matchResearchers(record, people) };
}

/**
 * The researchers of a record, sorted by iD, matched anew to its authors as they are shown. `people` are those of them
 * that are known.
 */
export function matchResearchers(record: PublicationRecord, people: PersonNames[]): ResearcherLink[] {
  const authors = authorsOf(record);
  const orcids = record.researchers.map(({ orcid }) => orcid).sort();
  return orcids.map((orcid) => {
    const person = people.find((candidate) => candidate.orcid === orcid);
    const match: MatchEvidence | null = person ? matchAuthor(authors, person) : null;
    return { orcid, author_position: match?.position ?? null, evidence: match?.evidence ?? null };
  });
}

/** Whether the content of two records differs, ignoring the times of fetch and write and the version. */
export function hasPublicationChanged(before: PublicationRecord | undefined, after: PublicationRecord): boolean {
  const content = (record: PublicationRecord) =>
    JSON.stringify({ ...record, answer_hashes: {}, last_fetched_at: 0, version: 0 });
  return before === undefined || content(before) !== content(after);
}

/** Merges the sources and edits of a record into the publication that the APIs show. */
export function mergePublication(record: PublicationRecord): Publication {
  const { original, enriched, edits } = record;
  const { title_html, ...bibliography } = original;
  const date = editOr(edits.publication_date, original.publication_date ?? enriched?.publication_date ?? null);
  const type = original.publication_type ?? enriched?.publication_type ?? null;
  const access = enriched?.open_access_status ?? original.open_access_status;
  const shown = {
    title: editOr(edits.title, localizedTitle(record)),
    publication_date: date,
    publication_year: editOr(edits.publication_year, yearOf(date) ?? original.publication_year),
    publication_type: editOr(edits.publication_type, type),
    cited_by_count: enriched?.cited_by_count ?? original.cited_by_count,
    is_retracted: editOr(edits.is_retracted, original.is_retracted === true || enriched?.is_retracted === true),
    open_access_status: editOr(edits.open_access_status, access),
  };
  const markedUp = title_html !== null && edits.title === undefined ? { title_html } : {};
  return {
    doi: record.doi,
    ...shown,
    enriched_metadata: edits.enriched_metadata
      ? { ...record.enrichment, ...edits.enriched_metadata }
      : record.enrichment,
    data: {
      ...bibliography,
      ...shown,
      ...markedUp,
      authors: authorsOf(record),
      source: record.source,
      ...edits.data,
    },
  };
}

/** The edit if there is one, otherwise the source's value. Null is a valid edit. */
const editOr = <T>(edit: T | undefined, otherwise: T): T => (edit === undefined ? otherwise : edit);

/** The list row to store for a record. */
export function rowOf(record: PublicationRecord): Omit<CuratorRow, 'changed'> & { shape: number } {
  const publication = mergePublication(record);
  return {
    shape: publicationShape,
    doi: record.doi,
    title: publication.title,
    publication_date: publication.publication_date,
    publication_year: publication.publication_year,
    publication_type: publication.publication_type,
    cited_by_count: publication.cited_by_count,
    author_match_state: authorMatchState(record),
    orcids: record.researchers.map(({ orcid }) => orcid),
    visible: record.visible,
    deleted_at: record.deleted_at,
    withdrawn_at: record.withdrawn_at,
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
    open_access_status: publication.open_access_status,
  };
}

/** `complete` if every linked researcher is matched to an author, and no two to the same one. */
export function authorMatchState(record: PublicationRecord): PublicationRow['author_match_state'] {
  return matchStates(record).includes('needs_attention') ? 'needs_attention' : 'complete';
}

/** Of each linked researcher: `complete` if they are matched to an author, and nobody else is matched to the same one. */
export function matchStates({ researchers }: PublicationRecord): PublicationRow['author_match_state'][] {
  const matched = Map.groupBy(researchers, ({ author_position }) => author_position);
  return researchers.map(({ author_position }) =>
    author_position !== null && matched.get(author_position)?.length === 1 ? 'complete' : 'needs_attention',
  );
}

/** The authors to show: edited ones, or else the agency's, or else OpenAlex's. */
export function authorsOf({ original, enriched, edits }: PublicationRecord): Author[] {
  const edited = z.array(Author).safeParse(edits.data?.authors);
  if (edited.success) return edited.data;
  return original.authors.length > 0 ? original.authors : (enriched?.authors ?? []);
}

/** The agency's title with its translations from all sources. */
function localizedTitle({ original, enriched, translated_titles }: PublicationRecord): LocalizedText | null {
  const title = original.title ?? enriched?.title ?? null;
  if (title === null) return null;
  if (typeof title !== 'string') return { ...translated_titles, ...title };
  return withTranslations(title, original.language ?? undefined, new Map(Object.entries(translated_titles)));
}
