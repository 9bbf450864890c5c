import * as z from 'zod';
import { keys } from '#src/table/keys.ts';
import { getItem, updateIf } from '#src/table/table.ts';

const forgottenMs = 30 * 86_400_000;
/** How many workers installations that answer slowly have together. */
const slowWorkers = 2;

/** Who delivers to an installation until when, and whether its last deliveries were slow. */
export const WebhookTurn = z.object({ taken_until: z.int().default(0), is_slow: z.boolean().default(false) });

/** The right of one worker to deliver to an installation, while it lasts. */
export interface DeliveryTurn {
  installationId: string;
  untilMs: number;
  wasSlow: boolean;
  /** Which of the workers of slow installations it is. */
  slowWorker: number | undefined;
}

/**
 * Takes the turn of an installation. `taken`: another worker has it. `crowded`: this installation was slow, and so are
 * as many others as may be served at once.
 */
export async function takeTurn(
  installationId: string,
  nowMs: number,
  untilMs: number,
): Promise<DeliveryTurn | 'taken' | 'crowded'> {
  const key = keys.webhookTurn(installationId);
  const { taken_until, is_slow: wasSlow } = WebhookTurn.parse((await getItem(key)) ?? {});
  if (taken_until > nowMs) return 'taken';
  const slowWorker = wasSlow ? await takeSlowWorker(nowMs, untilMs) : undefined;
  if (wasSlow && slowWorker === undefined) return 'crowded';
  if (await take(key, nowMs, untilMs)) return { installationId, untilMs, wasSlow, slowWorker };
  await leaveSlowWorker(slowWorker, untilMs);
  return 'taken';
}

/** Ends a turn before its time. */
export async function leaveTurn(turn: DeliveryTurn, isSlow: boolean): Promise<void> {
  const { installationId, untilMs, slowWorker } = turn;
  await leave(keys.webhookTurn(installationId), untilMs, { is_slow: isSlow });
  await leaveSlowWorker(slowWorker, untilMs);
}

async function takeSlowWorker(nowMs: number, untilMs: number): Promise<number | undefined> {
  for (let worker = 0; worker < slowWorkers; worker++) {
    if (await take(keys.slowWebhookWorker(worker), nowMs, untilMs)) return worker;
  }
  return undefined;
}

async function leaveSlowWorker(worker: number | undefined, untilMs: number): Promise<void> {
  if (worker !== undefined) await leave(keys.slowWebhookWorker(worker), untilMs);
}

type Key = ReturnType<typeof keys.webhookTurn>;

function take(key: Key, nowMs: number, untilMs: number): Promise<boolean> {
  return updateIf({
    Key: key,
    UpdateExpression: 'SET taken_until = :until, expiresAtSeconds = :expires',
    ConditionExpression: 'attribute_not_exists(taken_until) OR taken_until <= :now',
    ExpressionAttributeValues: {
      ':until': untilMs,
      ':now': nowMs,
      ':expires': Math.ceil((untilMs + forgottenMs) / 1000),
    },
  });
}

/** Nothing happens if the time is over and another worker has taken it. */
async function leave(key: Key, untilMs: number, state: { is_slow?: boolean } = {}): Promise<void> {
  const { is_slow } = state;
  await updateIf({
    Key: key,
    UpdateExpression: `SET taken_until = :none${is_slow === undefined ? '' : ', is_slow = :slow'}`,
    ConditionExpression: 'taken_until = :until',
    ExpressionAttributeValues: { ':none': 0, ':until': untilMs, ...(is_slow !== undefined && { ':slow': is_slow }) },
  });
}
