import * as z from 'zod';
import type { WorkSummary } from './orcid/record.ts';
import { inRow, LocalizedText } from './values/locale.ts';
import { StoredBlocks } from './values/stored-blocks.ts';

/** Shape version stored with works and their list rows. Raise it as `publicationShape`. */
export const workShape = 3;

/** A work without a DOI, such as a report, thesis or software. Times in milliseconds since the epoch. */
export const WorkRecord = z.object({
  id: z.string(),
  orcid: z.string(),
  /** Put-codes of all its summaries on the person's ORCID record. */
  put_codes: z.array(z.int()),
  title: LocalizedText.nullable(),
  work_type: z.string().nullable(),
  publication_date: z.string().nullable(),
  publication_year: z.int().nullable(),
  journal_title: z.string().nullable(),
  /** The source's URL, or the work's page on the ORCID record. */
  href: z.string(),
  visible: z.boolean(),
  /** ISO 8601. A work that became a publication is deleted, and `replaced_by` is its DOI. */
  deleted_at: z.string().nullable(),
  replaced_by: z.string().nullable(),
  /** Whether it was merged into that publication, or into another work. An ingestion then does not restore it. */
  is_merged: z.boolean().default(false),
  /** The id of the work it was merged into, which stands for it in lists. */
  merged_into: z.string().nullable().default(null),
  /** Blocks in which it is found as a possible duplicate. Set by storage. */
  blocks: StoredBlocks.default(null),
  /** See `departures` in publicity.ts. Set by storage. */
  withdrawn_at: z.int().nullable().default(null),
  created_at: z.int(),
  last_fetched_at: z.int(),
  version: z.int(),
});
export type WorkRecord = z.output<typeof WorkRecord>;

export const WorkRow = WorkRecord.pick({
  id: true,
  orcid: true,
  title: true,
  work_type: true,
  publication_date: true,
  publication_year: true,
  href: true,
  visible: true,
  deleted_at: true,
  merged_into: true,
  withdrawn_at: true,
  created_at: true,
  last_fetched_at: true,
}).extend({
  changed: z.int(),
});
export type WorkRow = z.output<typeof WorkRow>;

const WrittenRow = WorkRow.omit({ changed: true });

export function workRow(record: WorkRecord): z.output<typeof WrittenRow> & { shape: number } {
  return { ...WrittenRow.parse({ ...record, title: inRow(record.title) }), shape: workShape };
}

/** The record for a group of summaries without a DOI. `preferred` is its owner's choice. */
export function applyWork(
  stored: WorkRecord | undefined,
  incoming: { id: string; orcid: string; preferred: WorkSummary; putCodes: number[] },
  now: Date,
): WorkRecord {
  const { preferred, orcid } = incoming;
  return {
    id: stored?.id ?? incoming.id,
    orcid,
    put_codes: incoming.putCodes,
    title: preferred.title,
    work_type: preferred.workType,
    publication_date: preferred.publicationDate,
    publication_year: preferred.publicationDate === null ? null : Number(preferred.publicationDate.slice(0, 4)),
    journal_title: preferred.journalTitle,
    href: preferred.url ?? `https://orcid.org/${orcid}/work/${preferred.putCode}`,
    visible: stored?.visible ?? true,
    // A work that lost its DOI again is restored.
    deleted_at: stored?.replaced_by && !stored.is_merged ? null : (stored?.deleted_at ?? null),
    replaced_by: stored?.is_merged ? stored.replaced_by : null,
    is_merged: stored?.is_merged ?? false,
    merged_into: stored?.merged_into ?? null,
    blocks: stored?.blocks ?? null,
    withdrawn_at: stored?.withdrawn_at ?? null,
    created_at: stored?.created_at ?? now.getTime(),
    last_fetched_at: now.getTime(),
    version: (stored?.version ?? 0) + 1,
  };
}

/** Whether the content of two records differs, ignoring fetch times and version. */
export function hasWorkChanged(before: WorkRecord | undefined, after: WorkRecord): boolean {
  const content = (record: WorkRecord) => JSON.stringify({ ...record, last_fetched_at: 0, version: 0 });
  return before === undefined || content(before) !== content(after);
}
