import { inParallel } from '../runtime/in-parallel.ts';
import { log } from '../runtime/log.ts';
import { readEnrichment } from '../sources/openalex.ts';
import { SourceAnswerMalformed, SourceCallPostponed, SourceUnavailable } from '../sources/source.ts';
import {
  dueEnrichments,
  type PendingEnrichment,
  postponeEnrichment,
  removePendingEnrichment,
} from '../storage/ingestion/pending-enrichments.ts';
import { getPublication } from '../storage/publications.ts';
import { transact } from '../storage/table.ts';
import { storePublication } from './store.ts';

const hourMs = 3_600_000;
/** After this time without an answer, a publication stays as it is until it is ingested again. */
const giveUpAfterMs = 7 * 24 * hourMs;
const maxPauseMs = 24 * hourMs;
const perRun = 500;
const atOnce = 4;
/** With this many failures OpenAlex is down, and the rest waits for the next run. */
const maxFailures = 5;

/**
 * Asks OpenAlex again about publications that were stored without its answer, until `untilMs`. Each is asked for after an
 * hour, two, four and so on, at most a day apart, for a week. Edits and other sources stay. Concurrent runs are safe.
 */
export async function retryEnrichments(now: Date, untilMs: number): Promise<void> {
  const due = await dueEnrichments(now, perRun);
  const signal = AbortSignal.timeout(Math.max(untilMs - Date.now(), 0));
  const counts = { due: due.length, done: 0, failed: 0, givenUp: 0 };
  let isOver = false;
  await inParallel(due, atOnce, async (pending) => {
    isOver ||= signal.aborted || counts.failed >= maxFailures;
    if (isOver) return;
    try {
      counts[await retry(pending, now, signal)] += 1;
    } catch (error) {
      // Our own load, or the end of the run: nothing is known of OpenAlex.
      if (!(error instanceof SourceCallPostponed)) throw error;
      isOver = true;
    }
  });
  if (due.length > 0) log('info', 'Pending enrichments retried', counts);
}

async function retry(
  pending: PendingEnrichment,
  now: Date,
  signal: AbortSignal,
): Promise<'done' | 'failed' | 'givenUp'> {
  const { doi, attempts } = pending;
  const since = (await getPublication(doi))?.enrichment_pending_since ?? null;
  if (since === null) {
    // It was deleted, or ingested meanwhile.
    await transact([removePendingEnrichment(pending)]);
    return 'done';
  }
  const isTooLate = now.getTime() - since > giveUpAfterMs;
  try {
    const openAlex = isTooLate ? undefined : await readEnrichment(doi, { signal });
    const fetched = { agency: undefined, openAlex, doi, dois: [doi], listing: undefined, orcids: [] };
    const result = await storePublication(fetched, () => [removePendingEnrichment(pending)], now);
    if (typeof result === 'string') log('warn', 'A publication changed while its enrichment was read', { doi, result });
    if (isTooLate) log('warn', 'A publication stays without enrichment', { doi, since });
    return isTooLate ? 'givenUp' : 'done';
  } catch (error) {
    if (!(error instanceof SourceUnavailable) && !(error instanceof SourceAnswerMalformed)) throw error;
    const pauseMs = Math.min(hourMs * 2 ** (attempts + 1), maxPauseMs);
    await postponeEnrichment(pending, now.getTime() + pauseMs);
    return 'failed';
  }
}
