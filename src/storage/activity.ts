import { randomUUID } from 'node:crypto';
import { activityEvent, type NewEvent } from '../domain/activity.ts';
import type { PublicationRecord } from '../domain/publication.ts';
import { retractionEvent } from '../domain/relations/retraction.ts';
import { expiry } from '../runtime/retention.ts';
import { keys } from './keys.ts';
import { putItem, type Write } from './table.ts';

/** The write of an event, for the transaction of the change it reports. */
export function eventWrite(event: NewEvent, now: Date): Write {
  return { Put: { Item: eventItem(event, now) } };
}

/** Who a change is reported for, and in the activity log of which workspace. */
export interface Reporter {
  workspace: string;
  actor: string | null;
}

/** The event that a publication was retracted or reinstated, if this change does that, for the transaction of the change. */
export function retractionWrites(
  record: PublicationRecord,
  before: PublicationRecord | undefined,
  { workspace, actor }: Reporter,
  now: Date,
): Write[] {
  const event = retractionEvent(record, before);
  return event ? [eventWrite({ ...event, workspace, actor }, now)] : [];
}

/** Records an event by itself, if its change is too large for a transaction. */
export async function recordEvent(event: NewEvent, now: Date): Promise<void> {
  await putItem(eventItem(event, now));
}

function eventItem(event: NewEvent, now: Date) {
  const stored = activityEvent(event, nextEventId(), now);
  const { id, occurred_at } = stored;
  return { ...keys.activity(event.workspace, occurred_at, id), ...stored, ...expiry('ACTIVITY', occurred_at) };
}

let lastIdMs = 0;
let idsInMs = 0;

/**
 * A UUID of version 7: ids of later events are greater, so events of the same millisecond are listed in the order in
 * which they happened. The events of one delivery have one time.
 */
function nextEventId(): string {
  const ms = Date.now();
  if (ms > lastIdMs) [lastIdMs, idsInMs] = [ms, 0];
  else if (++idsInMs > 0xfff) [lastIdMs, idsInMs] = [lastIdMs + 1, 0];
  const time = lastIdMs.toString(16).padStart(12, '0');
  const count = idsInMs.toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${randomUUID().slice(19)}`;
}
