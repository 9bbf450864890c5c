import { randomUUID } from 'node:crypto';
import { disableForFault, initialRollout, type RolloutRecord } from '../domain/rollout/configuration.ts';
import { describeSample, judge, judgedSpan, sumSamples } from '../domain/rollout/judge.ts';
import { log } from '../runtime/log.ts';
import { getRollout, saveRollout, storeInitialRollout } from '../storage/rollout/configuration.ts';
import { readSearchMetrics } from './cloudwatch.ts';
import { logRolloutState } from './metrics.ts';

/**
 * Disables locale search if too many of its last requests failed or were slow. If the metrics cannot be read, throws and
 * changes nothing. Logs the state of the rollout at the end, so that the alarm follows the stored state: it also starts
 * if the run that disabled was ended before it could say so.
 */
export async function evaluateRollout(now: Date): Promise<void> {
  const rollout = await getRollout();
  if (!rollout) return storeInitialRollout(initialRollout(now.getTime()));
  logRolloutState((await disableIfFaulty(rollout, now)) ?? rollout);
}

/** The rollout after it was disabled; undefined if it was not. */
async function disableIfFaulty(rollout: RolloutRecord, now: Date): Promise<RolloutRecord | undefined> {
  const span = judgedSpan(rollout.window_start, now.getTime());
  if (!rollout.enabled || rollout.stage === 0 || !span) return undefined;
  const sample = sumSamples(await readSearchMetrics(span));
  const fault = judge(sample);
  if (!fault) return undefined;
  const disabled = disableForFault(rollout, fault, now.getTime());
  const reason = describeSample(sample);
  const by = { actor: null, now, requestId: randomUUID() };
  if (await saveRollout(rollout, disabled, { action: 'rollout.auto_disabled', reason }, by)) {
    log('error', 'Locale search was disabled', { fault, reason, stage: rollout.stage });
    return disabled;
  }
  // A user's change starts a new window or has disabled it; the next run judges that.
  log('warn', 'Locale search was not disabled, because the rollout was changed meanwhile', { fault, reason });
  return undefined;
}
