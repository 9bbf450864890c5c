import { removeAttempts } from '../storage/ingestion/refresh-attempts.ts';
import { currentAttempts } from './due.ts';
import { refreshPeople } from './people.ts';
import { refreshPublications } from './publications.ts';
import { RefreshRun } from './run.ts';
import { nightAt, refreshSettings } from './settings.ts';

/**
 * Refreshes what was not fetched for long, until `untilMs`, if it is night: people first, then publications, those that
 * failed before first of all. Progress is the fetch time of each record, so a run that was killed is continued by the
 * next. Concurrent runs are safe and keep the budgets together.
 */
export async function refreshStale(now: Date, untilMs: number): Promise<void> {
  const settings = refreshSettings();
  const night = nightAt(settings, now);
  if (!night || night.startMs > now.getTime()) return;
  const { current, obsolete } = await currentAttempts();
  if (obsolete.length > 0) await removeAttempts(obsolete);
  const endMs = Math.min(untilMs, night.endMs - now.getTime() + Date.now());
  const signal = AbortSignal.timeout(Math.max(endMs - Date.now(), 0));
  const run = new RefreshRun({ now, settings, signal, attempts: current });
  try {
    await refreshPeople(run);
    await refreshPublications(run);
  } finally {
    run.report();
  }
}
