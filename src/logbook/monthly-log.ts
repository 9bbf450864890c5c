import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { activityTime } from '#src/table/keys.ts';
import { db, type Item, query, retryWhileBusy, tableName } from '#src/table/table.ts';

/** The start of searches without a start time. No log has older items. */
const firstItemMs = Date.UTC(2024, 0, 1);
/** The tolerated clock skew: the newest item may be in the future. */
const clockSkewMs = 60_000;
const monthsAtOnce = 12;
export const pageTimeoutMs = 5_000;

/** A time span, both ends inclusive. Without an end it is open. */
export interface Span {
  fromMs: number;
  toMs: number | undefined;
}

/** The query of one partition. */
export type MonthQuery = Omit<QueryCommandInput, 'TableName'>;

/**
 * The queries of a span, one per month (partition), newest first, with strong consistency. Sort keys begin with the time
 * of the item.
 */
export function monthsOf({ fromMs, toMs }: Span, partition: (ms: number) => string, now: Date): MonthQuery[] {
  const first = Math.max(fromMs, firstItemMs);
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

/** Restricts the query to items whose attributes have these values; null means any. */
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

/**
 * A page of the items of several partitions, newest first, and the total. `months` are the partitions' queries, newest
 * first. The count reads them whole, but within DynamoDB; only the page is transferred.
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
