import { Contention } from '#src/runtime/errors.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { log } from '#src/runtime/log.ts';
import type { PassName } from '../keys.ts';
import {
  type FailedRecord,
  type PassProgress,
  readPass,
  removeFailedRecords,
  type StoredPass,
  saveFailedRecord,
  savePassProgress,
} from './stored-pass.ts';

/** After this many failed records, the run ends: the cause is not in the records. */
const maxFailures = 100;
const maxReasonLength = 300;
const maxNamed = 5;

/** The pause after the first failure of a record, which doubles with each further one up to a limit. */
export interface Pauses {
  firstMs: number;
  longestMs: number;
  /** A required minimum pause. */
  atLeastMs?: number;
}

/** The pauses of passes that run every few minutes or hours. */
export const hourlyPauses: Pauses = { firstMs: 3_600_000, longestMs: 24 * 3_600_000 };
/** For passes started by a user: the next call retries. */
export const noPauses: Pauses = { firstMs: 0, longestMs: 0 };

/** The reason noted for a record that was busy and did not fail. */
export const busyReason = 'Other requests were changing it all the time';

/** Returned by a task that was not tried: neither a success nor a failure. */
export const notTried: unique symbol = Symbol('notTried');

/** The outcome of a record. `busy`: concurrent changes did not stop. */
export type PassOutcome = 'done' | 'notTried' | 'busy' | 'failed';

type RecordName = Pick<FailedRecord, 'kind' | 'id' | 'source'>;
/** Why a record failed. */
type Failure = Pick<FailedRecord, 'reason' | 'source'>;

export interface RunOptions {
  now: Date;
  /** No work starts after this time, in milliseconds since the epoch. */
  deadlineMs: number;
  pauses: Pauses;
  /** Failures that are only noted, without an alarm, such as those of sources. */
  expectedFailure?: (error: unknown) => Failure | undefined;
}

type PassOptions = RunOptions & {
  pass: PassName;
  /** Reads the stored progress and failures, and stores nothing. */
  isDry?: boolean;
};

/**
 * One run of a pass through records of the registry. A failing record is logged and noted with its reason and next
 * attempt. It neither ends the run nor comes first in the next one.
 */
export class PassRun {
  readonly now: Date;
  /** The results of this run. `failed` excludes expected failures. */
  readonly counts = { done: 0, busy: 0, failed: 0 };
  readonly #options: RunOptions;
  /** For the log. */
  readonly #name: string;
  /** Undefined if nothing is stored. */
  readonly #pass: PassName | undefined;
  readonly #stored: StoredPass;
  readonly #failed: Map<string, FailedRecord>;
  readonly #failedNow: FailedRecord[] = [];
  readonly #tried = new Set<string>();

  private constructor(options: RunOptions, name: string, pass: PassName | undefined, stored: StoredPass) {
    this.now = options.now;
    this.#options = options;
    this.#name = name;
    this.#pass = pass;
    this.#stored = stored;
    this.#failed = new Map(stored.failed.map((each) => [nameOf(each), each]));
  }

  /** Continues a pass. Reads its stored state in one query, unless given. */
  static async continue({ pass, isDry, ...options }: PassOptions, stored?: StoredPass): Promise<PassRun> {
    return new PassRun(options, pass, isDry ? undefined : pass, stored ?? (await readPass(pass)));
  }

  /** A run without stored progress, because the records themselves show what is left. */
  static withoutProgress({ name, ...options }: RunOptions & { name: string }): PassRun {
    return new PassRun(options, name, undefined, { progress: new Map(), failed: [] });
  }

  isOver(): boolean {
    return Date.now() >= this.#options.deadlineMs;
  }

  /** The progress of a part. */
  progressOf(part: string): PassProgress | undefined {
    return this.#stored.progress.get(part);
  }

  /** Stores the progress of a part; false if another run has continued it. */
  async saveProgress(part: string, progress: Omit<PassProgress, 'saved_at' | 'version'>): Promise<boolean> {
    const before = this.progressOf(part);
    const after = { ...progress, saved_at: this.now.getTime(), version: (before?.version ?? 0) + 1 };
    if (this.#pass && !(await savePassProgress(this.#pass, part, after, before))) return false;
    this.#stored.progress.set(part, after);
    return true;
  }

  /** The unresolved failures, in the order of their next attempts. */
  failures(kind?: string): FailedRecord[] {
    const all = [...this.#failed.values()].filter((each) => kind === undefined || each.kind === kind);
    return all.sort((one, other) => one.due_at - other.due_at);
  }

  /** The records that failed in earlier runs, are due, and were not tried in this run. */
  retries(kind: string): string[] {
    const due = this.#stored.failed.filter((each) => each.kind === kind && each.due_at <= this.now.getTime());
    return due.flatMap(({ id }) =>
      this.#failed.has(nameOf({ kind, id })) && !this.#tried.has(nameOf({ kind, id })) ? id : [],
    );
  }

  /** Whether a record has failed and is not yet due for a retry. */
  isWaiting(kind: string, id: string): boolean {
    return (this.#failed.get(nameOf({ kind, id }))?.due_at ?? 0) > this.now.getTime();
  }

  /** Whether a record has an unresolved failure. */
  hasFailed(kind: string, id: string): boolean {
    return this.#failed.has(nameOf({ kind, id }));
  }

  /** Processes one record. Throws only if its failure cannot be noted, or after too many failures. */
  async attempt(record: RecordName, task: () => Promise<unknown>): Promise<PassOutcome> {
    try {
      if ((await task()) === notTried) return 'notTried';
    } catch (error) {
      this.#tried.add(nameOf(record));
      return this.#failedWith(error, record);
    }
    this.counts.done += 1;
    await this.forget(record);
    return 'done';
  }

  /**
   * Processes records together, because that is cheaper; if it fails, separately, so that only the bad ones fail. The
   * task must be idempotent.
   */
  async attemptAll(
    kind: string,
    ids: readonly string[],
    task: (ids: string[]) => Promise<unknown>,
  ): Promise<PassOutcome[]> {
    if (ids.length > 1) {
      try {
        await task([...ids]);
        this.counts.done += ids.length;
        for (const id of ids) await this.forget({ kind, id });
        return ids.map(() => 'done');
      } catch (error) {
        log('warn', 'Records are dealt with one by one, because some of them failed', { ...this.#fields, kind, error });
      }
    }
    return inParallel(ids, 1, (id) => this.attempt({ kind, id }, () => task([id])));
  }

  /** Notes that a record is to be retried after a pause. */
  async note(record: RecordName, failure: Failure, pauses = this.#options.pauses): Promise<FailedRecord> {
    const { firstMs, longestMs, atLeastMs = 0 } = pauses;
    const before = this.#failed.get(nameOf(record));
    const attempts = (before?.attempts ?? 0) + 1;
    const nowMs = this.now.getTime();
    const pauseMs = Math.max(Math.min(firstMs * 2 ** (attempts - 1), longestMs), atLeastMs);
    const source = failure.source ?? record.source ?? before?.source;
    const { kind, id } = record;
    const failed = {
      kind,
      id,
      ...(source && { source }),
      reason: failure.reason,
      attempts,
      attempted_at: nowMs,
      due_at: nowMs + pauseMs,
    };
    if (this.#pass) await saveFailedRecord(this.#pass, failed);
    this.#failed.set(nameOf(record), failed);
    return failed;
  }

  /** Notes that a record was busy: the next run retries it. */
  async noteBusy(record: RecordName): Promise<void> {
    await this.note(record, { reason: busyReason }, noPauses);
  }

  /** Removes the note of a record, if any. */
  async forget(record: RecordName): Promise<void> {
    if (!this.#failed.delete(nameOf(record)) || !this.#pass) return;
    await removeFailedRecords(this.#pass, [record]);
  }

  /** Removes the notes of all other records: they were processed elsewhere or are gone. */
  async forgetOthers(kind: string, ids: ReadonlySet<string>): Promise<void> {
    for (const each of this.failures(kind)) if (!ids.has(each.id)) await this.forget(each);
  }

  /**
   * Throws an error that names some of the records that failed in this run, which triggers the job's alarm. Call it
   * last.
   */
  throwIfFailed(): void {
    if (this.counts.failed === 0) return;
    const named = this.#failedNow.slice(0, maxNamed).map(({ kind, id, reason }) => `${kind} ${id}: ${reason}`);
    throw new Error(`${this.counts.failed} records failed and are tried again later. ${named.join('; ')}`);
  }

  get #fields() {
    return { pass: this.#name };
  }

  async #failedWith(error: unknown, record: RecordName): Promise<PassOutcome> {
    const expected = this.#options.expectedFailure?.(error);
    if (expected) {
      await this.note(record, expected);
      return 'failed';
    }
    if (error instanceof Contention) {
      this.counts.busy += 1;
      log('warn', 'Record busy', { ...this.#fields, ...record });
      return 'busy';
    }
    const failed = await this.note(record, { reason: reasonOf(error) });
    this.counts.failed += 1;
    this.#failedNow.push(failed);
    const { attempts, due_at: retryAt } = failed;
    log('error', 'Record failed', { ...this.#fields, ...record, attempts, retryAt, error });
    if (this.counts.failed >= maxFailures) throw error;
    return 'failed';
  }
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : 'An error without a name').slice(0, maxReasonLength);

const nameOf = ({ kind, id }: RecordName) => `${kind}#${id}`;
