import type { ChangeContext } from '../domain/audit.ts';
import { Contention } from '../errors.ts';
import { inParallel } from '../runtime/in-parallel.ts';
import { transactAudited } from '../storage/audit.ts';
import { deleteJob, existingJobs, latestJobIds } from '../storage/ingestion/delete-job.ts';
import { allJobRows } from '../storage/ingestion/job-list.ts';
import { activeJobs } from '../storage/ingestion/stuck-jobs.ts';
import { type Collection, shardOf } from '../storage/keys.ts';
import { countRows, raiseEpoch, rowIds } from '../storage/list-rows.ts';
import { transact } from '../storage/table.ts';
import { type DeletableCollection, deleteRecords } from './delete-records.ts';
import { attemptTask, isComplete, newReport, resultOf, type ShardReport, shardNumbers } from './shards.ts';

/** Fills one transaction with publications that have two stored responses each. */
const recordsAtOnce = 24;
const jobsAtOnce = 8;
/** What is left is counted this long after the deadline at most. */
const countingMs = 2_000;

const reason = 'The data of the registry was reset';

/** What is deleted, in this order. The people come last, because they lead to their jobs. */
const kinds = ['jobs', 'proposals', 'duplicates', 'publications', 'works', 'people'] as const;
type Kind = (typeof kinds)[number];

const collections = {
  proposals: 'PROPOSAL',
  duplicates: 'DUPLICATE',
  publications: 'PUB',
  works: 'WORK',
  people: 'PERSON',
} as const satisfies Record<Exclude<Kind, 'jobs'>, DeletableCollection>;

export interface ResetOptions {
  dryRun: boolean;
  clearIngestionJobs: boolean;
  workspace: string;
  by: ChangeContext;
  /** Nothing new is begun after it. Milliseconds since the epoch. */
  deadlineMs: number;
}

export interface ResetResult {
  dryRun: boolean;
  totals: Record<Kind, number>;
  shards: ShardReport[];
  /** Whether nothing is left. */
  complete: boolean;
}

/**
 * Deletes all publications, works and people for good, and jobs if asked to; or counts them in a dry run. Works through
 * the list shards until the deadline; another call continues, also after a crash. A failed shard does not keep the others
 * from being done, and ends in Problem `internal_error` with the result as details.
 */
export async function resetData(options: ResetOptions): Promise<ResetResult> {
  const { dryRun, clearIngestionJobs, deadlineMs } = options;
  const run = new ResetRun(options);
  const reports = shardNumbers.map(newReport);
  const totals: ResetResult['totals'] = { jobs: 0, proposals: 0, duplicates: 0, publications: 0, works: 0, people: 0 };
  const unfinished: { kind: Kind; report: ShardReport }[] = [];
  for (const kind of kinds) {
    if (kind === 'jobs' && !clearIngestionJobs) continue;
    for (const report of reports) {
      const count = (number: number) => {
        report.count += number;
        totals[kind] += number;
      };
      const { shard } = report;
      const mustWait = kind === 'people' && unfinished.some((each) => each.kind === 'jobs' && each.report === report);
      const isDone = await attemptTask(report, async () => {
        if (dryRun) {
          count(await run.remaining(kind, shard, deadlineMs));
          // There may be more than were counted.
          if (Date.now() >= deadlineMs) report.left = null;
        } else if (mustWait || !(await run.deleteAll(kind, shard, count))) unfinished.push({ kind, report });
      });
      if (!isDone) unfinished.push({ kind, report });
    }
  }
  if (!dryRun) {
    await attemptTask(reports[0] ?? newReport(0), () => run.tellReaders());
    await run.record(totals, unfinished.length === 0);
  }
  await inParallel(unfinished, reports.length, ({ kind, report }) => addLeft(run, kind, report, deadlineMs));
  return resultOf({ dryRun, totals, shards: reports, complete: isComplete(reports) });
}

async function addLeft(run: ResetRun, kind: Kind, report: ShardReport, deadlineMs: number): Promise<void> {
  const isCounted = await attemptTask(report, async () => {
    const left = await run.remaining(kind, report.shard, deadlineMs + countingMs);
    if (report.left !== null) report.left += left;
  });
  if (!isCounted) report.left = null;
}

/** One run of a reset: its deadline and its audit records. */
class ResetRun {
  readonly #options: ResetOptions;
  readonly #changed = new Set<Collection>();
  #started: Promise<unknown> | undefined;
  #listedJobs: Promise<{ job_id: string; orcid_id: string }[]> | undefined;

  constructor(options: ResetOptions) {
    this.#options = options;
  }

  /** Deletes everything of a kind in a shard; false if the deadline came before the end. */
  async deleteAll(kind: Kind, shard: number, count: (deleted: number) => void): Promise<boolean> {
    if (kind === 'jobs') return this.#deleteJobs(shard, count);
    const collection = collections[kind];
    const failures: unknown[] = [];
    for (let after: string | undefined; ; ) {
      if (this.#isOver()) return false;
      const { items, next } = await rowIds(collection, shard, after);
      for (let start = 0; start < items.length; start += recordsAtOnce) {
        if (this.#isOver()) return false;
        await this.#start();
        this.#changed.add(collection);
        const ids = items.slice(start, start + recordsAtOnce);
        // A record that cannot be deleted must not keep those after it.
        await deleteRecords(collection, ids, count).catch((error: unknown) => void failures.push(error));
      }
      if (next === undefined) break;
      after = next;
    }
    if (failures.length > 0) throw failures.find((error) => !(error instanceof Contention)) ?? failures[0];
    return true;
  }

  /** How many of a kind there are in a shard. */
  async remaining(kind: Kind, shard: number, deadlineMs: number): Promise<number> {
    if (kind !== 'jobs') return countRows(collections[kind], shard, deadlineMs);
    return (await this.#jobIds(shard)).length;
  }

  /** Tells the readers of the lists once more that rows are gone. The epochs are rows of the first shard. */
  async tellReaders(): Promise<void> {
    // A reader may have seen the last epoch before it saw the last deletion: queries do not wait for whole transactions.
    for (const collection of this.#changed) await transact(() => [raiseEpoch(collection)]);
  }

  /** Records what was deleted, if a deletion was begun. */
  async record(totals: ResetResult['totals'], complete: boolean): Promise<void> {
    if (this.#started) await this.#audit('site_data.reset', new Date(), { ...totals, complete });
  }

  async #deleteJobs(shard: number, count: (deleted: number) => void): Promise<boolean> {
    let isOver = false;
    await inParallel(await this.#jobIds(shard), jobsAtOnce, async (jobId) => {
      isOver ||= this.#isOver();
      if (isOver) return;
      await this.#start();
      if (await deleteJob(jobId, reason, this.#options.by.now)) count(1);
    });
    return !isOver;
  }

  /** The jobs of the researchers whose list rows are in a shard, or would be. */
  async #jobIds(shard: number): Promise<string[]> {
    this.#listedJobs ??= this.#listJobs();
    const listed = (await this.#listedJobs).filter(({ orcid_id }) => shardOf(orcid_id) === shard);
    const ids = new Set(listed.map(({ job_id }) => job_id));
    for (let after: string | undefined; ; ) {
      const { items, next } = await rowIds('PERSON', shard, after);
      for (const id of await latestJobIds(items)) ids.add(id);
      if (next === undefined) break;
      after = next;
    }
    return existingJobs([...ids]);
  }

  /** All jobs: those of older versions may have no row yet, but their people and, if active, the index lead to them. */
  async #listJobs() {
    const active = await activeJobs();
    return [...active, ...(await allJobRows(new Date()))];
  }

  /** Records that a reset has started, before its first deletion: nothing is deleted without a record. */
  async #start(): Promise<void> {
    const { clearIngestionJobs, by } = this.#options;
    this.#started ??= this.#audit('site_data.reset_started', by.now, { clear_ingestion_jobs: clearIngestionJobs });
    await this.#started;
  }

  #audit(action: 'site_data.reset_started' | 'site_data.reset', now: Date, after: object): Promise<unknown> {
    const { by, workspace } = this.#options;
    return transactAudited([], { by: { ...by, now }, changes: [{ action, workspace, resource: null, after }] });
  }

  #isOver(): boolean {
    return Date.now() >= this.#options.deadlineMs;
  }
}
