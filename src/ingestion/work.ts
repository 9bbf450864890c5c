import { isDeepStrictEqual } from 'node:util';
import type { IngestionJob } from '../domain/job.ts';
import { isActive } from '../domain/job.ts';
import { bibliographyOf, translationsOf, withTitle } from '../domain/orcid-plan.ts';
import { namesOf } from '../domain/person.ts';
import { applyIncoming, hasPublicationChanged, type IncomingPublication } from '../domain/publication.ts';
import type { Delivery } from '../queues/job.ts';
import { log } from '../runtime/log.ts';
import { retryIfStale, stale } from '../runtime/retry.ts';
import { readFromAgency } from '../sources/agency.ts';
import { readEnrichment } from '../sources/openalex.ts';
import { finishJobIfDone, finishWork, getJob, getPendingWork, type PendingWork } from '../storage/ingestion/jobs.ts';
import { getPeople } from '../storage/people.ts';
import {
  canonicalDois,
  getPublication,
  savePublication,
  storeSourceResponse,
  touchPublication,
} from '../storage/publications.ts';
import { transact } from '../storage/table.ts';
import { type SourceFailure, sourceFailure } from './source-failure.ts';

/**
 * Fetches and stores one publication of a job, or records why that failed. The last one finishes the job. It is
 * idempotent: the publication and the job's list change in one transaction, so a second run only makes sure that the job
 * finishes. If nothing has changed, the fetch time is written first, maybe twice.
 */
export async function ingestWork(jobId: string, doi: string, delivery: Delivery): Promise<void> {
  const job = await getJob(jobId);
  if (!job || !isActive(job)) return;
  const work = await getPendingWork(jobId, doi);
  if (work) await storeOrFail(job, work, delivery);
  await finishJobIfDone(jobId, delivery.now);
}

/** Records a publication whose message is in the DLQ as failed, so that its job can finish. */
export async function failWork(jobId: string, doi: string, now: Date): Promise<void> {
  const job = await getJob(jobId);
  const work = job && isActive(job) && (await getPendingWork(jobId, doi));
  if (work) await recordFailure(job, work, new Error('It could not be processed after several attempts'), now);
  await finishJobIfDone(jobId, now);
}

/** Removes a publication from its job's list as failed. Does nothing if it is already done. */
async function recordFailure(
  job: IngestionJob,
  work: PendingWork,
  failure: SourceFailure | Error,
  now: Date,
): Promise<void> {
  const { message, cause } = failure;
  if (await transact(finishWork(job, work, { outcome: 'failed', message }, now))) return;
  log('warn', `Publication ${work.doi} was not stored: ${message}`, {
    jobId: job.job_id,
    orcid: job.orcid_id,
    doi: work.doi,
    source: 'source' in failure ? failure.source : null,
    reason: message,
    cause,
  });
}

async function storeOrFail(job: IngestionJob, work: PendingWork, delivery: Delivery): Promise<void> {
  try {
    await store(job, work, delivery);
  } catch (error) {
    await recordFailure(job, work, sourceFailure(error, delivery.isLast), delivery.now);
  }
}

async function store(job: IngestionJob, work: PendingWork, delivery: Delivery): Promise<void> {
  const { now, signal } = delivery;
  const { doi, dois } = await identify(work);
  const asked = [readFromAgency(doi, signal), readEnrichment(doi, signal)] as const;
  await Promise.allSettled(asked); // If one fails, wait for the other.
  const [agency, openAlex] = await Promise.all(asked);
  const outcome = await retryIfStale(`The publication ${doi}`, async () => {
    const before = await getPublication(doi);
    const hashes: Record<string, string> = {};
    for (const answer of [agency, openAlex]) {
      if (!answer) continue;
      const { source, raw } = answer;
      hashes[source] = await storeSourceResponse(doi, source, raw, before?.answer_hashes[source]);
    }
    const incoming: IncomingPublication = {
      doi,
      aliases: await freeAliases(doi, dois),
      source: agency?.source ?? 'orcid',
      original: agency ? withTitle(agency.bibliography, work.summary) : bibliographyOf(work.summary),
      translatedTitles: translationsOf(work.summary),
      enriched: openAlex?.bibliography ?? null,
      enrichment: openAlex?.enrichment ?? null,
      answerHashes: hashes,
      orcid: job.orcid_id,
    };
    const linked = [...(before?.researchers.map(({ orcid }) => orcid) ?? []), job.orcid_id];
    const record = applyIncoming(before, incoming, (await getPeople(linked)).map(namesOf), now);
    const outcome = before ? (hasPublicationChanged(before, record) ? 'updated' : 'skipped') : 'created';
    const finish = finishWork(job, work, { outcome }, now);
    if (before && outcome === 'skipped' && isDeepStrictEqual(before.answer_hashes, record.answer_hashes)) {
      if (!(await touchPublication(before, now))) return stale;
      await transact(finish);
      return 'done';
    }
    const saved = await savePublication(record, before, finish);
    // Refused: another delivery has finished this work. Stale: the publication was changed concurrently, so retry.
    if (saved !== 'stale') return 'done';
    return !before && (await identify(work)).doi !== doi ? 'renamed' : stale;
  });
  // One of its DOIs now belongs to another publication, so fetch that one.
  if (outcome === 'renamed') await store(job, work, delivery);
}

/** The canonical DOI of a work: that of an existing publication with any of its DOIs, or else its own. */
async function identify({ doi, aliases }: PendingWork): Promise<{ doi: string; dois: string[] }> {
  const dois = [doi, ...aliases];
  const known = await canonicalDois(dois);
  const canonical = dois.map((each) => known.get(each)).find(Boolean);
  return { doi: canonical ?? doi, dois };
}

/** The DOIs that can be aliases of this publication. A DOI of another publication stays with it. */
async function freeAliases(doi: string, dois: string[]): Promise<string[]> {
  if (dois.length === 1 && dois[0] === doi) return [];
  const known = await canonicalDois(dois);
  const taken = dois.filter((each) => (known.get(each) ?? doi) !== doi);
  if (taken.length > 0) log('warn', 'One ORCID work names several publications', { doi, taken });
  return dois.filter((each) => each !== doi && !taken.includes(each));
}
