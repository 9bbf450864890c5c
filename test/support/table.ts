import { BatchWriteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { ActivityEvent, StoredEvent } from '#src/logbook/domain/activity.ts';
import { AuditRecord } from '#src/logbook/domain/audit.ts';
import { keys, partitions } from '#src/table/keys.ts';
import { db, type Item, tableName } from '#src/table/table.ts';

/** All items of the table except rate-limit counters. For tests only: functions may not scan. */
export async function allItems(): Promise<Item[]> {
  const items: Item[] = [];
  let from: Item | undefined;
  do {
    const page = await db.send(new ScanCommand({ TableName: tableName(), ...(from && { ExclusiveStartKey: from }) }));
    items.push(...(page.Items ?? []));
    from = page.LastEvaluatedKey;
  } while (from);
  return items.filter(({ pk }) => !String(pk).startsWith(partitions.usage));
}

/** Puts items into this test file's table unchanged, 25 at a time. */
export async function putItems(items: readonly Item[]): Promise<void> {
  for (let start = 0; start < items.length; start += 25) {
    const batch = items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    const { UnprocessedItems = {} } = await db.send(new BatchWriteCommand({ RequestItems: { [tableName()]: batch } }));
    if (Object.keys(UnprocessedItems).length > 0) throw new Error('The engine did not take a whole batch');
  }
}

/**
 * Prepares an empty table once per test file. Later calls put the resulting items into their test's table, which is
 * much faster than, for example, an ingestion.
 */
export function preparedOnce<Args extends string[]>(prepare: (...args: Args) => Promise<void>) {
  const kept = new Map<string, Promise<Item[]>>();
  return async (...args: Args): Promise<void> => {
    const key = args.join();
    const items = kept.get(key);
    if (items) return putItems(await items);
    await prepare(...args);
    kept.set(key, allItems());
    await kept.get(key);
  };
}

/** All activity events, ordered by event type. */
export async function events(): Promise<ActivityEvent[]> {
  const items = await allItems();
  const isEvent = ({ pk }: Item) => String(pk).startsWith(partitions.activity) && pk !== keys.activityWorkspaces;
  const found = items.filter(isEvent).map((item) => StoredEvent.parse(item));
  const order = Object.keys(ActivityEvent.shape.event_type.enum);
  return found.sort((one, other) => order.indexOf(one.event_type) - order.indexOf(other.event_type));
}

/** All audit records, oldest first. */
export async function auditRecords(): Promise<AuditRecord[]> {
  const items = (await allItems()).filter(({ pk }) => String(pk).startsWith(partitions.audit));
  items.sort((one, other) => String(one.sk).localeCompare(String(other.sk)));
  return items.map((item) => AuditRecord.parse(item));
}
