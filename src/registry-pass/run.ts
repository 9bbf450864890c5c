import { Contention } from '../errors.ts';
import { inParallel } from '../runtime/in-parallel.ts';
import { log } from '../runtime/log.ts';
import type { PassName } from '../storage/keys.ts';
import {
  type FailedRecord,
  type PassProgress,
  readPass,
  removeFailedRecords,
  type StoredPass,
  saveFailedRecord,
  savePassProgress,
} from './stored-pass.ts';

/** With this many failed records the cause is not in the records: the run ends. */
const maxFailures = 100;
const maxReasonLength = 300;
const maxNamed = 5;

/** The pause after the first failure of a record, which doubles with each further one, and the longest. */
export interface Pauses {
  firstMs: number;
  longestMs: number;
  /** A pause that was demanded. */
  atLeastMs?: number;
}

/** The pauses of passes that run every few minutes or hours. */
export const hourlyPauses: Pauses = { firstMs: 3_600_000, longestMs: 24 * 3_600_000 };
/** For passes that somebody calls: the next call tries again. */
export const noPauses: Pauses = { firstMs: 0, longestMs: 0 };

/** The reason of a record that has not failed, but was busy. */
export const busyReason = 'Other requests were changing it all the time';

/** Returned by a task that has not tried: neither a success nor a failure. */
export const notTried: unique symbol = Symbol('notTried');

/** What came of a record. `busy`: others were changing it all the time. */
export type Outcome = 'done' | 'notTried' | 'busy' | 'failed';

type RecordName = Pick<FailedRecord, 'kind' | 'id' | 'source'>;
/** Why a record failed. */
type Failure = Pick<FailedRecord, 'reason' | 'source'>;

export interface RunOptions {
  now: Date;
  /** Nothing new is begun after it. Milliseconds since the epoch. */
  deadlineMs: number;
  pauses: Pauses;
  /** The failures that operators need not be told of, such as those of sources. They are only noted. */
  expectedFailure?: (error: unknown) => Failure | undefined;
}

type PassOptions = RunOptions & {
  pass: PassName;
  /** Reads what is stored of the pass, and stores nothing. */
  isDry?: boolean;
};

/**
 * One run of a pass through records of the registry. A record that fails is logged, noted with its reason and the time of
 * the next attempt, and neither ends the run nor comes first in the next one.
 */
export class PassRun {
  readonly now: Date;
  /** What this run has done. `failed` has no expected failures. */
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

  /** Goes on with a pass: what is stored of it takes one query, unless it is given. */
  static async continue({ pass, isDry, ...options }: PassOptions, stored?: StoredPass): Promise<PassRun> {
    return new PassRun(options, pass, isDry ? undefined : pass, stored ?? (await readPass(pass)));
  }

  /** A run of which nothing is stored here, because what it goes through says itself what is left. */
  static withoutProgress({ name, ...options }: RunOptions & { name: string }): PassRun {
    return new PassRun(options, name, undefined, { progress: new Map(), failed: [] });
  }

  isOver(): boolean {
    return Date.now() >= this.#options.deadlineMs;
  }

  /** How far a part has come. */
  progressOf(part: string): PassProgress | undefined {
    return this.#stored.progress.get(part);
  }

  /** Stores how far a part has come; false if another run goes on with it. */
  async saveProgress(part: string, progress: Omit<PassProgress, 'saved_at' | 'version'>): Promise<boolean> {
    const before = this.progressOf(part);
    const after = { ...progress, saved_at: this.now.getTime(), version: (before?.version ?? 0) + 1 };
    if (this.#pass && !(await savePassProgress(this.#pass, part, after, before))) return false;
    this.#stored.progress.set(part, after);
    return true;
  }

  /** What has failed and is not done yet, the next to be tried first. */
  failures(kind?: string): FailedRecord[] {
    const all = [...this.#failed.values()].filter((each) => kind === undefined || each.kind === kind);
    return all.sort((one, other) => one.due_at - other.due_at);
  }

  /** The records that failed in earlier runs, are due again, and were not tried in this run. */
  retries(kind: string): string[] {
    const due = this.#stored.failed.filter((each) => each.kind === kind && each.due_at <= this.now.getTime());
    return due.flatMap(({ id }) =>
      this.#failed.has(nameOf({ kind, id })) && !this.#tried.has(nameOf({ kind, id })) ? id : [],
    );
  }

  /** Whether a record has failed and is not due again. */
  isWaiting(kind: string, id: string): boolean {
    return (this.#failed.get(nameOf({ kind, id }))?.due_at ?? 0) > this.now.getTime();
  }

  /** Whether a record has failed and is not done yet. */
  hasFailed(kind: string, id: string): boolean {
    return this.#failed.has(nameOf({ kind, id }));
  }

  /** Deals with one record. Throws only if it cannot be noted that it failed, or after too many failures. */
  async attempt(record: RecordName, task: () => Promise<unknown>): Promise<Outcome> {
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
   * Deals with records that are cheaper together; if that fails, with each alone, so that only the bad ones fail. What is
   * done twice must do no harm.
   */
  async attemptAll(
    kind: string,
    ids: readonly string[],
    task: (ids: string[]) => Promise<unknown>,
  ): Promise<Outcome[]> {
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

  /** Notes that a record is to be tried again after a pause. */
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

  /** Notes that others were changing a record all the time: the next run tries it again. */
  async noteBusy(record: RecordName): Promise<void> {
    await this.note(record, { reason: busyReason }, noPauses);
  }

  /** Removes the note of a record, if there is one. */
  async forget(record: RecordName): Promise<void> {
    if (!this.#failed.delete(nameOf(record)) || !this.#pass) return;
    await removeFailedRecords(this.#pass, [record]);
  }

  /** Removes the notes of records that are not among these: others have dealt with them, or they are gone. */
  async forgetOthers(kind: string, ids: ReadonlySet<string>): Promise<void> {
    for (const each of this.failures(kind)) if (!ids.has(each.id)) await this.forget(each);
  }

  /**
   * Throws an error that names some of the records that have failed in this run, so that the alarm of the job starts.
   * Call it last.
   */
  throwIfFailed(): void {
    if (this.counts.failed === 0) return;
    const named = this.#failedNow.slice(0, maxNamed).map(({ kind, id, reason }) => `${kind} ${id}: ${reason}`);
    throw new Error(`${this.counts.failed} records failed and are tried again later. ${named.join('; ')}`);
  }

  get #fields() {
    return { pass: this.#name };
  }

  async #failedWith(error: unknown, record: RecordName): Promise<Outcome> {
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
