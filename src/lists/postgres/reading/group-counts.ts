import { type GroupDays, undatedDay } from '#src/records/groups/group-days.ts';
import { outputOf } from '../../model/definition.ts';
import type { GroupCounts } from '../../model/page.ts';
import type { GroupCounting } from '../../model/query.ts';
import type { RowSchema } from '../../model/spec.ts';
import { type Run, Values } from '../database.ts';
import { columns, type Table } from '../list.ts';
import { equalKey } from '../texts.ts';
import { conditionOf, type Filter } from './conditions.ts';
import { idsIn, inGroups, isLinked, isNot, isOnDay, numbersIn } from './groups.ts';

/** Memberships that a statement counts: a request has room for 1 MiB. */
const mostEntries = 5_000;
/** Outputs that a statement reads, of those with groups by hand. */
const mostOutputs = 1_000;

/** The number of distinct outputs per group among those of a filter. `run` must be that of one snapshot. */
export async function groupCountsIn<Schema extends RowSchema>(
  run: Run,
  table: Table<Schema>,
  filter: Filter,
  { days, groupsOf, any }: GroupCounting,
  left: readonly string[],
): Promise<GroupCounts> {
  const hand = [...days.byHand.keys()];
  const rows = (values: Values, more: string) =>
    `(SELECT * FROM ${table.name} WHERE ${conditionOf(table, filter, values)}) output
    WHERE ${isNot(left, values)} AND ${more}`;

  const counts = new Map<string, number>();
  for (const { first, end } of partsOf(days)) {
    const values = new Values();
    const linked = linkedEntries(days, first, end, values);
    const matching = rows(values, isNot(hand, values));
    const found = await run(
      `SELECT linked.number::text AS number, count(DISTINCT output.id)::text AS total
      FROM ${linked} JOIN (SELECT output.* FROM ${matching}) output ON ${isLinked(table)} AND ${isOnDay}
      GROUP BY linked.number`,
      values.all,
    );
    for (const { number, total } of found) counts.set(days.groups[Number(number)] ?? '', Number(total));
  }

  const { people } = outputOf(table.spec);
  for (let at = 0; at < hand.length; at += mostOutputs) {
    const values = new Values();
    const isOne = `output.id = ANY(${idsIn(hand.slice(at, at + mostOutputs), values)})`;
    const found = await run(
      `SELECT key, to_json(output.${columns.equal(people)})::text AS people, ${columns.firstDay}::text AS first_day,
        ${columns.lastDay}::text AS last_day
      FROM (SELECT output.* FROM ${rows(values, isOne)}) output JOIN ${table.contents} USING (id)`,
      values.all,
    );
    for (const { key, people, first_day, last_day } of found) {
      const [first, last] = [Number(first_day), Number(last_day)];
      const orcids: string[] = (JSON.parse(people ?? 'null') ?? []).map((each: string) => JSON.parse(each));
      const output = { id: key ?? '', orcids, days: first === undatedDay ? null : ([first, last] as const) };
      for (const group of groupsOf(output)) counts.set(group, (counts.get(group) ?? 0) + 1);
    }
  }

  const values = new Values();
  const outside = inGroups(table, { outside: any() }, values);
  const [found] = await run(`SELECT count(*)::text AS total FROM ${rows(values, `(${outside})`)}`, values.all);
  return { counts, without: Number(found?.total ?? 0) };
}

/** Groups that are counted by one statement, by their numbers. */
function* partsOf({ groups, starts }: GroupDays): Generator<{ first: number; end: number }> {
  for (let first = 0; first < groups.length; ) {
    let end = first + 1;
    while (end < groups.length && (starts[end + 1] ?? 0) - (starts[first] ?? 0) <= mostEntries) end++;
    if ((starts[end] ?? 0) > (starts[first] ?? 0)) yield { first, end };
    first = end;
  }
}

/** The memberships of some groups as rows: the number of the group, the person, the first and the last day. */
function linkedEntries(days: GroupDays, first: number, end: number, values: Values): string {
  const [from, to] = [days.starts[first] ?? 0, days.starts[end] ?? 0];
  const numbers: number[] = [];
  for (let group = first; group < end; group++)
    for (let entry = days.starts[group] ?? 0; entry < (days.starts[group + 1] ?? 0); entry++) numbers.push(group);
  const people = Array.from(days.person.subarray(from, to), (person) => equalKey(days.people[person] ?? ''));
  const columnsOfDays = [days.from, days.to].map((each) => numbersIn(each.subarray(from, to), values));
  return `unnest(${numbersIn(numbers, values)}, ${values.bindTexts(people)}, ${columnsOfDays.join(', ')})
    AS linked(number, person, from_day, to_day)`;
}
