import { keys } from '#src/table/keys.ts';
import { deleteItems, type Item, type Key, prefixQuery, query, queryAll } from '#src/table/table.ts';
import { type ActivityEvent, type ActivityType, newerTypeNames, StoredEvent } from './domain/activity.ts';
import { type MonthQuery, monthsOf, newestFirst, pageTimeoutMs, type Span, withValues } from './monthly-log.ts';

const deletedAtOnce = 200;

type WorkspaceSpan = Span & { workspace: string };

type Filterable = 'event_type' | 'severity' | 'status' | 'resource_id' | 'actor_id';
/** Filters events by these values; null means any. */
export type EventFilter = { [Name in Filterable]?: ActivityEvent[Name] | null } & {
  /** Only events of ingestions, or only others. */
  ingestion?: 'true' | 'false' | null;
};

/**
 * A page of the matching events, newest first, and the total. The count reads the whole span, but within DynamoDB; only
 * the page is transferred.
 */
export async function findActivity(
  span: WorkspaceSpan,
  filter: EventFilter,
  { offset, limit }: { offset: number; limit: number },
  now: Date,
): Promise<{ events: ActivityEvent[]; total: number }> {
  const { event_type, ingestion, ...values } = filter;
  const months = monthsOf(span, partitionsOf(span), now).map((month) =>
    ofIngestion(ofType(withValues(month, values), event_type), ingestion),
  );
  const { items, total } = await newestFirst(months, { offset, limit }, (item) => StoredEvent.parse(item));
  return { events: items, total };
}

/** Who has made a change at a time. Undefined if the log of the workspace does not say so, or not any more. */
export async function actorOfEvent({
  workspace,
  type,
  resource,
  atMs,
}: {
  workspace: string;
  type: ActivityType;
  resource: string;
  atMs: number;
}): Promise<string | undefined> {
  const { pk, sk } = keys.activity(workspace, atMs, '');
  const events = (await queryAll(prefixQuery(pk, sk))).map((item) => StoredEvent.parse(item));
  return events.find((each) => each.event_type === type && each.resource_id === resource)?.actor_id ?? undefined;
}

/**
 * Deletes the events of a span, oldest months first, until the deadline. Returns their number and whether it is
 * complete. Another call continues.
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

const partitionsOf =
  ({ workspace }: WorkspaceSpan) =>
  (ms: number) =>
    keys.activityMonth(workspace, ms);

/** Restricts the query to events shown with this type; null means any. */
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

function ofIngestion(month: MonthQuery, ingestion: EventFilter['ingestion']): MonthQuery {
  if (ingestion === undefined || ingestion === null) return month;
  const isOne = 'begins_with(event_type, :ingestion)';
  return {
    ...month,
    FilterExpression: [month.FilterExpression, ingestion === 'true' ? isOne : `NOT ${isOne}`]
      .filter(Boolean)
      .join(' AND '),
    ExpressionAttributeValues: { ...month.ExpressionAttributeValues, ':ingestion': 'ingestion.' },
  };
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
