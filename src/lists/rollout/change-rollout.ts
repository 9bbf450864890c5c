import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { applyRolloutChange, initialRollout, type RolloutRecord } from './domain/configuration.ts';
import { getRollout, saveRollout } from './store/configuration.ts';

/** The stored rollout, or else the one of a new deployment. */
export async function currentRollout(now: Date): Promise<RolloutRecord> {
  return (await getRollout()) ?? initialRollout(now.getTime());
}

/**
 * Changes the stage, enables or disables. `email` is the user's. Concurrent changes are applied one after the other;
 * throws Contention if they do not stop.
 */
export function changeRollout(
  change: { stage?: number | undefined; enabled?: boolean | undefined },
  reason: string | null,
  email: string | null,
  context: ChangeContext,
): Promise<RolloutRecord> {
  return retryIfStale('The rollout', async () => {
    const before = await currentRollout(context.now);
    const after = applyRolloutChange(before, change, email, context.now.getTime());
    return (await saveRollout(before, after, { action: 'rollout.updated', reason }, context)) ? after : stale;
  });
}
