import * as z from 'zod';
import { WorkSummary } from '#src/records/orcid/record.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { expiry } from '#src/runtime/retention.ts';
import { keys, prefixes } from '#src/table/keys.ts';
import { getItem, prefixQuery, putIfAbsent, query, type Write } from '#src/table/table.ts';
import { LocalizedText } from '#src/vocabulary/locale.ts';
import { type IngestionJob, ItemOutcome } from '../domain/job.ts';
import { jobEvent } from './job-events.ts';

/** A publication as an ORCID record lists it: one `self` DOI of a group, and the summaries with it. */
export const ListedPublication = z.object({
  doi: z.string(),
  /** Only in jobs of older versions: the other DOIs of the group, then assumed to be of the same publication. */
  aliases: z.array(z.string()),
  /** All DOIs of the group, the preferred one first. Empty if it has only one. */
  grouped: z.array(z.string()).default([]),
  /** The summary that the owner prefers. */
  summary: WorkSummary,
  others: z.array(WorkSummary).default([]),
  /** The ids of works without a DOI that it replaces, of which it takes over what curators decided. */
  replaces: z.array(z.string()).default([]),
});
export type ListedPublication = z.output<typeof ListedPublication>;

/** A publication that a job still has to fetch. */
export const PendingItem = ListedPublication.extend({
  /** The batch with its put-codes. Null in jobs of older versions, whose contributors are read separately. */
  batch: z.int().nullable().default(null),
});
export type PendingItem = z.output<typeof PendingItem>;

/** All summaries of a publication, in the owner's order of preference. */
export const summariesOf = ({ summary, others }: Pick<ListedPublication, 'summary' | 'others'>): WorkSummary[] => [
  summary,
  ...others,
];

/** The outcome of a work. */
export const FinishedItem = z.object({
  outcome: ItemOutcome,
  /** Why it failed. */
  message: z.string().optional(),
  /** Data that was left out because a source sent more than is stored. */
  warnings: z.array(z.string()).optional(),
  title: LocalizedText.nullable().default(null),
  /** The canonical DOI of the stored publication. Absent for works without a DOI, and in older reports. */
  publication: z.string().optional(),
  /** Only for a component, which is not stored: the DOI of the publication it belongs to, null if unknown. */
  part_of: z.string().nullable().optional(),
  /** Data for retrying a failed publication. Absent in older reports. */
  work: ListedPublication.optional(),
});
export type FinishedItem = z.output<typeof FinishedItem>;

/** A work of a job, pending or finished. `id` is its DOI, or the id of a work without one. */
export type JobItem = { id: string } & ({ pending: PendingItem } | { finished: FinishedItem });

/**
 * Adds publications to the job's list unless they are already on it, so that a second run after a crash does not change
 * it.
 */
export async function addPendingItems(jobId: string, works: z.input<typeof PendingItem>[]): Promise<void> {
  await inParallel(works, 20, (work) => putIfAbsent({ ...keys.pendingWork(jobId, work.doi), ...work }));
}

/** The unfinished DOIs on a job's list. */
export async function pendingDois(jobId: string): Promise<string[]> {
  const dois: string[] = [];
  for await (const item of query(prefixQuery(keys.job(jobId).pk, prefixes.pendingWork))) {
    dois.push(PendingItem.parse(item).doi);
  }
  return dois;
}

/** Whether a job's list has an unfinished publication. */
export async function hasPendingItem(jobId: string): Promise<boolean> {
  for await (const _ of query({ ...prefixQuery(keys.job(jobId).pk, prefixes.pendingWork), Limit: 1 })) return true;
  return false;
}

/** A publication on a job's list, or undefined if it is done. */
export async function getPendingItem(jobId: string, doi: string): Promise<PendingItem | undefined> {
  const item = await getItem(keys.pendingWork(jobId, doi));
  return item && PendingItem.parse(item);
}

/** All works of a job known so far, by id. Reports expire after the configured number of days. */
export async function itemsOfJob(jobId: string): Promise<JobItem[]> {
  const { pk } = keys.job(jobId);
  const works = new Map<string, JobItem>();
  // In this order: a publication finished between the two reads is in both and counts as finished.
  for await (const item of query(prefixQuery(pk, prefixes.pendingWork))) {
    const pending = PendingItem.parse(item);
    works.set(pending.doi, { id: pending.doi, pending });
  }
  for await (const item of query(prefixQuery(pk, prefixes.finishedWork))) {
    const id = String(item.sk).slice(prefixes.finishedWork.length);
    works.set(id, { id, finished: FinishedItem.parse(item) });
  }
  return [...works.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** The reports of a job's finished works. */
export async function finishedItems(jobId: string): Promise<FinishedItem[]> {
  const found: FinishedItem[] = [];
  for await (const item of query(prefixQuery(keys.job(jobId).pk, prefixes.finishedWork))) {
    found.push(FinishedItem.parse(item));
  }
  return found;
}

interface PublicationReport {
  outcome: ItemOutcome;
  message?: string;
  warnings?: string[];
  /** The canonical DOI of the stored publication. */
  publication?: string;
  /** For a component: the DOI of the publication it belongs to. */
  part_of?: string | null;
}

/**
 * The writes that remove a publication from the list and record its outcome, for the transaction that stores it. The
 * first one fails if it is already finished, so that a message delivered twice counts once.
 */
export function finishItem(job: IngestionJob, work: ListedPublication, report: PublicationReport, now: Date): Write[] {
  const title = work.summary.title;
  const remove: Write = {
    Delete: { Key: keys.pendingWork(job.job_id, work.doi), ConditionExpression: 'attribute_exists(pk)' },
  };
  if (report.outcome !== 'failed') {
    return [remove, { Put: { Item: workReport(job, work.doi, { title, ...report }, now) } }];
  }
  const { doi, aliases, grouped, summary, others, replaces } = work;
  const again = { doi, aliases, grouped, summary, others, replaces };
  return [
    remove,
    { Put: { Item: workReport(job, doi, { title, ...report, work: again }, now) } },
    jobEvent(job, 'ingestion.work.failed', `${doi} could not be fetched: ${report.message}`, now, {
      metadata: { doi, orcid: job.orcid_id },
    }),
  ];
}

/**
 * The write that records the outcome of a work without a DOI, for the transaction that stores the work. It fails if this
 * job has already reported the work.
 */
export function reportItem(
  job: IngestionJob,
  workId: string,
  report: Pick<FinishedItem, 'title' | 'outcome' | 'warnings'>,
  now: Date,
): Write {
  return { Put: { Item: workReport(job, workId, report, now), ConditionExpression: 'attribute_not_exists(pk)' } };
}

function workReport(job: IngestionJob, id: string, report: FinishedItem, now: Date) {
  return { ...keys.finishedWork(job.job_id, id), ...report, ...expiry('JOB_REPORT', now.getTime()) };
}
