import { Contention } from '../errors.ts';
import { env } from '../runtime/env.ts';
import { log, metricFields } from '../runtime/log.ts';
import { registryDimensions } from '../runtime/metrics.ts';
import type { SourceTimeLimits } from '../sources/http.ts';
import { SourceAnswerMalformed, SourceCallPostponed, type SourceName, SourceUnavailable } from '../sources/source.ts';
import { type RefreshAttempt, removeAttempts, saveAttempt } from '../storage/ingestion/refresh-attempts.ts';
import { countRefreshRequest } from '../storage/ingestion/source-pace.ts';
import { dayOf, type RefreshSettings } from './settings.ts';

const hourMs = 3_600_000;
/** The pause after the first failure, which doubles with each further one, and the longest. */
const pauses = {
  source: { firstMs: hourMs, longestMs: 24 * hourMs },
  record: { firstMs: 24 * hourMs, longestMs: 32 * 24 * hourMs },
} as const;
/** After so many failures in a row, the source is the reason and not what it was asked for. */
const failuresInARow = 2;

/** The request was not made: the budget is used up, the source is failing or the run is over. */
export const noRequest: unique symbol = Symbol('noRequest');

/** Why something was not refreshed. */
type SourceFailure = SourceUnavailable | SourceAnswerMalformed;

export const isSourceFailure = (error: unknown): error is SourceFailure =>
  error instanceof SourceUnavailable || error instanceof SourceAnswerMalformed;

/** Whether a source failed as a whole, and not because of what was asked. */
export const isOutage = (error: SourceFailure): boolean =>
  error instanceof SourceUnavailable && (error.status === undefined || error.status >= 500 || error.status === 429);

/** One run of the refresh: its budgets, failures and counts. */
export class RefreshRun {
  readonly now: Date;
  readonly settings: RefreshSettings;
  readonly counts = { confirmed: 0, updated: 0, requested: 0, failed: 0, busy: 0 };
  readonly #patience: SourceTimeLimits;
  readonly #attempts: Map<string, RefreshAttempt>;
  readonly #closed = new Set<SourceName>();
  readonly #failures = new Map<SourceName, number>();
  readonly #requests = new Map<SourceName, number>();
  #isOver = false;

  /** `attempts` are those without success so far. `signal` aborts when the time of the run is over. */
  constructor(options: {
    now: Date;
    settings: RefreshSettings;
    signal: AbortSignal;
    attempts: readonly RefreshAttempt[];
  }) {
    this.now = options.now;
    this.settings = options.settings;
    this.#patience = { signal: options.signal };
    this.#attempts = new Map(options.attempts.map((attempt) => [`${attempt.kind} ${attempt.id}`, attempt]));
    for (const { kind, id, source, due_at } of options.attempts) {
      if (kind === 'source' && id === source && due_at > this.now.getTime()) this.#closed.add(source);
    }
  }

  isOver(): boolean {
    return this.#isOver || this.#patience.signal?.aborted === true;
  }

  /** Whether the operator lets the refresh ask a source at all. */
  isWanted(source: SourceName): boolean {
    return this.settings.requestsPerDay[source] > 0;
  }

  /** Whether a source can be asked in this run: its budget is not used up and it is not failing. */
  isOpen(source: SourceName): boolean {
    return this.isWanted(source) && !this.#closed.has(source);
  }

  /** An attempt without success so far. */
  attemptOf(kind: RefreshAttempt['kind'], id: string): RefreshAttempt | undefined {
    return this.#attempts.get(`${kind} ${id}`);
  }

  /** The records of a kind that have failed and may be tried again. */
  retries(kind: 'person' | 'publication'): string[] {
    const all = [...this.#attempts.values()].filter((attempt) => attempt.kind === kind);
    return all.flatMap(({ id, due_at }) => (due_at <= this.now.getTime() ? id : []));
  }

  /** Takes a request from today's budget of a source. False if there is none left. */
  async take(source: SourceName): Promise<boolean> {
    if (!this.isOpen(source)) return false;
    const budget = this.settings.requestsPerDay[source];
    if (await countRefreshRequest(source, dayOf(this.now.getTime()), budget)) {
      this.#requests.set(source, (this.#requests.get(source) ?? 0) + 1);
      return true;
    }
    this.#closed.add(source);
    return false;
  }

  /** Asks a source within its budget and pace. Throws SourceUnavailable and SourceAnswerMalformed. */
  async ask<T>(source: SourceName, call: (patience: SourceTimeLimits) => Promise<T>): Promise<T | typeof noRequest> {
    if (this.isOver() || !(await this.take(source))) return noRequest;
    try {
      const answer = await call(this.#patience);
      await this.#succeeded(source);
      return answer;
    } catch (error) {
      if (error instanceof SourceCallPostponed) {
        this.#isOver = true;
        return noRequest;
      }
      if (isSourceFailure(error)) await this.failSource(source, error, failuresInARow);
      throw error;
    }
  }

  /** Notes a failure of a source. After several in a row it is not asked for a while. */
  async failSource(source: SourceName, error: Pick<SourceFailure, 'message'>, inARow = 1): Promise<void> {
    const failures = (this.#failures.get(source) ?? 0) + 1;
    this.#failures.set(source, failures);
    if (failures < inARow || this.#closed.has(source)) return;
    this.#closed.add(source);
    const waitMs = error instanceof SourceUnavailable ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
    log('warn', `The refresh does not ask ${source} for a while: ${error.message}`, { source });
    await this.#save({ kind: 'source', id: source, source, reason: error.message }, pauses.source, waitMs);
  }

  /** Notes that a record could not be refreshed. It is tried again after a pause. */
  async fail(kind: 'person' | 'publication', id: string, source: SourceName, reason: string): Promise<void> {
    this.counts.failed += 1;
    await this.expect(kind, id, source, reason);
  }

  /** Notes an attempt of a record that has to succeed elsewhere. Otherwise it is repeated after a pause. */
  async expect(kind: 'person' | 'publication', id: string, source: SourceName, reason: string): Promise<void> {
    await this.#save({ kind, id, source, reason }, pauses.record, 0);
  }

  /** Runs a task for one record, so that what goes wrong with it does not end the run. */
  async each(kind: 'person' | 'publication', id: string, source: SourceName, task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      if (isSourceFailure(error)) return this.fail(kind, id, error.source, error.message);
      if (!(error instanceof Contention)) throw error;
      log('warn', 'Not refreshed now, because it is being changed', { [kind]: id, source });
      this.counts.busy += 1;
    }
  }

  /** Logs what the run did, with metrics. */
  report(): void {
    const requests = Object.fromEntries(this.#requests);
    if (this.#requests.size === 0) return;
    const { confirmed, updated, requested, failed } = this.counts;
    const count = (value: number) => ({ value, unit: 'Count' as const });
    const metrics = {
      RefreshConfirmed: count(confirmed),
      RefreshUpdated: count(updated),
      RefreshIngestionsRequested: count(requested),
      RefreshFailed: count(failed),
      RefreshRequests: count([...this.#requests.values()].reduce((sum, each) => sum + each, 0)),
    };
    const measured = metricFields(metrics, registryDimensions(env('TABLE_NAME')));
    log('info', 'Refreshed', { ...measured, requests, counts: this.counts, closed: [...this.#closed] });
  }

  async #succeeded(source: SourceName): Promise<void> {
    this.#failures.set(source, 0);
    const attempt = this.attemptOf('source', source);
    if (!attempt) return;
    this.#attempts.delete(`source ${source}`);
    await removeAttempts([attempt]);
  }

  async #save(
    failed: Pick<RefreshAttempt, 'kind' | 'id' | 'source' | 'reason'>,
    { firstMs, longestMs }: { firstMs: number; longestMs: number },
    waitMs: number,
  ): Promise<void> {
    const attempts = (this.attemptOf(failed.kind, failed.id)?.attempts ?? 0) + 1;
    const nowMs = this.now.getTime();
    const pauseMs = Math.max(Math.min(firstMs * 2 ** (attempts - 1), longestMs), waitMs);
    await saveAttempt({ ...failed, attempts, attempted_at: nowMs, due_at: nowMs + pauseMs });
  }
}
