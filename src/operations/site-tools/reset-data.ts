import { deleteJob, existingJobs } from '#src/ingestion/store/delete-job.ts';
import { allJobRows, latestJobIds } from '#src/ingestion/store/job-list.ts';
import { activeJobs } from '#src/ingestion/store/stuck-jobs.ts';
import { transactAudited } from '#src/logbook/audit.ts';
import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import { countRows, raiseEpoch, rowIds } from '#src/records/store/list-rows.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { type Collection, shardOf } from '#src/table/keys.ts';
import { noPauses, PassRun } from '#src/table/passes/run.ts';
import { type PassPart, walk } from '#src/table/passes/walk.ts';
import { transact } from '#src/table/table.ts';
import { type DeletableCollection, deleteRecords } from '../deletion/delete-records.ts';
import { findResetScope, type ResetScope } from './reset-scope.ts';
import {
  attemptTask,
  type FailedInShard,
  failedIn,
  isComplete,
  newReport,
  recordsFailed,
  resultOf,
  type ShardReport,
  shardNumbers,
} from './shards.ts';

/** Fills one transaction with publications that have two stored responses each. */
const recordsAtOnce = 20;
const jobsAtOnce = 8;
/** The longest time after the deadline for counting what is left. */
const countingMs = 2_000;

const reason = 'The data of the registry was reset';

/** The kinds to delete, in this order. People come last, because they lead to their jobs. */
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
  context: ChangeContext;
  /** No work starts after this time, in milliseconds since the epoch. */
  deadlineMs: number;
}

export interface ResetResult extends ResetScope {
  dryRun: boolean;
  totals: Record<Kind, number>;
  shards: ShardReport[];
  /** Records that could not be deleted, to be retried by the next call. */
  failed: (FailedInShard & { kind: Kind })[];
  failed_total: number;
  /** Whether nothing is left. */
  complete: boolean;
}

/**
 * Permanently deletes all publications, works and people, and jobs if requested, or counts them in a dry run. Works
 * through the list shards until the deadline; another call continues, also after a crash. A failing record or shard
 * does not hold up the others, and leads to Problem `internal_error` with the result as details.
 */
export async function resetData(options: ResetOptions): Promise<ResetResult> {
  const { dryRun, clearIngestionJobs, context, deadlineMs } = options;
  const run = await PassRun.continue({ pass: 'reset', now: context.now, deadlineMs, pauses: noPauses, isDry: dryRun });
  const scope = await findResetScope(context.now);
  const reset = new Reset(options, run);
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
      const isDone = await attemptTask(report, async () => {
        if (dryRun) {
          count(await reset.remaining(kind, shard, deadlineMs));
          // There may be more than were counted.
          if (Date.now() >= deadlineMs) report.left = null;
          return;
        }
        const { isFinished, failed } = await reset.deleteAll(kind, shard, count);
        if (failed > 0) Object.assign(report, recordsFailed);
        if (!isFinished) unfinished.push({ kind, report });
      });
      if (!isDone) unfinished.push({ kind, report });
    }
  }
  if (!dryRun) {
    await attemptTask(reports[0] ?? newReport(0), () => reset.tellReaders());
    await reset.record(totals, unfinished.length === 0);
  }
  await inParallel(unfinished, reports.length, ({ kind, report }) => addLeft(reset, kind, report, deadlineMs));
  const { failed, failed_total } = failedIn(run, (part) => {
    const [kind, shard] = part.split('#');
    return { kind: kind as Kind, shard: Number(shard) };
  });
  const complete = isComplete(reports);
  return resultOf({ dryRun, ...scope, totals, shards: reports, failed, failed_total, complete });
}

async function addLeft(reset: Reset, kind: Kind, report: ShardReport, deadlineMs: number): Promise<void> {
  const isCounted = await attemptTask(report, async () => {
    const left = await reset.remaining(kind, report.shard, deadlineMs + countingMs);
    if (report.left !== null) report.left += left;
  });
  if (!isCounted) report.left = null;
}

/** One call of a reset, with its audit records. */
class Reset {
  readonly #options: ResetOptions;
  readonly #run: PassRun;
  readonly #changed = new Set<Collection>();
  /** The researchers with remaining jobs, by shard: they stay, because they lead to their jobs. */
  readonly #kept = new Map<number, Set<string>>();
  #started: Promise<unknown> | undefined;
  #listedJobs: Promise<{ job_id: string; orcid_id: string }[]> | undefined;

  constructor(options: ResetOptions, run: PassRun) {
    this.#options = options;
    this.#run = run;
  }

  /** Deletes everything of a kind in a shard, until the deadline. */
  async deleteAll(
    kind: Kind,
    shard: number,
    count: (deleted: number) => void,
  ): Promise<{ isFinished: boolean; failed: number }> {
    if (kind === 'jobs') return this.#deleteJobs(shard, count);
    const kept = kind === 'people' && this.#options.clearIngestionJobs ? this.#kept.get(shard) : new Set<string>();
    if (!kept) return { isFinished: false, failed: 0 };
    const collection = collections[kind];
    const walked = await this.#walk(kind, shard, {
      batchSize: recordsAtOnce,
      atOnce: 1,
      findPage: async (after) => {
        const { items, next } = await rowIds(collection, shard, after);
        const ids = items.filter((id) => !kept.has(id));
        if (ids.length > 0) this.#changed.add(collection);
        return { items: ids.map((id) => ({ id, position: id })), next };
      },
      handle: (ids) => deleteRecords(collection, ids, count),
    });
    return { ...walked, isFinished: walked.isFinished && kept.size === 0 };
  }

  /** The number of records of a kind in a shard. */
  async remaining(kind: Kind, shard: number, deadlineMs: number): Promise<number> {
    if (kind !== 'jobs') return countRows(collections[kind], shard, deadlineMs);
    return (await this.#jobs(shard)).size;
  }

  /** Tells the readers of the lists once more that rows were deleted. The epochs are rows of the first shard. */
  async tellReaders(): Promise<void> {
    // A reader may have seen the last epoch before the last deletion: queries do not wait for whole transactions.
    for (const collection of this.#changed) await transact((at) => [raiseEpoch(collection, at)]);
  }

  /** Records the deletions, if any were started. */
  async record(totals: ResetResult['totals'], complete: boolean): Promise<void> {
    if (this.#started) await this.#audit('site_data.reset', new Date(), { ...totals, complete });
  }

  async #deleteJobs(shard: number, count: (deleted: number) => void) {
    const jobs = await this.#jobs(shard);
    const left = new Map(jobs);
    const walked = await this.#walk('jobs', shard, {
      atOnce: jobsAtOnce,
      findPage: async (after = '') => {
        const ids = [...jobs.keys()].filter((id) => id > after).sort();
        return { items: ids.map((id) => ({ id, position: id })), next: undefined };
      },
      handle: async ([id = '']) => {
        if (await deleteJob(id, reason, this.#options.context.now)) count(1);
        left.delete(id);
      },
    });
    this.#kept.set(shard, new Set(left.values()));
    return walked;
  }

  /** Continues with a kind in a shard. Nothing is deleted without a record of the reset. */
  async #walk(kind: Kind, shard: number, steps: Omit<PassPart, 'name' | 'deletes'>) {
    const part: PassPart = {
      ...steps,
      name: `${kind}#${shard}`,
      deletes: true,
      findPage: async (after) => {
        const page = await steps.findPage(after);
        if (page && page.items.length > 0) await this.#start();
        return page;
      },
    };
    const isContinued = (this.#run.progressOf(part.name)?.after ?? null) !== null;
    let walked = await walk(this.#run, part);
    const { failed } = walked;
    // Once more from the start, for records that failed in an earlier call or were stored since.
    if (walked.hasEnded && isContinued) walked = await walk(this.#run, part);
    const isFinished = walked.hasEnded && walked.failed + walked.busy === 0;
    return { isFinished, failed: failed + walked.failed };
  }

  /** The researchers of a shard's jobs (where their list rows are, or would be), by job id. */
  async #jobs(shard: number): Promise<Map<string, string>> {
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

  /** All jobs. Those of older versions may have no row, but people and, if active, the index lead to them. */
  async #listJobs() {
    const active = await activeJobs();
    return [...active, ...(await allJobRows(new Date()))];
  }

  /** Records the start of a reset before its first deletion. */
  async #start(): Promise<void> {
    const { clearIngestionJobs, context } = this.#options;
    this.#started ??= this.#audit('site_data.reset_started', context.now, { clear_ingestion_jobs: clearIngestionJobs });
    await this.#started;
  }

  #audit(action: 'site_data.reset_started' | 'site_data.reset', now: Date, after: object): Promise<unknown> {
    const { context, workspace } = this.#options;
    return transactAudited([], {
      context: { ...context, now },
      changes: [{ action, workspace, resource: null, after }],
    });
  }
}
