import { type MonthQuery, monthsOf } from '#src/logbook/monthly-log.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { keys } from '#src/table/keys.ts';
import { type Item, type Page, queryPage, updateIf } from '#src/table/table.ts';

/** Separates the partition and the sort key of a position. Occurs in no key. */
const separator = '\n';

/** The person whose traces are rewritten, and their pseudonym. */
export interface TracedPerson {
  orcid: string;
  pseudonym: string;
  now: Date;
}

/** Most months have no item that names the person and are read quickly. */
const monthsAtOnce = 12;

/** A page of the items that name a person in the activity logs of some workspaces, from a position on. */
export const activityTraces = (traced: TracedPerson, workspaces: readonly string[], after: string | undefined) =>
  tracesIn(
    traced,
    workspaces.flatMap((workspace) => monthsOf(always, (ms) => keys.activityMonth(workspace, ms), traced.now)),
    after,
  );

/** A page of the audit records that name a person, from a position on. */
export const auditTraces = (traced: TracedPerson, after: string | undefined) =>
  tracesIn(traced, monthsOf(always, keys.auditMonth, traced.now), after);

const always = { fromMs: 0, toMs: undefined };

async function tracesIn({ orcid }: TracedPerson, months: MonthQuery[], after: string | undefined): Promise<Page<Item>> {
  const [pk, sk] = after?.split(separator) ?? [];
  // If the workspace is no longer known, everything is read again.
  const first = Math.max(
    months.findIndex((month) => partitionOf(month) === pk),
    0,
  );
  const group = months.slice(first, first + monthsAtOnce);
  const pages = await inParallel(group, monthsAtOnce, (month) =>
    queryPage(month, partitionOf(month) === pk && sk ? sk : undefined),
  );
  const cut = pages.findIndex(({ next }) => next !== undefined);
  const read = cut === -1 ? pages : pages.slice(0, cut + 1);
  const items = read.flatMap((page) => page.items).filter((item) => JSON.stringify(item).includes(orcid));
  const following = months[first + (cut === -1 ? group.length : cut)];
  const rest = following && [partitionOf(following), pages[cut]?.next ?? ''];
  return { items, next: rest?.join(separator) };
}

const partitionOf = (month: MonthQuery): string => String(month.ExpressionAttributeValues?.[':pk']);

/** Replaces the iD in a log item by the pseudonym, and removes the recorded changes of the person. */
export async function rewriteTrace({ orcid, pseudonym }: TracedPerson, item: Item): Promise<void> {
  const isOfPerson = item.resource_id === orcid;
  const changed = Object.entries(item).flatMap(([name, value]): [string, unknown][] => {
    if (isOfPerson && (name === 'before' || name === 'after')) return [[name, withoutValues(value)]];
    const json = JSON.stringify(value);
    return json.includes(orcid) ? [[name, JSON.parse(json.replaceAll(orcid, pseudonym))]] : [];
  });
  await updateIf({
    Key: { pk: item.pk, sk: item.sk },
    UpdateExpression: `SET ${changed.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    // It may have expired or been deleted since it was read.
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: Object.fromEntries(changed.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(changed.map(([name, value]) => [`:${name}`, value])),
  });
}

/** The audited fields of a person, without their values. */
const withoutValues = (fields: unknown) =>
  fields && Object.fromEntries(Object.keys(fields).map((name) => [name, 'erased']));
