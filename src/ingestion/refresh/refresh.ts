import { isSourceFailure } from '#src/sources/requests/source.ts';
import { PassRun } from '#src/table/passes/run.ts';
import { removeFailedRecords } from '#src/table/passes/stored-pass.ts';
import { currentAttempts } from './due.ts';
import { refreshPeople } from './people.ts';
import { refreshPublications } from './publications.ts';
import { RefreshRun, recordPauses } from './run.ts';
import { nightAt, refreshSettings } from './settings.ts';

/**
 * Refreshes stale records at night until `untilMs`: people first, then publications, starting with those that failed
 * before. The fetch time of each record is the progress, so the next run continues a killed one. Concurrent runs are
 * safe and share the budgets. Throws at the end if a record failed for another reason than its source.
 */
export async function refreshStale(now: Date, untilMs: number): Promise<void> {
  const settings = refreshSettings();
  const night = nightAt(settings, now);
  if (!night || night.startMs > now.getTime()) return;
  const { current, obsolete } = await currentAttempts();
  if (obsolete.length > 0) await removeFailedRecords('refresh', obsolete);
  const endMs = Math.min(untilMs, night.endMs - now.getTime() + Date.now());
  const signal = AbortSignal.timeout(Math.max(endMs - Date.now(), 0));
  const records = await PassRun.continue(
    { pass: 'refresh', now, deadlineMs: endMs, pauses: recordPauses, expectedFailure: sourceFailure },
    { progress: new Map(), failed: current },
  );
  const run = new RefreshRun({ records, settings, signal });
  try {
    await refreshPeople(run);
    await refreshPublications(run);
  } finally {
    run.report();
  }
  records.throwIfFailed();
}

/** Failures of sources are shown to superadmins and raise no alarm. */
const sourceFailure = (error: unknown) =>
  isSourceFailure(error) ? { reason: error.message, source: error.source } : undefined;
