import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { type ActivityEvent, newerTypeNames, StoredEvent } from '../domain/activity.ts';
import { inParallel } from '../runtime/in-parallel.ts';
import { activityTime, keys } from './keys.ts';
import { db, deleteItems, type Item, type Key, query, retryWhileBusy, tableName } from './table.ts';

/** The start of searches without a start time. There are no older events. */
const firstEventMs = Date.UTC(2024, 0, 1);
/** The tolerated clock skew: the newest event may be in the future. */
const clockSkewMs = 60_000;
const monthsAtOnce = 12;
const deletedAtOnce = 200;
const pageTimeoutMs = 5_000;

/** A time span, both ends inclusive. Without an end it is open. */
export interface Span {
  fromMs: number;
  toMs: number | undefined;
}
type WorkspaceSpan = Span & { workspace: string };

type Filterable = 'event_type' | 'severity' | 'status' | 'resource_id' | 'actor_id';
/** Filters events by these values; null means any. */
export type EventFilter = { [Name in Filterable]?: ActivityEvent[Name] | null };

/**
 * A page of the matching events, newest first, and the total. The count reads the whole span, but inside DynamoDB; only
 * the page is transferred.
 */
export async function findEvents(
  span: WorkspaceSpan,
  filter: EventFilter,
  { offset, limit }: { offset: number; limit: number },
  now: Date,
): Promise<{ events: ActivityEvent[]; total: number }> {
  const { event_type, ...values } = filter;
  const months = monthsOf(span, partitionsOf(span), now).map((month) => ofType(withValues(month, values), event_type));
  const { items, total } = await newestFirst(months, { offset, limit }, (item) => StoredEvent.parse(item));
  return { events: items, total };
}

/**
 * A page of the items of several partitions, newest first, and the total. `months` are the queries of the partitions,
 * newest first. The count reads them whole, but inside DynamoDB; only the page is transferred.
 */
export async function newestFirst<T>(
  months: MonthQuery[],
  { offset, limit }: { offset: number; limit: number },
  parse: (item: Item) => T,
): Promise<{ items: T[]; total: number }> {
  const counts = await inParallel(months, monthsAtOnce, count);
  const items: T[] = [];
  let skip = offset;
  for (const [index, month] of months.entries()) {
    const found = counts[index] ?? 0;
    if (items.length < limit && skip < found) items.push(...(await newest(month, skip, limit - items.length, parse)));
    skip = Math.max(0, skip - found);
  }
  return { items, total: counts.reduce((sum, one) => sum + one, 0) };
}

/**
 * Deletes the events of a span, oldest months first, until the deadline. Returns the number and whether it is complete.
 * A further call continues.
 */
export async function deleteEvents(
  span: WorkspaceSpan,
  now: Date,
  deadlineMs: number,
): Promise<{ deleted: number; complete: boolean }> {
  let deleted = 0;
  for (const month of monthsOf(span, partitionsOf(span), now).reverse()) {
    const found = query({ ...month, ProjectionExpression: 'pk, sk' }, pageTimeoutMs) as AsyncGenerator<Key & Item>;
    for await (const items of groups(found, deletedAtOnce)) {
      if (Date.now() > deadlineMs) return { deleted, complete: false };
      await deleteItems(items);
      deleted += items.length;
    }
  }
  return { deleted, complete: true };
}

/** The query of one partition. */
export type MonthQuery = Omit<QueryCommandInput, 'TableName'>;

const partitionsOf =
  ({ workspace }: WorkspaceSpan) =>
  (ms: number) =>
    keys.activityMonth(workspace, ms);

/**
 * The queries of a span, one per month (partition), newest first, with strong consistency. Sort keys begin with the time
 * of the item.
 */
export function monthsOf({ fromMs, toMs }: Span, partition: (ms: number) => string, now: Date): MonthQuery[] {
  const first = Math.max(fromMs, firstEventMs);
  const last = Math.min(toMs ?? Number.POSITIVE_INFINITY, now.getTime() + clockSkewMs);
  const queries: MonthQuery[] = [];
  for (let ms = last; ms >= first; ms = endOfMonthBefore(ms)) {
    queries.push({
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':pk': partition(ms),
        ':from': activityTime(first),
        // Sort keys continue after the time, so the end is the next millisecond.
        ':to': activityTime(last + 1),
      },
    });
  }
  return queries;
}

/** The last millisecond before a month (UTC). */
export function endOfMonthBefore(ms: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) - 1;
}

/** The query, for items whose attributes have these values; null means any. */
export function withValues(month: MonthQuery, filter: Record<string, string | null | undefined>): MonthQuery {
  const entries = Object.entries(filter).filter(([, value]) => value !== undefined && value !== null);
  if (entries.length === 0) return month;
  return {
    ...month,
    FilterExpression: entries.map(([name]) => `#${name} = :${name}`).join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ...month.ExpressionAttributeValues,
      ...Object.fromEntries(entries.map(([name, value]) => [`:${name}`, value])),
    },
  };
}

/** The query, for events that are shown with this type; null means any. */
function ofType(month: MonthQuery, type: EventFilter['event_type']): MonthQuery {
  if (type === undefined || type === null) return month;
  const newer = newerTypeNames.map((name, index) => [`:newer${index}`, name] as const);
  const isShown = `(newer_type = :type OR (event_type = :type AND NOT newer_type IN (${newer.map(([key]) => key)})))`;
  return {
    ...month,
    FilterExpression: [month.FilterExpression, isShown].filter(Boolean).join(' AND '),
    ExpressionAttributeValues: { ...month.ExpressionAttributeValues, ':type': type, ...Object.fromEntries(newer) },
  };
}

async function count(month: MonthQuery): Promise<number> {
  let counted = 0;
  let from: QueryCommandInput['ExclusiveStartKey'];
  do {
    const request = {
      TableName: tableName(),
      ...month,
      Select: 'COUNT' as const,
      ...(from && { ExclusiveStartKey: from }),
    };
    const page = await retryWhileBusy(() => db.send(new QueryCommand(request), { requestTimeout: pageTimeoutMs }));
    counted += page.Count ?? 0;
    from = page.LastEvaluatedKey;
  } while (from);
  return counted;
}

/** The newest items of a month after the first `skip`. */
async function newest<T>(month: MonthQuery, skip: number, limit: number, parse: (item: Item) => T): Promise<T[]> {
  const items: T[] = [];
  let left = skip;
  const page = { ...month, ScanIndexForward: false, ...(!month.FilterExpression && { Limit: skip + limit }) };
  for await (const item of query(page, pageTimeoutMs)) {
    if (left-- > 0) continue;
    items.push(parse(item));
    if (items.length === limit) break;
  }
  return items;
}

async function* groups<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let group: T[] = [];
  for await (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
