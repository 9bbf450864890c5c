import { randomUUID } from 'node:crypto';
import { activityEvent, type NewEvent } from '../domain/activity.ts';
import { keys } from './keys.ts';
import type { Write } from './table.ts';

/** The write that records an event; it belongs into the transaction of the change it reports. */
export function eventWrite(event: NewEvent, now: Date): Write {
  const stored = activityEvent(event, randomUUID(), now);
  return { Put: { Item: { ...keys.activity(event.workspace, stored.occurred_at, stored.id), ...stored } } };
}
