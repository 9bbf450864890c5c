import type { WorkDetails } from '#src/records/orcid/work.ts';
import { log } from '#src/runtime/log.ts';
import { maxPutCodes, readContributors, readDetails } from '#src/sources/orcid/full-works.ts';
import { SourceCallPostponed } from '#src/sources/requests/source.ts';
import type { Author } from '#src/vocabulary/bibliography.ts';
import type { IngestionJob } from './domain/job.ts';
import { sourceFailure } from './source-failure.ts';
import { type ListedPublication, type PendingItem, summariesOf } from './store/job-items.ts';
import { addWorkBatch, getWorkBatch, saveContributors } from './store/work-batches.ts';

type Contributors = ReadonlyMap<number, Author[]>;

/**
 * Stores a job's publications in batches of at most 100 summaries, ORCID's limit per request. Returns the publications
 * with their batch numbers.
 */
export async function assignBatches(
  jobId: string,
  works: readonly ListedPublication[],
  now: Date,
): Promise<PendingItem[]> {
  const batches: number[][] = [];
  const numbered = works.map((work) => {
    const putCodes = putCodesOf(work);
    const last = batches.at(-1);
    if (last && last.length + putCodes.length <= maxPutCodes) last.push(...putCodes);
    else batches.push(putCodes);
    return { ...work, batch: batches.length - 1 };
  });
  for (const [number, putCodes] of batches.entries()) await addWorkBatch(jobId, number, putCodes, now);
  return numbered;
}

/**
 * The contributors of a publication that no agency knows, by put-code; undefined if ORCID fails, in which case it is
 * stored without them. Requests the whole batch from ORCID, so its other publications need no request.
 */
export async function contributorsByPutCode(
  job: IngestionJob,
  work: PendingItem,
  signal: AbortSignal,
): Promise<Contributors | undefined> {
  try {
    return await readOrReuse(job, work, signal);
  } catch (error) {
    if (!(error instanceof SourceCallPostponed)) sourceFailure(error);
    log('warn', 'Contributors were not read', { jobId: job.job_id, orcid: job.orcid_id, error });
    return undefined;
  }
}

/** At most this many requests for one ingestion. Later ones read the rest. */
const maxDetailRequests = 10;

/** The empty details of a work that ORCID lists but does not return. Only a change on the record could bring them. */
const noDetails: WorkDetails = {
  authors: [],
  editors: [],
  citation: null,
  cited: {},
  abstract: null,
  language: null,
};

/**
 * The details of works without a DOI that lists of works lack, by put-code. Works whose details could not be read are
 * left out: they are stored without details, which the next ingestion reads.
 */
export async function detailsOf(
  job: IngestionJob,
  putCodes: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, WorkDetails>> {
  const found = new Map<number, WorkDetails>();
  const { job_id: jobId, orcid_id: orcid } = job;
  try {
    for (let start = 0; start < Math.min(putCodes.length, maxDetailRequests * maxPutCodes); start += maxPutCodes) {
      const batch = putCodes.slice(start, start + maxPutCodes);
      const read = await readDetails(orcid, batch, signal);
      for (const putCode of batch) found.set(putCode, read.get(putCode) ?? noDetails);
    }
  } catch (error) {
    if (!(error instanceof SourceCallPostponed)) sourceFailure(error);
    log('warn', 'The details of works were not read', { jobId, orcid, error });
  }
  return found;
}

const putCodesOf = (work: ListedPublication): number[] => summariesOf(work).map(({ putCode }) => putCode);

async function readOrReuse(
  { job_id: jobId, orcid_id: orcid }: IngestionJob,
  work: PendingItem,
  signal: AbortSignal,
): Promise<Contributors> {
  const own = putCodesOf(work);
  const batch = work.batch === null ? undefined : await readOnce(jobId, orcid, work.batch, signal);
  // The record may have changed between two deliveries that planned the job: then the batch has other works.
  const isComplete = batch && own.every((each) => batch.putCodes.includes(each));
  return isComplete ? batch.contributors : readContributors(orcid, own, signal);
}

interface Batch {
  putCodes: number[];
  contributors: Contributors;
}

/** Batches that this process is reading. All messages of an invocation have the same signal. */
const underWay = new Map<string, Promise<Batch | undefined>>();

function readOnce(jobId: string, orcid: string, batch: number, signal: AbortSignal): Promise<Batch | undefined> {
  const name = `${jobId} ${batch}`;
  const reading = underWay.get(name) ?? readBatch(jobId, orcid, batch, signal).finally(() => underWay.delete(name));
  underWay.set(name, reading);
  return reading;
}

/** Reads a batch from the table, or the first time from ORCID. Undefined if there is no such batch. */
async function readBatch(jobId: string, orcid: string, batch: number, signal: AbortSignal): Promise<Batch | undefined> {
  const stored = await getWorkBatch(jobId, batch);
  if (!stored) return undefined;
  const { putCodes } = stored;
  if (stored.contributors) return { putCodes, contributors: stored.contributors };
  const contributors = await readContributors(orcid, putCodes, signal);
  await saveContributors(jobId, batch, contributors);
  return { putCodes, contributors };
}
