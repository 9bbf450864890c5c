import { randomUUID } from 'node:crypto';
import { activityEvent, type NewEvent } from '../domain/activity.ts';
import { keys } from './keys.ts';
import { putItem, type Write } from './table.ts';

/** The write of an event, for the transaction of the change it reports. */
export function eventWrite(event: NewEvent, now: Date): Write {
  return { Put: { Item: eventItem(event, now) } };
}

/** Records an event by itself, if its change is too large for a transaction. */
export async function recordEvent(event: NewEvent, now: Date): Promise<void> {
  await putItem(eventItem(event, now));
}

function eventItem(event: NewEvent, now: Date) {
  const stored = activityEvent(event, randomUUID(), now);
  return { ...keys.activity(event.workspace, stored.occurred_at, stored.id), ...stored };
}
