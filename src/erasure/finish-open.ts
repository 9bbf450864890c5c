import { randomUUID } from 'node:crypto';
import { log } from '../runtime/log.ts';
import { type ErasureMark, openErasures, pseudonymOf } from '../storage/erasure/marks.ts';
import { openOrcid } from '../storage/erasure/sealed-orcid.ts';
import { readErasureKey } from '../storage/erasure/unless-erased.ts';
import { type ErasureResult, erasePerson } from './erase-person.ts';

/** Whatever there is of a person, it takes minutes. */
const overdueMs = 24 * 60 * 60_000;

/**
 * Goes on with the erasures that nobody has finished, oldest first, until `untilMs`; the next run continues. Throws at the end
 * if one has failed, or is open for more than a day.
 */
export async function finishErasures(now: Date, untilMs: number): Promise<void> {
  const open = await openErasures();
  let finished = 0;
  let troubled = 0;
  for (const mark of open) {
    if (Date.now() >= untilMs) break;
    const pseudonym = pseudonymOf(mark.mark);
    try {
      const { done } = await goOn(mark, now, untilMs);
      if (done) finished++;
      else if (now.getTime() - mark.erased_at > overdueMs) {
        troubled++;
        log('error', 'an erasure has not finished for more than a day', { pseudonym, erasedAt: mark.erased_at });
      }
    } catch (cause) {
      troubled++;
      log('error', 'an erasure could not go on', { pseudonym, cause });
    }
  }
  if (open.length > 0) log('info', 'open erasures looked at', { open: open.length, finished });
  if (troubled > 0) throw new Error(`${troubled} erasures could not be finished`);
}

async function goOn({ sealed_orcid }: ErasureMark, now: Date, deadlineMs: number): Promise<ErasureResult> {
  const key = await readErasureKey();
  const by = { actor: null, now, requestId: randomUUID() };
  return erasePerson({ orcid: openOrcid(sealed_orcid ?? '', key), key, by, dryRun: false, deadlineMs, isBegun: true });
}
