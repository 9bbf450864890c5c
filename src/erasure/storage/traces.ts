import { inParallel } from '../../runtime/in-parallel.ts';
import { keys } from '../../storage/keys.ts';
import { type MonthQuery, monthsOf } from '../../storage/monthly-log.ts';
import { type Item, type Page, queryPage, updateIf } from '../../storage/table.ts';

/** Between the partition and the sort key of a position. In no key. */
const separator = '\n';

/** What is rewritten: whose traces, and what stands for the person then. */
export interface TracedPerson {
  orcid: string;
  pseudonym: string;
  now: Date;
}

/** Months without an item that names the person are many, and quickly read. */
const monthsAtOnce = 12;

/** The items of the activity logs of some workspaces that name a person: a page of those of some months after a position. */
export const activityTraces = (traced: TracedPerson, workspaces: readonly string[], after: string | undefined) =>
  tracesIn(
    traced,
    workspaces.flatMap((workspace) => monthsOf(always, (ms) => keys.activityMonth(workspace, ms), traced.now)),
    after,
  );

/** The same of the audit trail. */
export const auditTraces = (traced: TracedPerson, after: string | undefined) =>
  tracesIn(traced, monthsOf(always, keys.auditMonth, traced.now), after);

const always = { fromMs: 0, toMs: undefined };

async function tracesIn({ orcid }: TracedPerson, months: MonthQuery[], after: string | undefined): Promise<Page<Item>> {
  const [pk, sk] = after?.split(separator) ?? [];
  // A workspace may be known no more: then everything is read again.
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

/** Puts the pseudonym in place of the iD in an item of a log. What changed about the person is taken out. */
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
    // It may have expired, or have been deleted, since it was read.
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: Object.fromEntries(changed.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(changed.map(([name, value]) => [`:${name}`, value])),
  });
}

/** The fields that an audit record of a person has, without what was in them. */
const withoutValues = (fields: unknown) =>
  fields && Object.fromEntries(Object.keys(fields).map((name) => [name, 'erased']));
