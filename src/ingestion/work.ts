import type { IngestionJob } from '../domain/job.ts';
import { isActive } from '../domain/job.ts';
import type { Delivery } from '../queues/job.ts';
import { log } from '../runtime/log.ts';
import { readPerson } from '../sources/orcid.ts';
import { PersonErased } from '../storage/erasure/unless-erased.ts';
import { saveOrcidPerson } from '../storage/ingestion/add-people.ts';
import { finishWork, getPendingWork, type PendingWork, summariesOf } from '../storage/ingestion/job-works.ts';
import { finishJobIfDone, getJob, isJobActive } from '../storage/ingestion/jobs.ts';
import { withdrawSuggestion } from '../storage/proposals/proposals.ts';
import { transact } from '../storage/table.ts';
import { identifyComponent, reportComponent } from './component.ts';
import { contributorsOf } from './contributors.ts';
import { type SourceFailure, sourceFailure } from './source-failure.ts';
import { existingDoi, identifyPublication, readSources, storePublication } from './store.ts';

/**
 * Fetches and stores one publication of a job, or records why that failed. The last one finishes the job. It is
 * idempotent: the publication and the job's list change in one transaction, so a second run only makes sure that the job
 * finishes. If nothing has changed, the fetch time is written first, maybe twice.
 */
export async function ingestWork(jobId: string, doi: string, delivery: Delivery): Promise<void> {
  const [job, work] = await Promise.all([getJob(jobId), getPendingWork(jobId, doi)]);
  if (!job || !isActive(job)) return;
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
    // Erasing the researcher deletes the job.
    if (error instanceof PersonErased) return;
    const failure = sourceFailure(error, delivery.isLast);
    if (await isJobActive(job.job_id)) await recordFailure(job, work, failure, delivery.now);
  }
}

async function store(job: IngestionJob, work: PendingWork, delivery: Delivery, named = work.doi): Promise<void> {
  const { now, signal } = delivery;
  const listed = named === work.doi ? [named, ...work.aliases] : [named];
  const existing = await existingDoi(listed);
  const answers = await readSources(existing ?? named, { signal }, job.job_id);
  // The message returns if OpenAlex asks to wait. Any other failure of it is repeated alone, later.
  if (answers.openAlexFailure) sourceFailure(answers.openAlexFailure, delivery.isLast);
  const orcid = job.orcid_id;
  const [isStillActive, { doi, dois }] = await Promise.all([
    isJobActive(job.job_id),
    identifyPublication(listed, answers, existing),
  ]);
  // The sources may have taken long. An operator may have ended the job meanwhile.
  if (!isStillActive) return;
  const component = await identifyComponent(doi, answers, work);
  if (component) {
    // The group lists the whole, too.
    const whole = listed.find((each) => each === component.parent);
    if (whole !== undefined && whole !== named) return store(job, work, delivery, whole);
    return reportComponent(job, work, { ...component, doi }, now);
  }
  const contributors = answers.agency ? undefined : await contributorsOf(job, work, signal);
  const result = await storePublication(
    {
      ...answers,
      doi,
      dois,
      listing: { orcid, listedAs: work.doi, summaries: summariesOf(work), contributors },
      orcids: [orcid],
    },
    (outcome) => finishWork(job, work, { outcome, publication: doi }, now),
    now,
    { workspace: job.workspace, actor: job.requested_by },
  );
  // A reset has deleted the researcher, whom the job stored before.
  if (result === 'nobody') await saveOrcidPerson(await readPerson(orcid, signal), now);
  // Refused: another delivery has finished this work. Renamed: it is another publication now, so fetch that one.
  if (result === 'renamed' || result === 'nobody') await store(job, work, delivery, named);
  else if (typeof result === 'object' && result.outcome === 'created') await withdrawSuggestion(doi);
}
