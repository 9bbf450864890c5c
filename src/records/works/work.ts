import * as z from 'zod';
import { inRow, LocalizedText } from '#src/vocabulary/locale.ts';
import { StoredBlocks } from '#src/vocabulary/stored-blocks.ts';
import { outputId } from '../groups/output.ts';
import { OrcidWork } from '../orcid/work.ts';
import { omitWriteTimes } from '../publications/publicity.ts';
import { CuratorWorkRow, WorkRow, workOrigins, workShape } from './work-row.ts';

/** Fields set by an editor, as those of a publication. They survive every ingestion. */
const WorkEdits = z.object({
  title: LocalizedText.nullable().optional(),
  work_type: z.string().nullable().optional(),
  publication_date: z.string().nullable().optional(),
  publication_year: z.int().nullable().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});

/** Everything that the record standing for a work, another work or a publication, took over from it, for an undo. */
const TakenOver = z.object({
  /** The DOI of that publication; null if it is a work. */
  doi: z.string().nullable().default(null),
  /** The number of the other record's edit that took over edits; null if there was none. */
  edit: z.int().nullable(),
  /** The people that the other record took over. */
  orcids: z.array(z.string()),
  /** The people who are no authors of the publication, because curators had unlinked them from the work. */
  not_authors: z.array(z.string()).default([]),
  /** Whether the publication was hidden, or deleted, because the work was. */
  is_hidden: z.boolean().default(false),
  is_deleted: z.boolean().default(false),
});

const row = WorkRow.shape;

/** A work without a DOI, such as a report, thesis or software. Times in milliseconds since the epoch. */
export const WorkRecord = z.object({
  id: row.id,
  /**
   * The person whose ORCID record lists it. Empty if a curator added it or the person was erased: the previous release
   * reads a text.
   */
  orcid: row.orcid,
  /** Put-codes of all its summaries on the person's ORCID record. */
  put_codes: z.array(z.int()),
  /** As shown: edits take precedence over the source. The same holds for the next five. */
  title: row.title,
  work_type: row.work_type,
  publication_date: row.publication_date,
  publication_year: row.publication_year,
  journal_title: z.string().nullable(),
  /** The work's URL, or its page on the ORCID record, or else a URN of its id. */
  href: row.href,
  /** The work as on the ORCID record. Null for works that a curator added, and in older shapes until ingested again. */
  source: OrcidWork.nullable().default(null),
  origin: z.enum(workOrigins).default('orcid'),
  edits: WorkEdits.default({}),
  edit_count: z.int().default(0),
  last_edited_at: z.int().nullable().default(null),
  /** People linked by curators, or taken over from merged works. */
  linked_orcids: z.array(z.string()).default([]),
  /** Whether curators unlinked the owner of the ORCID record. An ingestion does not link them again. */
  is_owner_unlinked: z.boolean().default(false),
  visible: row.visible,
  /** ISO 8601. Set while it is deleted by a curator, merged, or replaced by a publication. */
  deleted_at: row.deleted_at,
  /** The DOI of the publication that it has become. */
  replaced_by: z.string().nullable(),
  /** Whether it was merged into that publication, or into another work. An ingestion then does not restore it. */
  is_merged: z.boolean().default(false),
  /** The id of the work it was merged into, which stands for it in lists. */
  merged_into: row.merged_into,
  /** Null until another record has taken over what curators decided about it, and once they decide anew. */
  taken_over: TakenOver.nullable().default(null),
  /** Whether a curator deleted it, so that it stays deleted when nothing replaces it any more. */
  is_deleted: z.boolean().default(false),
  /** Blocks in which it is found as a possible duplicate. Set by storage. */
  blocks: StoredBlocks.default(null),
  /** See `departures` in publicity.ts. Set by storage. */
  withdrawn_at: row.withdrawn_at,
  created_at: row.created_at,
  last_fetched_at: row.last_fetched_at,
  version: z.int(),
});
export type WorkRecord = z.output<typeof WorkRecord>;

const WrittenRow = CuratorWorkRow.omit(omitWriteTimes);

/** What a list row has of a work that only its content tells. */
interface WorkRowContent
  extends Omit<z.output<typeof WrittenRow>, keyof WorkRecord | 'orcids' | 'author_names' | 'identifiers'> {
  /** Their names as shown. */
  authors: readonly string[];
  /** In the form of `identifierKey`. */
  identifiers: readonly string[];
}

/** The row of a work. */
export function workRow(
  record: WorkRecord,
  { authors, identifiers, ...content }: WorkRowContent,
): z.output<typeof WrittenRow> & { shape: number } {
  const author_names = authors.slice(0, maxRowAuthors).join('\n').slice(0, maxRowCharacters);
  const row = {
    ...record,
    ...content,
    title: inRow(record.title),
    orcids: workPeople(record),
    author_names,
    identifiers: identifiers.slice(0, maxRowIdentifiers).join('\n'),
  };
  return { ...WrittenRow.parse(row), shape: workShape };
}

/** Rows are held in memory. */
const maxRowAuthors = 50;
const maxRowCharacters = 1_500;
const maxRowIdentifiers = 20;

/** The people of a work: the owner of the ORCID record that lists it, and those linked by curators. */
export const workPeople = ({
  orcid,
  linked_orcids,
  is_owner_unlinked,
}: Pick<WorkRecord, 'orcid' | 'linked_orcids' | 'is_owner_unlinked'>): string[] => [
  ...new Set([...(orcid === '' || is_owner_unlinked ? [] : [orcid]), ...linked_orcids]),
];

/**
 * The output that stands for a work in groups: the one that it was merged into, or the publication that has taken over what
 * was decided about it. Null if it stands for itself.
 */
export function standInOf(work: WorkRecord): string | null {
  if (work.deleted_at === null) return null;
  if (work.merged_into !== null) return outputId({ kind: 'work', id: work.merged_into });
  const { replaced_by, is_merged, taken_over } = work;
  const isTaken = is_merged || (taken_over !== null && taken_over.doi === replaced_by);
  return replaced_by !== null && isTaken ? outputId({ kind: 'publication', id: replaced_by }) : null;
}

/** Whether curators have changed anything about a work. */
export const isCurated = (work: WorkRecord): boolean =>
  work.edit_count > 0 || work.linked_orcids.length > 0 || work.is_owner_unlinked || work.is_deleted || !work.visible;

/** The linked people of one work: each is a write, and a DynamoDB transaction has at most 100. */
export const maxLinkedPeople = 30;
