import { randomUUID } from 'node:crypto';
import { type ErasureMark, openErasures, pseudonymOf } from '#src/records/people/store/erasure-marks.ts';
import { readErasureKey } from '#src/records/people/store/unless-erased.ts';
import { log } from '#src/runtime/log.ts';
import { hourlyPauses, PassRun } from '#src/table/passes/run.ts';
import { type ErasureResult, erasePerson } from './erase-person.ts';
import { openOrcid } from './store/sealed-orcid.ts';

/** The kind under which a run notes a failed erasure. */
const kind = 'erasure';

/** An erasure normally takes minutes. */
const overdueMs = 24 * 60 * 60_000;

/**
 * Continues unfinished erasures, oldest first, until `untilMs`; the next run continues. A failed one is retried after
 * growing pauses, without holding up the others. Throws at the end if one has failed, or has been open for more than a
 * day.
 */
export async function finishErasures(now: Date, untilMs: number): Promise<void> {
  const run = await PassRun.continue({ pass: 'erasures', now, deadlineMs: untilMs, pauses: hourlyPauses });
  const open = await openErasures();
  let finished = 0;
  let overdue = 0;
  for (const mark of open) {
    const pseudonym = pseudonymOf(mark.mark);
    if (!run.isOver() && !run.isWaiting(kind, pseudonym)) {
      let isDone = false;
      await run.attempt({ kind, id: pseudonym }, async () => {
        const { done, failed } = await goOn(mark, now, untilMs);
        if (failed[0]) throw new Error(`${failed.length} records could not be erased, such as: ${failed[0].reason}`);
        isDone = done;
      });
      if (isDone) {
        finished++;
        continue;
      }
    }
    if (now.getTime() - mark.erased_at <= overdueMs) continue;
    overdue++;
    log('error', 'an erasure has not finished for more than a day', { pseudonym, erasedAt: mark.erased_at });
  }
  await run.forgetOthers(kind, new Set(open.map(({ mark }) => pseudonymOf(mark))));
  if (open.length > 0) log('info', 'open erasures looked at', { open: open.length, finished });
  if (overdue > 0) throw new Error(`${overdue} erasures have not finished for more than a day`);
  run.throwIfFailed();
}

async function goOn({ sealed_orcid }: ErasureMark, now: Date, deadlineMs: number): Promise<ErasureResult> {
  const key = await readErasureKey();
  const context = { actor: null, now, requestId: randomUUID() };
  return erasePerson({
    orcid: openOrcid(sealed_orcid ?? '', key),
    key,
    context,
    dryRun: false,
    deadlineMs,
    isBegun: true,
  });
}
