import * as z from 'zod';
import {
  type MatchQuestion,
  matchLinks,
  matchStatesOf,
  type NamedPeople,
  newLink,
  questionsOf,
  ResearcherLink,
} from '#src/matching/link.ts';
import type { PersonNames } from '#src/matching/match.ts';
import { Author, Bibliography, Contributor } from '#src/vocabulary/bibliography.ts';
import { isSameJson } from '#src/vocabulary/json/same-json.ts';
import { LocalizedText, withTranslations } from '#src/vocabulary/locale.ts';
import { OpenAccessStatus } from '#src/vocabulary/open-access-status.ts';
import { yearOf } from '#src/vocabulary/partial-date.ts';
import { distinctRelations, Relation } from '#src/vocabulary/relation.ts';
import { agencyNames, enrichmentNames } from '#src/vocabulary/sources/declarations.ts';
import { StoredBlocks } from '#src/vocabulary/stored-blocks.ts';
import { journalIssnOf } from '../journals/statements.ts';
import { boundListings, OrcidBibliographies, replaceListings } from '../orcid/bibliography.ts';
import { describers } from '../orcid/describers.ts';
import { coarTypeOf } from './coar.ts';
import { describedBy, mergedSources, orcidBibliographiesOf, translationsOf } from './described.ts';
import { linkable, NotAuthor } from './not-authors.ts';
import { type PublicationRow, publicationSources } from './row.ts';

const Enrichment = z.record(z.string(), z.unknown());

/** Fields set by an editor, by name. They take precedence over every source and survive every refresh. */
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

/** The stored record of a publication, with times in milliseconds since the epoch unless noted otherwise. */
export const PublicationRecord = z.object({
  doi: z.string(),
  /** Other DOIs of the same publication, which resolve to this record. */
  aliases: z.array(z.string()),
  source: z.enum(publicationSources),
  /** The agency's bibliography. If absent, that of the ORCID record which listed it first. */
  original: Bibliography,
  /** Who registered the DOI, where the agency says more than the DOI's prefix: DataCite's client. */
  client: z.string().nullable().default(null),
  /** ORCID records' bibliographies by iD. Null in older shapes until ingested again. */
  orcid_bibliographies: OrcidBibliographies.nullable().default(null),
  /** Titles in other languages from ORCID records that describe it, by BCP 47 tag; see `translationsOf`. */
  translated_titles: z.record(z.string(), z.string()),
  /** OpenAlex's bibliography. Those of other enrichments are in `supplements`. */
  enriched: Bibliography.nullable(),
  enrichment: Enrichment.nullable(),
  /** When an enrichment first failed to answer about it. Null if all answered or none was asked. */
  enrichment_pending_since: z.int().nullable().default(null),
  /** The enrichments that have not answered. Empty in older records, where it can only be OpenAlex. */
  enrichment_pending_sources: z.array(z.string()).default([]),
  /** The bibliographies of the other enrichments, by source. */
  supplements: z.record(z.string(), Bibliography).default({}),
  edits: Edits,
  edit_count: z.int(),
  last_edited_at: z.int().nullable(),
  visible: z.boolean(),
  /** ISO 8601. */
  deleted_at: z.string().nullable(),
  /** See `departures`. Set by storage. */
  withdrawn_at: z.int().nullable().default(null),
  left_orcids: z.array(z.string()).nullable().default(null),
  /** Blocks in which it is found as a possible duplicate. Set by storage. */
  blocks: StoredBlocks.default(null),
  /** Length of the longest chain of merges that leads from an alias to it. */
  alias_depth: z.int().default(0),
  researchers: z.array(ResearcherLink),
  /** People who are no authors, as curators have said: no source links them again. */
  not_authors: z.array(NotAuthor).default([]),
  /** Relations stated by other publications of the registry, as seen from this one. */
  related: z.array(Relation).default([]),
  /** The version of this publication that lists show instead; see `shownVersions`. */
  superseded_by: z.string().nullable().default(null),
  /** The researchers of the versions that lists show this publication for. */
  versions_orcids: z.array(z.string()).default([]),
  /** Hash of each source's last response, by source. Responses are stored under these hashes. */
  answer_hashes: z.record(z.string(), z.string()),
  created_at: z.int(),
  last_fetched_at: z.int(),
  /** Incremented by every write, which is conditional on the version it read. */
  version: z.int(),
});
/** `parts` says where storage has put a record that is too large for one item. It is not part of the content. */
export type PublicationRecord = z.output<typeof PublicationRecord> & {
  parts?: { generation: string; count: number } | undefined;
};

/** The publication as the APIs show it. Edits take precedence over the sources, which are merged by `mergeRules`. */
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

export interface IncomingPublication {
  doi: string;
  aliases: string[];
  source: PublicationRecord['source'];
  original: Bibliography;
  client: string | null;
  /** From the ORCID records that were read; replaces what these records said before. */
  orcidBibliographies: OrcidBibliographies;
  enriched: Bibliography | null;
  enrichment: Record<string, unknown> | null;
  /** The bibliographies of the other enrichments, by source. */
  supplements: Record<string, Bibliography>;
  /** The enrichments that failed and must be asked again. */
  pendingSources: readonly string[];
  answerHashes: Record<string, string>;
  /** The researchers to link: the one whose ORCID record lists it, or those named by an import. */
  orcids: string[];
}

/**
 * The record to store after an ingestion. Replaces source data; keeps edits, visibility, deletion and links. An ORCID
 * summary never replaces an agency's record.
 */
export function applyIncoming(
  stored: PublicationRecord | undefined,
  incoming: IncomingPublication,
  people: PersonNames[],
  now: Date,
): PublicationRecord {
  const keepsSource = stored !== undefined && stored.source !== 'orcid' && incoming.source === 'orcid';
  const listings = replaceListings(stored ? orcidBibliographiesOf(stored) : {}, incoming.orcidBibliographies, now);
  const source = keepsSource ? stored.source : incoming.source;
  const known = stored && (keepsSource || (source === 'orcid' && stored.source === 'orcid')) ? stored : incoming;
  const original = source === 'orcid' ? describedBy(listings, known.original) : known.original;
  const linked = new Map(stored?.researchers.map((link) => [link.orcid, link]));
  const orcids = new Set([...linked.keys(), ...linkable(incoming.orcids, stored)]);
  const record: PublicationRecord = {
    doi: stored?.doi ?? incoming.doi,
    aliases: [...new Set([...(stored?.aliases ?? []), ...incoming.aliases])].sort(),
    source,
    original,
    client: keepsSource ? stored.client : incoming.client,
    orcid_bibliographies: listings,
    translated_titles: stored?.translated_titles ?? {},
    enriched: incoming.enriched ?? stored?.enriched ?? null,
    enrichment: incoming.enrichment ?? stored?.enrichment ?? null,
    enrichment_pending_since:
      incoming.pendingSources.length > 0 ? (stored?.enrichment_pending_since ?? now.getTime()) : null,
    enrichment_pending_sources: [...incoming.pendingSources],
    supplements: { ...stored?.supplements, ...incoming.supplements },
    edits: stored?.edits ?? {},
    edit_count: stored?.edit_count ?? 0,
    last_edited_at: stored?.last_edited_at ?? null,
    visible: stored?.visible ?? true,
    deleted_at: stored?.deleted_at ?? null,
    withdrawn_at: stored?.withdrawn_at ?? null,
    left_orcids: stored?.left_orcids ?? null,
    researchers: [...orcids].map((orcid) => linked.get(orcid) ?? newLink(orcid)),
    not_authors: stored?.not_authors ?? [],
    related: stored?.related ?? [],
    superseded_by: stored?.superseded_by ?? null,
    versions_orcids: stored?.versions_orcids ?? [],
    blocks: stored?.blocks ?? null,
    alias_depth: stored?.alias_depth ?? 0,
    answer_hashes: { ...stored?.answer_hashes, ...incoming.answerHashes },
    created_at: stored?.created_at ?? now.getTime(),
    last_fetched_at: now.getTime(),
    version: (stored?.version ?? 0) + 1,
  };
  const matched = { ...record, researchers: matchResearchers(record, people) };
  const bounded = { ...matched, orcid_bibliographies: boundListings(listings, describers(matched)) };
  return { ...bounded, translated_titles: translationsOf(bounded) };
}

/** The researchers of a record, sorted by iD and matched again to the authors as shown. `people` are the known ones. */
export function matchResearchers(record: PublicationRecord, people: PersonNames[]): ResearcherLink[] {
  return matchLinks(record.researchers, namedPeople(record), people);
}

/** All people that a record names. OpenAlex's authors are separate evidence unless they are the shown authors. */
export function namedPeople(record: PublicationRecord): NamedPeople {
  const authors = authorsOf(record);
  const openAlex = record.enriched?.authors ?? [];
  const contributors = contributorsOf(record);
  return { authors, editors: editorsOf(record), contributors, openAlex: openAlex === authors ? [] : openAlex };
}

/** Whether the content of two records differs, ignoring fetch times, answer hashes and version. */
export function hasPublicationChanged(before: PublicationRecord | undefined, after: PublicationRecord): boolean {
  const content = (record: PublicationRecord) => ({
    ...record,
    answer_hashes: {},
    last_fetched_at: 0,
    version: 0,
    parts: undefined,
  });
  return before === undefined || !isSameJson(content(before), content(after));
}

/** Merges the sources and edits of a record into the publication that the APIs show. */
export function shownPublication(record: PublicationRecord): Publication {
  const { edits } = record;
  const { bibliography: merged } = mergedSources(record);
  const { title_html, ...bibliography } = merged;
  const date = editOr(edits.publication_date, merged.publication_date);
  const shown = {
    title: editOr(edits.title, localizedTitle(merged, translationsOf(record))),
    publication_date: date,
    publication_year: editOr(edits.publication_year, yearOf(date) ?? merged.publication_year),
    publication_type: editOr(edits.publication_type, merged.publication_type),
    cited_by_count: merged.cited_by_count,
    is_retracted: editOr(edits.is_retracted, merged.is_retracted === true),
    open_access_status: editOr(edits.open_access_status, merged.open_access_status),
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
      coar_type: coarTypeOf(shown.publication_type, subtypeOf(merged, edits.data)),
      journal: journalIssnOf(edits.data && 'issn' in edits.data ? edits.data.issn : bibliography.issn, record),
      relations: relationsOf(record, merged.relations),
      source: record.source,
      ...edits.data,
    },
  };
}

/** The subtype, which an edit may have set. */
function subtypeOf({ publication_subtype }: Bibliography, edited: Record<string, unknown> = {}): string | null {
  if (!('publication_subtype' in edited)) return publication_subtype;
  return typeof edited.publication_subtype === 'string' ? edited.publication_subtype : null;
}

/** The origin of a shown field: a source or an editor. */
export const fieldOrigins = [...agencyNames, ...enrichmentNames, 'orcid', 'editor'] as const;

/** The origin of each field of `data` that has a value or was edited. */
export function originsOf(record: PublicationRecord): Record<string, (typeof fieldOrigins)[number]> {
  const { edits, source } = record;
  const { origins } = mergedSources(record);
  const sources = Object.entries(origins).map(([field, kind]) => [field, kind === 'agency' ? source : kind]);
  const { data, enriched_metadata: _, ...promoted } = edits;
  const edited = Object.keys({ ...promoted, ...data }).map((field) => [field, 'editor']);
  return Object.fromEntries([...sources, ...edited]);
}

/** The edit, or the source's value if there is none. Null is a valid edit. */
const editOr = <T>(edit: T | undefined, otherwise: T): T => (edit === undefined ? otherwise : edit);

/** `complete` if every linked researcher is matched to an author, each to a different one. */
export function authorMatchState(record: PublicationRecord): PublicationRow['author_match_state'] {
  return matchStates(record).includes('needs_attention') ? 'needs_attention' : 'complete';
}

/** The match state of each linked researcher: `complete` if matched to an author that nobody else is matched to. */
export function matchStates({ researchers }: PublicationRecord): PublicationRow['author_match_state'][] {
  return matchStatesOf(researchers);
}

/** Per linked researcher: what is asked of curators. */
export const matchQuestions = (record: PublicationRecord): MatchQuestion[] =>
  questionsOf(record.researchers, () => namedPeople(record));

/** Relations to other publications, stated by its sources or by other publications of the registry. */
const relationsOf = ({ doi, related }: PublicationRecord, stated: readonly Relation[]): Relation[] =>
  distinctRelations(
    doi,
    [...stated, ...related].map((each) => ({ ...each, identifier: each.doi })),
  );

/** Relations to other publications, as the APIs show them. */
export const shownRelations = ({ data }: Publication): Relation[] => z.array(Relation).catch([]).parse(data.relations);

/** The authors to show: edited ones, or those of the sources. */
export function authorsOf(record: PublicationRecord): Author[] {
  return editedAuthors(record.edits.data?.authors) ?? mergedSources(record).bibliography.authors;
}

/** The editors to show: edited ones, or those of the sources. */
function editorsOf(record: PublicationRecord): Author[] {
  return editedAuthors(record.edits.data?.editors) ?? mergedSources(record).bibliography.editors;
}

/** The contributors in other roles to show: edited ones, or those of the sources. */
function contributorsOf(record: PublicationRecord): Contributor[] {
  const edited = record.edits.data?.contributors;
  const set = edited === undefined ? undefined : z.array(Contributor).safeParse(edited).data;
  return set ?? mergedSources(record).bibliography.contributors;
}

/** Editors can set any value. A failed parse takes as long as merging the whole record, so without an edit there is none. */
const editedAuthors = (edited: unknown): Author[] | undefined =>
  edited === undefined ? undefined : z.array(Author).safeParse(edited).data;

/** The title with its translations from all sources. */
function localizedTitle({ title, language }: Bibliography, translations: Record<string, string>): LocalizedText | null {
  if (title === null) return null;
  if (typeof title !== 'string') return { ...translations, ...title };
  return withTranslations(title, language ?? undefined, new Map(Object.entries(translations)));
}
