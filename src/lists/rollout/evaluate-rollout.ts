import { randomUUID } from 'node:crypto';
import { log } from '#src/runtime/log.ts';
import { readSearchMetrics } from './cloudwatch.ts';
import { disableForFault, initialRollout, type RolloutRecord } from './domain/configuration.ts';
import { describeSample, judge, judgedSpan, sumSamples } from './domain/judge.ts';
import { logRolloutState } from './metrics.ts';
import { getRollout, saveRollout, storeInitialRollout } from './store/configuration.ts';

/**
 * Disables locale search if too many recent requests failed or were slow. Throws and changes nothing if metrics are
 * unreadable. Finally logs the stored state, so that the alarm starts even if the run that disabled it ended before
 * logging it.
 */
export async function evaluateRollout(now: Date): Promise<void> {
  const rollout = await getRollout();
  if (!rollout) return storeInitialRollout(initialRollout(now.getTime()));
  logRolloutState((await disableIfFaulty(rollout, now)) ?? rollout);
}

/** The disabled rollout; undefined if it was not disabled. */
async function disableIfFaulty(rollout: RolloutRecord, now: Date): Promise<RolloutRecord | undefined> {
  const span = judgedSpan(rollout.window_start, now.getTime());
  if (!rollout.enabled || rollout.stage === 0 || !span) return undefined;
  const sample = sumSamples(await readSearchMetrics(span));
  const fault = judge(sample);
  if (!fault) return undefined;
  const disabled = disableForFault(rollout, fault, now.getTime());
  const reason = describeSample(sample);
  const context = { actor: null, now, requestId: randomUUID() };
  if (await saveRollout(rollout, disabled, { action: 'rollout.auto_disabled', reason }, context)) {
    log('error', 'Locale search was disabled', { fault, reason, stage: rollout.stage });
    return disabled;
  }
  // A user's change disabled it or started a new window, which the next run judges.
  log('warn', 'Locale search was not disabled, because the rollout was changed meanwhile', { fault, reason });
  return undefined;
}
