import { env } from '#src/runtime/env.ts';
import { log, metricFields } from '#src/runtime/log.ts';
import { registryDimensions } from '#src/runtime/metrics.ts';
import type { SourceCallOptions } from '#src/sources/requests/http.ts';
import { countRefreshRequest } from '#src/sources/requests/pace.ts';
import {
  isSourceFailure,
  SourceCallPostponed,
  type SourceFailure,
  SourcePaused,
  SourceUnavailable,
} from '#src/sources/requests/source.ts';
import { notTried, type PassRun } from '#src/table/passes/run.ts';
import { type SourceName, sourceNames } from '#src/vocabulary/sources/declarations.ts';
import { dayOf, type RefreshSettings } from './settings.ts';

const hourMs = 3_600_000;
const sourcePauses = { firstMs: hourMs, longestMs: 24 * hourMs };
export const recordPauses = { firstMs: 24 * hourMs, longestMs: 32 * 24 * hourMs };
/** After this many failures in a row, the source counts as failing, not the record. */
const failuresInARow = 2;

/** Whether a source failed as a whole, regardless of the request. */
export const isOutage = (error: SourceFailure): boolean =>
  error instanceof SourceUnavailable && (error.status === undefined || error.status >= 500 || error.status === 429);

/** The kinds of records to refresh. */
type RecordKind = 'person' | 'publication';

/** One run of the refresh: its budgets, failures and counts. */
export class RefreshRun {
  readonly now: Date;
  readonly settings: RefreshSettings;
  readonly counts = { confirmed: 0, updated: 0, requested: 0, failed: 0, busy: 0 };
  readonly #callOptions: SourceCallOptions;
  readonly #records: PassRun;
  readonly #closed = new Set<SourceName>();
  readonly #failures = new Map<SourceName, number>();
  readonly #requests = new Map<SourceName, number>();
  #isOver = false;

  /** `signal` aborts when the time of the run is over. */
  constructor({ records, settings, signal }: { records: PassRun; settings: RefreshSettings; signal: AbortSignal }) {
    this.now = records.now;
    this.settings = settings;
    this.#callOptions = { signal };
    this.#records = records;
    for (const source of sourceNames) if (records.isWaiting('source', source)) this.#closed.add(source);
  }

  isOver(): boolean {
    return this.#isOver || this.#callOptions.signal?.aborted === true;
  }

  /** Whether the operator allows the refresh to ask a source at all. */
  isWanted(source: SourceName): boolean {
    return (this.settings.requestsPerDay[source] ?? 0) > 0;
  }

  /** Whether a source can be asked in this run: it has budget left and is not failing. */
  isOpen(source: SourceName): boolean {
    return this.isWanted(source) && !this.#closed.has(source);
  }

  /** Whether a record has failed, and is tried only as one of the `retries`. */
  hasFailed(kind: RecordKind, id: string): boolean {
    return this.#records.hasFailed(kind, id);
  }

  /** The failed records of a kind that are due for a retry. */
  retries(kind: RecordKind): string[] {
    return this.#records.retries(kind);
  }

  /** Takes a request from today's budget of a source; false if none is left. */
  async take(source: SourceName): Promise<boolean> {
    if (!this.isOpen(source)) return false;
    const budget = this.settings.requestsPerDay[source] ?? 0;
    if (await countRefreshRequest(source, dayOf(this.now.getTime()), budget)) {
      this.#requests.set(source, (this.#requests.get(source) ?? 0) + 1);
      return true;
    }
    this.#closed.add(source);
    return false;
  }

  /**
   * Asks a source within its budget and rate; `notTried` if the budget is used up, the source is failing or the run is
   * over. Throws SourceUnavailable and SourceAnswerMalformed.
   */
  async ask<T>(source: SourceName, call: (callOptions: SourceCallOptions) => Promise<T>): Promise<T | typeof notTried> {
    if (this.isOver() || !(await this.take(source))) return notTried;
    try {
      const answer = await call(this.#callOptions);
      await this.#succeeded(source);
      return answer;
    } catch (error) {
      if (error instanceof SourceCallPostponed) {
        this.#isOver = true;
        return notTried;
      }
      const inARow = error instanceof SourcePaused ? 1 : failuresInARow;
      if (isSourceFailure(error)) await this.failSource(source, error, inARow);
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
    const { message: reason } = error;
    await this.#records.note(
      { kind: 'source', id: source, source },
      { reason },
      { ...sourcePauses, atLeastMs: waitMs },
    );
  }

  /** Notes that a record could not be refreshed. It is retried after a pause. */
  async fail(kind: RecordKind, id: string, source: SourceName, reason: string): Promise<void> {
    this.counts.failed += 1;
    await this.expect(kind, id, source, reason);
  }

  /** Notes an attempt that must succeed elsewhere. Otherwise it is repeated after a pause. */
  async expect(kind: RecordKind, id: string, source: SourceName, reason: string): Promise<void> {
    await this.#records.note({ kind, id, source }, { reason });
  }

  /** Runs a task for one record, so that its failure does not end the run. */
  async each(
    kind: RecordKind,
    id: string,
    source: SourceName | undefined,
    task: () => Promise<unknown>,
  ): Promise<void> {
    const outcome = await this.#records.attempt({ kind, id, ...(source && { source }) }, task);
    if (outcome === 'failed' || outcome === 'busy') this.counts[outcome] += 1;
  }

  /** Reads records together; if that fails, separately, so that only the bad ones fail. */
  async read<R>(
    kind: RecordKind,
    source: SourceName | undefined,
    ids: readonly string[],
    read: (ids: readonly string[]) => Promise<R[]>,
  ): Promise<R[]> {
    try {
      return await read(ids);
    } catch (error) {
      log('warn', 'Records are read one by one, because some of them cannot be read', { kind, error });
      const found: R[] = [];
      for (const id of ids) {
        await this.each(kind, id, source, async () => {
          found.push(...(await read([id])));
          return notTried;
        });
      }
      return found;
    }
  }

  /** Logs the results of the run, with metrics. */
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
    await this.#records.forget({ kind: 'source', id: source });
  }
}
