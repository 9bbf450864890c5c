import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { getPublication } from '#src/records/publications/store/publications.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { log } from '#src/runtime/log.ts';
import { asksAlways, noEnrichments, readEnrichments, retryAtMs } from '#src/sources/enrichments.ts';
import { countPause } from '#src/sources/requests/http.ts';
import { sourcePauses } from '#src/sources/requests/pace.ts';
import { SourceCallPostponed, SourcePaused } from '#src/sources/requests/source.ts';
import { hourlyPauses, PassRun } from '#src/table/passes/run.ts';
import { transact } from '#src/table/table.ts';
import { enrichmentNames } from '#src/vocabulary/sources/declarations.ts';
import {
  dueEnrichments,
  type PendingEnrichment,
  postponeEnrichment,
  removePendingEnrichment,
} from './store/pending-enrichments.ts';
import { storePublication } from './store.ts';

const hourMs = 3_600_000;
/** After these attempts, which take a week, a publication is left until its next ingestion or refresh. */
const maxAttempts = 10;
const maxPauseMs = 24 * hourMs;
const perRun = 500;
const atOnce = 4;
/** After this many failures a source counts as down, and the rest waits for the next run. */
const maxFailures = 5;

/**
 * Asks the enrichments again about publications stored without their answer, until `untilMs`. Retries each after 1, 2,
 * 4, … hours, at most a day apart, for a week, not counting the time in which no worker may ask. Edits and other
 * sources stay. One that cannot be stored is postponed in
 * the same way, and the run fails at its end. Concurrent runs are safe.
 */
export async function retryEnrichments(now: Date, untilMs: number): Promise<void> {
  // Otherwise nothing would say so while nobody asks: the alarm counts it.
  for (const { source, lane } of await sourcePauses(asksAlways(), now)) if (lane === 'single') countPause(source);
  const due = await dueEnrichments(now, perRun);
  const signal = AbortSignal.timeout(Math.max(untilMs - Date.now(), 0));
  // A pending enrichment itself records its failures and its next attempt.
  const run = PassRun.withoutProgress({ name: 'enrichments', now, deadlineMs: untilMs, pauses: hourlyPauses });
  const counts = { due: due.length, done: 0, failed: 0, givenUp: 0, paused: 0 };
  let isOver = false;
  await inParallel(due, atOnce, async (pending) => {
    isOver ||= signal.aborted || counts.failed >= maxFailures;
    if (isOver) return;
    const outcome = await run.attempt({ kind: 'publication', id: pending.doi }, async () => {
      try {
        counts[await retry(pending, now, signal)] += 1;
      } catch (error) {
        // Caused by our own load or the end of the run: says nothing about the source.
        if (!(error instanceof SourceCallPostponed)) throw error;
        isOver = true;
      }
    });
    if (outcome === 'failed') await putOff(pending, now);
  });
  if (due.length > 0) log('info', 'Pending enrichments retried', { ...counts, notStored: run.counts.failed });
  run.throwIfFailed();
}

async function retry(
  pending: PendingEnrichment,
  now: Date,
  signal: AbortSignal,
): Promise<'done' | 'failed' | 'givenUp' | 'paused'> {
  const { doi } = pending;
  const record = await getPublication(doi);
  const since = record?.enrichment_pending_since ?? null;
  if (!record || since === null) {
    // It has been deleted, or ingested again.
    await transact([removePendingEnrichment(pending)]);
    return 'done';
  }
  const isTooLate = pending.attempts >= maxAttempts;
  const enrichments = isTooLate ? noEnrichments : await readEnrichments(waitingFor(record), doi, { signal });
  const failures = Object.values(enrichments.failures);
  for (const failure of failures) if (failure instanceof SourceCallPostponed) throw failure;
  const isWhole = failures.length === 0;
  if (isWhole || Object.keys(enrichments.answers).length > 0) {
    const fetched = { agency: undefined, enrichments, doi, dois: [doi], listing: undefined, orcids: [] };
    const stored = await storePublication(fetched, () => (isWhole ? [removePendingEnrichment(pending)] : []), now);
    if (!('record' in stored))
      log('warn', 'A publication changed while its enrichment was read', { doi, result: stored.outcome });
  }
  if (!isWhole) {
    const isPaused = failures.every((failure) => failure instanceof SourcePaused);
    if (isPaused) await postponeEnrichment(pending, retryAtMs(enrichments.failures, now));
    else await putOff(pending, now);
    return isPaused ? 'paused' : 'failed';
  }
  if (isTooLate) log('warn', 'A publication stays without enrichment', { doi, since });
  return isTooLate ? 'givenUp' : 'done';
}

/** The enrichments that have not answered about a publication; OpenAlex, if the record does not name them yet. */
function waitingFor({ enrichment_pending_sources: named }: PublicationRecord) {
  return named.length === 0 ? (['openalex'] as const) : enrichmentNames.filter((name) => named.includes(name));
}

function putOff(pending: PendingEnrichment, now: Date): Promise<void> {
  const pauseMs = Math.min(hourMs * 2 ** (pending.attempts + 1), maxPauseMs);
  return postponeEnrichment({ ...pending, attempts: pending.attempts + 1 }, now.getTime() + pauseMs);
}
