import { relateAgain } from '#src/duplicates/relations/relate.ts';
import { type Comparable, comparableBibliography } from '#src/records/likeness/comparable.ts';
import { orcidBibliographies, wholeBibliography } from '#src/records/orcid/bibliography.ts';
import { getPerson } from '#src/records/people/store/people.ts';
import { PersonErased } from '#src/records/people/store/unless-erased.ts';
import { inTurn } from '#src/runtime/in-turn.ts';
import { log } from '#src/runtime/log.ts';
import { asksAlways } from '#src/sources/enrichments.ts';
import { readPerson } from '#src/sources/orcid/record.ts';
import { SourcePaused } from '#src/sources/requests/source.ts';
import type { Delivery } from '#src/table/queues/job.ts';
import { send } from '#src/table/queues/queue.ts';
import { transact } from '#src/table/table.ts';
import { sources } from '#src/vocabulary/sources/declarations.ts';
import { identifyComponent, reportComponent } from './component.ts';
import { contributorsByPutCode } from './contributors.ts';
import { type IngestionJob, isActive } from './domain/job.ts';
import { type Claim, existingDoi, identify, type SourceAnswers } from './identify.ts';
import { isSuggested, withdrawSuggestion } from './proposals/store/proposals.ts';
import { failureToRecord } from './source-failure.ts';
import { saveOrcidPerson } from './store/add-people.ts';
import { addPendingItems, finishItem, getPendingItem, type PendingItem, summariesOf } from './store/job-items.ts';
import { finishJobIfDone, getJob, isJobActive } from './store/jobs.ts';
import { storePublication } from './store.ts';

/**
 * Fetches and stores one publication of a job, or records why that failed. Idempotent: the publication and the job's
 * list change in one transaction, so a second run does nothing. If nothing has changed, the fetch time is written first,
 * possibly twice. Afterwards, `completeJob` ends the job if this was the last one.
 */
export async function ingestItem(jobId: string, doi: string, delivery: Delivery): Promise<void> {
  const [job, work, existing] = await Promise.all([getJob(jobId), getPendingItem(jobId, doi), existingDoi([doi])]);
  // The message of a killed function is all that asks for what follows from what it had stored.
  if (job && !work && existing !== undefined && delivery.receiveCount > 1) {
    linkedBy.set(jobId, job.orcid_id);
    await relateAgain(existing, delivery.now);
  }
  if (!job || !isActive(job) || !work) return;
  const own = work.aliases.length > 0 ? await listAliases(jobId, work) : work;
  await storeOrFail(job, own, delivery, existing);
}

/** The researchers whom this process has linked without a look whether they exist, by job. */
const linkedBy = new Map<string, string>();

/**
 * At the end of a batch: stores the researcher of a job anew whom a reset has deleted while they were linked, and ends the
 * job if nothing is left. An erasure unlinks again what was linked meanwhile.
 */
export async function completeJob(jobId: string, now: Date): Promise<void> {
  const orcid = linkedBy.get(jobId);
  const [person] = await Promise.all([orcid === undefined ? undefined : getPerson(orcid), finishJobIfDone(jobId, now)]);
  try {
    if (orcid !== undefined && !person)
      await saveOrcidPerson(await readPerson(orcid, AbortSignal.timeout(readAgainMs)), now);
  } catch (error) {
    if (!(error instanceof PersonErased)) throw error;
  }
  linkedBy.delete(jobId);
}

const readAgainMs = 15_000;

/** Records a publication whose message is in the DLQ as failed, so that its job can finish. */
export async function failItem(jobId: string, doi: string, now: Date): Promise<void> {
  const job = await getJob(jobId);
  const work = job && isActive(job) && (await getPendingItem(jobId, doi));
  if (work) await recordFailure(job, work, new Error('It could not be processed after several attempts'), now);
  await finishJobIfDone(jobId, now);
}

/** Removes a publication from its job's list as failed. Does nothing if it is already finished. */
async function recordFailure(job: IngestionJob, work: PendingItem, failure: Error, now: Date): Promise<void> {
  const { message, cause } = failure;
  if (await transact(finishItem(job, work, { outcome: 'failed', message }, now))) return;
  log('warn', `Publication ${work.doi} was not stored: ${message}`, {
    jobId: job.job_id,
    orcid: job.orcid_id,
    doi: work.doi,
    source: 'source' in failure ? failure.source : null,
    reason: message,
    cause,
  });
}

async function storeOrFail(
  job: IngestionJob,
  work: PendingItem,
  delivery: Delivery,
  existing: string | undefined,
): Promise<void> {
  try {
    await store(job, work, delivery, { existing });
  } catch (error) {
    // Erasing the researcher deletes the job.
    if (error instanceof PersonErased) return;
    const failure = failureToRecord(error, delivery);
    if (await isJobActive(job.job_id)) await recordFailure(job, work, failure, delivery.now);
  }
}

function warningsOf({ agency, enrichments }: SourceAnswers, work: PendingItem): string[] {
  const listed = summariesOf(work).flatMap(({ cuts }) => cuts ?? []);
  const named = [agency, ...Object.values(enrichments.answers)].flatMap((answer) =>
    answer ? [[answer.source, answer.cuts] as const] : [],
  );
  const warnings = [...named, ['orcid', listed] as const].flatMap(([source, cuts]) =>
    cuts.map((cut) => `${sources[source].printed}: ${cut}`),
  );
  const pending = Object.values(enrichments.failures).map(
    ({ message }) => `${message}. The publication is stored without its data for now`,
  );
  return [...new Set([...pending, ...warnings])].slice(0, maxWarnings);
}

const maxWarnings = 20;

async function store(
  job: IngestionJob,
  work: PendingItem,
  delivery: Delivery,
  known?: { existing: string | undefined },
): Promise<void> {
  const { now, signal } = delivery;
  const identified = await identify(work.doi, claimOf(job, work), { signal }, known);
  // A source that is always asked can delay the message, unless it is not asked for hours. Its other failures are
  // retried separately, later.
  for (const name of asksAlways()) {
    const failure = identified.enrichments.failures[name];
    if (failure && !(failure instanceof SourcePaused)) failureToRecord(failure, delivery);
  }
  const orcid = job.orcid_id;
  const { doi } = identified;
  let isToWithdraw = false;
  // The sources may have been slow, and an operator may have ended the job.
  const isWanted = async () => {
    const [isActive, suggested] = await Promise.all([isJobActive(job.job_id), isSuggested(doi)]);
    isToWithdraw = suggested;
    return isActive;
  };
  const component = await identifyComponent(doi, identified, work);
  if (component) {
    if (await isWanted()) await reportComponent(job, work, { ...component, doi }, now);
    return;
  }
  const warnings = warningsOf(identified, work);
  const contributors = identified.agency ? undefined : await contributorsByPutCode(job, work, signal);
  const listing = { orcid, listedAs: work.doi, summaries: summariesOf(work), contributors };
  const report = { publication: doi, ...(warnings.length > 0 && { warnings }) };
  // The DOIs of a group mostly belong to one publication.
  const { outcome } = await inTurn(signal, work.grouped[0] ?? work.doi, () =>
    storePublication(
      { ...identified, listing, orcids: [orcid], replaces: work.replaces, isWanted, isRepeated: !delivery.isLast },
      (outcome) => finishItem(job, work, { outcome, ...report }, now),
      now,
      { workspace: job.workspace, actor: job.requested_by },
    ),
  );
  if (outcome === 'created' || outcome === 'updated') linkedBy.set(job.job_id, orcid);
  // A reset has deleted the researcher whom the job had stored.
  if (outcome === 'nobody') await saveOrcidPerson(await readPerson(orcid, signal), now);
  // Refused: another delivery has finished this work. Renamed: it is another publication now, so fetch that one.
  if (outcome === 'renamed' || outcome === 'nobody') await store(job, work, delivery);
  else if (outcome === 'created' && isToWithdraw) await withdrawSuggestion(doi);
}

/** The ORCID record's data about a work. */
function claimOf({ job_id, orcid_id: orcid }: IngestionJob, work: PendingItem): Claim {
  const listedAt = async (doi: string) => {
    const pending = await getPendingItem(job_id, doi);
    return pending && comparableListing(pending);
  };
  return { orcid, listed: comparableListing(work), grouped: work.grouped, listedAt };
}

function comparableListing(work: PendingItem): Comparable | undefined {
  const [listed] = orcidBibliographies(summariesOf(work), work.doi);
  return listed && comparableBibliography(work.doi, wholeBibliography(listed));
}

/** Lists the other DOIs of a group separately: jobs of older versions have them as aliases of the first. */
async function listAliases(jobId: string, work: PendingItem): Promise<PendingItem> {
  const grouped = [work.doi, ...work.aliases];
  const aliasWorks = work.aliases.map((doi) => ({ ...work, doi, aliases: [], grouped }));
  await addPendingItems(jobId, aliasWorks);
  const rejected = await send(
    'works',
    aliasWorks.map(({ doi }) => ({ jobId, doi })),
  );
  if (rejected.length > 0) throw new Error(`SQS did not accept ${rejected.length} of ${aliasWorks.length} messages`);
  return { ...work, aliases: [], grouped };
}
