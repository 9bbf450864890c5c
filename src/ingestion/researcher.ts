import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Join, updateWorkPairs } from '#src/duplicates/find.ts';
import { joinFor } from '#src/duplicates/merging/join.ts';
import { type Plan, type PlannedWork, planRecord } from '#src/records/orcid/plan.ts';
import type { WorkGroup } from '#src/records/orcid/record.ts';
import { hasDetailsOf } from '#src/records/orcid/work.ts';
import { PersonErased } from '#src/records/people/store/unless-erased.ts';
import { getWork, saveWork, worksOf } from '#src/records/publications/store/works.ts';
import type { WorkRecord } from '#src/records/works/work.ts';
import { applyWork, hasWorkChanged } from '#src/records/works/work-content.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { log } from '#src/runtime/log.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { findDois } from '#src/sources/openalex/record.ts';
import { readPerson, readWorks } from '#src/sources/orcid/record.ts';
import { pauseOf } from '#src/sources/requests/pace.ts';
import { isNoAnswer, SourcePaused } from '#src/sources/requests/source.ts';
import type { Delivery } from '#src/table/queues/job.ts';
import { send } from '#src/table/queues/queue.ts';
import type { Write } from '#src/table/table.ts';
import { sources } from '#src/vocabulary/sources/declarations.ts';
import { changedWorks } from './changed-works.ts';
import { assignBatches, detailsOf } from './contributors.ts';
import type { IngestionJob } from './domain/job.ts';
import { proposeFromEmployments, proposeUnlinks } from './proposals/find/from-orcid.ts';
import { failureToRecord } from './source-failure.ts';
import { saveOrcidPerson } from './store/add-people.ts';
import { addPendingItems, finishedItems, type ListedPublication, pendingDois, reportItem } from './store/job-items.ts';
import { beginJob, failJob, finishJobIfDone, isJobActive, markPlanned, waitForSource } from './store/jobs.ts';
import { saveOrcidSection } from './store/source-answers.ts';
import { isToTakeOver, worksWithGroups } from './take-over.ts';

/**
 * Reads the ORCID record of a job's researcher: stores the person and the works without a DOI, lists the publications
 * to fetch, and sends one message for each. A job for failed works lists those instead. Idempotent: a second run only
 * resends the messages. While no worker may ask ORCID, the job waits, and `resume-jobs` sends it again. Does nothing if
 * the job has ended.
 */
export async function ingestResearcher(jobId: string, delivery: Delivery): Promise<void> {
  const { now } = delivery;
  const pause = await pauseOf('orcid', 'single', now);
  if (pause && (await waitForSource(jobId, { source: 'orcid', pause }))) return;
  const job = await beginJob(jobId, now);
  if (!job) return;
  if (!job.planned) {
    const { scope, retry_of } = job;
    const isPartial = scope === 'failed_works' && retry_of !== null;
    try {
      const listed = isPartial ? await failedWorks(retry_of) : await saveRecord(job, delivery);
      if (!listed) return;
      await addPendingItems(jobId, await assignBatches(jobId, listed, now));
    } catch (error) {
      // An erasure deletes the job.
      if (error instanceof PersonErased) return;
      if (error instanceof SourcePaused) await waitForSource(jobId, error);
      else await failJob(jobId, failureToRecord(error, delivery).message, now);
      return;
    }
    // Not marked: another delivery has done it, or the job has ended.
    if (!(await markPlanned(job, now)) && !(await isJobActive(jobId))) return;
  }
  const left = await pendingDois(jobId);
  const rejected = await send(
    'works',
    left.map((doi) => ({ jobId, doi })),
  );
  if (rejected.length > 0) throw new Error(`SQS did not accept ${rejected.length} of ${left.length} messages`);
  await finishJobIfDone(jobId, now);
}

/** The publications that failed in an earlier job and can be fetched without the ORCID record. */
async function failedWorks(jobId: string): Promise<ListedPublication[]> {
  return (await finishedItems(jobId)).flatMap(({ outcome, work }) => (outcome === 'failed' && work ? [work] : []));
}

/**
 * Reads the researcher's record, stores the person and the works without a DOI, and returns the publications to fetch.
 * Undefined if the job has ended. Throws if the record cannot be read.
 */
async function saveRecord(job: IngestionJob, delivery: Delivery): Promise<ListedPublication[] | undefined> {
  const { now } = delivery;
  const record = await readRecord(job, delivery.signal);
  const plan = planRecord(await withDoisOfPubmed(record.groups, job, delivery.signal));
  // The source may have been slow, and an operator may have ended the job.
  if (!(await isJobActive(job.job_id))) return undefined;
  const { orcid_id: orcid } = job;
  await proposeUnlinks(orcid, plan, now);
  // Before the person, whom a reset may delete: the section must not exist without them.
  await saveOrcidSection(orcid, 'works', record.raw);
  await saveOrcidPerson(record.person, now);
  await proposeFromEmployments(orcid, now, delivery.signal);
  const replaced = await saveWorks(job, plan, delivery);
  const { publications } = plan;
  const isSuccessor = ({ doi }: { doi: string }) => replaced.has(doi);
  const changed = job.scope === 'changed_works' ? await changedWorks(orcid, publications, now) : publications;
  const listed = new Set([...changed, ...publications.filter(isSuccessor)]);
  // The previous release reads `aliases` as DOIs of the same publication.
  return [...listed].map((each) => ({ ...each, aliases: [], replaces: replaced.get(each.doi) ?? [] }));
}

/** Reads the researcher's record. */
async function readRecord({ orcid_id: orcid }: IngestionJob, signal: AbortSignal) {
  const asked = [readPerson(orcid, signal), readWorks(orcid, signal)] as const;
  await Promise.allSettled(asked); // If one fails, wait for the other.
  const [person, works] = await Promise.all(asked);
  return { person, ...works };
}

/**
 * The groups. Those without a DOI get the one that OpenAlex has for their PubMed or else PubMed Central identifier. If
 * OpenAlex fails they remain works, and become publications at the next ingestion.
 */
async function withDoisOfPubmed(groups: WorkGroup[], job: IngestionJob, signal: AbortSignal): Promise<WorkGroup[]> {
  let known = groups;
  for (const kind of ['pmid', 'pmcid'] as const) {
    const idsOf = (group: WorkGroup) => (hasNoDoi(group) ? group[`${kind}s`] : []);
    const wanted = [...new Set(known.flatMap(idsOf))].slice(0, maxIds);
    if (wanted.length === 0) continue;
    try {
      const dois = await findDois(kind, wanted, { signal });
      known = known.map((group) => {
        const found = idsOf(group).flatMap((id) => dois.get(id) ?? []);
        return found.length > 0 ? { ...group, selfDois: [...new Set(found)] } : group;
      });
    } catch (cause) {
      if (!isNoAnswer(cause)) throw cause;
      log('warn', 'PubMed identifiers were not resolved', { jobId: job.job_id, orcid: job.orcid_id, kind, cause });
    }
  }
  return known;
}

const hasNoDoi = ({ selfDois, summaries }: WorkGroup) =>
  selfDois.length === 0 && summaries.every((summary) => summary.selfDois.length === 0);

/** At most ten requests of each kind for one researcher. */
const maxIds = 1000;

/**
 * Stores the works without a DOI, and deletes those that now have one, as they are publications. Works no longer on the
 * record stay: an ingestion removes nothing. Returns the ids of the deleted ones that curators have changed, by DOI,
 * until the publication has taken that over.
 */
async function saveWorks(
  job: IngestionJob,
  { works, publications }: Plan,
  { now, signal }: Delivery,
): Promise<Map<string, string[]>> {
  const orcid = job.orcid_id;
  const stored = await worksOf(orcid);
  const isOutdated = ({ preferred, putCodes }: PlannedWork) =>
    !hasDetailsOf(knownWork(stored, putCodes)?.source ?? null, preferred);
  const outdated = works.filter(isOutdated).map(({ preferred }) => preferred.putCode);
  const details = await detailsOf(job, outdated, signal);
  const join = joinFor({ workspace: job.workspace, actor: job.requested_by });
  await inParallel(works, 10, async ({ preferred, putCodes, identifiers }) => {
    const known = knownWork(stored, putCodes);
    const id = known?.id ?? workId(orcid, putCodes[0] ?? preferred.putCode);
    await writeWork(
      id,
      known,
      now,
      (before) => {
        const read = { identifiers, details: details.get(preferred.putCode) };
        const record = applyWork(before, { id, orcid, preferred, putCodes, ...read }, now);
        const outcome = !before ? 'created' : hasWorkChanged(before, record) ? 'updated' : 'skipped';
        const { cuts } = preferred;
        const warnings = cuts && { warnings: cuts.map((cut) => `${sources.orcid.printed}: ${cut}`) };
        return { record, extraWrites: [reportItem(job, id, { title: record.title, outcome, ...warnings }, now)] };
      },
      join,
    );
  });
  const replacing = new Map<string, Set<string>>();
  const putCodesOfPublications = new Set(publications.flatMap(({ putCodes }) => putCodes));
  const withGroups = await worksWithGroups(
    stored.filter((work) => work.put_codes.some((each) => putCodesOfPublications.has(each))).map(({ id }) => id),
  );
  await inParallel(stored, 10, (known) =>
    writeWork(
      known.id,
      known,
      now,
      (before) => {
        const publication = publications.find(({ putCodes }) =>
          before?.put_codes.some((each) => putCodes.includes(each)),
        );
        if (!before || !publication) return undefined;
        const { doi } = publication;
        if (isToTakeOver(before, doi, withGroups)) replacing.set(doi, (replacing.get(doi) ?? new Set()).add(before.id));
        if (before.replaced_by === doi) return undefined;
        return { record: replaced(before, doi, now), extraWrites: [] };
      },
      join,
    ),
  );
  return new Map([...replacing].map(([doi, ids]) => [doi, [...ids].slice(0, maxReplaced)]));
}

/** Works that one publication replaces and takes over: each is a part of its transaction. */
const maxReplaced = 5;

/**
 * The stored work with these put-codes. If the owner has combined several, the one with exactly these, or else one that
 * lists show: a merged one must not get the data of the other.
 */
function knownWork(stored: readonly WorkRecord[], putCodes: readonly number[]): WorkRecord | undefined {
  const having = stored.filter((work) => work.put_codes.some((putCode) => putCodes.includes(putCode)));
  const isExact = ({ put_codes }: WorkRecord) => isDeepStrictEqual(put_codes, putCodes);
  return having.find(isExact) ?? having.find(({ deleted_at }) => deleted_at === null) ?? having[0];
}

/**
 * Writes a changed work, starting from `known`, or from the current record after a concurrent write. If the write is
 * refused, another delivery has already stored and reported the work.
 */
async function writeWork(
  id: string,
  known: WorkRecord | undefined,
  now: Date,
  change: (before: WorkRecord | undefined) => { record: WorkRecord; extraWrites: Write[] } | undefined,
  join: Join,
): Promise<void> {
  let before = known;
  await retryIfStale(`The work ${id}`, async () => {
    const changed = change(before);
    if (!changed) return;
    const saved = await saveWork(changed.record, before, changed.extraWrites);
    if (saved === 'saved') await updateWorkPairs(changed.record, before, now, join);
    if (saved !== 'stale') return;
    before = await getWork(id);
    return stale;
  });
}

function replaced(work: WorkRecord, doi: string, now: Date): WorkRecord {
  return { ...work, deleted_at: now.toISOString(), replaced_by: doi, version: work.version + 1 };
}

/** A stable id: 128 bits of a hash of the person and the lowest put-code of the work. */
function workId(orcid: string, putCode: number): string {
  return createHash('sha256').update(`${orcid}/${putCode}`).digest('hex').slice(0, 32);
}
