import { randomUUID } from 'node:crypto';
import { expiry } from '#src/runtime/retention.ts';
import { keys, prefixes } from '#src/table/keys.ts';
import { putItem, queryAll, tableName, type Write } from '#src/table/table.ts';
import { defaultWorkspace } from '#src/vocabulary/workspace.ts';
import { activityEvent, type NewEvent } from './domain/activity.ts';

/** The workspaces that this process has stored, by table. */
const remembered = new Set<string>();

/** The write of an event, for the transaction of the change it reports. */
export function eventWrite(event: NewEvent, now: Date): Write {
  return { Put: { Item: eventItem(event, now) } };
}

/**
 * Stores that a workspace has an activity log. Call it before the transaction of an event that may name a person,
 * because an erasure goes through all logs. A separate write, once per process: within the transactions it would make
 * them conflict.
 */
export async function rememberWorkspace(workspace: string): Promise<void> {
  const name = `${tableName()} ${workspace}`;
  if (workspace === defaultWorkspace || remembered.has(name)) return;
  await putItem(keys.activityWorkspace(workspace));
  remembered.add(name);
}

/** The workspaces that have an activity log. */
export async function activityWorkspaces(): Promise<string[]> {
  const items = await queryAll({
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.activityWorkspaces },
  });
  return [defaultWorkspace, ...items.map(({ sk }) => String(sk).slice(prefixes.activityWorkspace.length))];
}

/** Records an event by itself, for a change that is too large for a transaction. */
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
 * A UUID of version 7: later events have greater ids, so events of the same millisecond, such as those of one delivery,
 * are listed in order.
 */
function nextEventId(): string {
  const ms = Date.now();
  if (ms > lastIdMs) [lastIdMs, idsInMs] = [ms, 0];
  else if (++idsInMs > 0xfff) [lastIdMs, idsInMs] = [lastIdMs + 1, 0];
  const time = lastIdMs.toString(16).padStart(12, '0');
  const count = idsInMs.toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${randomUUID().slice(19)}`;
}
