import type { DayInterval } from '#src/records/groups/days.ts';
import type { GroupCondition, LinkedDays } from '#src/records/groups/group-condition.ts';
import { afterAllDays, undatedDay } from '#src/records/groups/group-days.ts';
import { outputOf } from '../../model/definition.ts';
import type { GroupFilter } from '../../model/query.ts';
import type { RowSchema } from '../../model/spec.ts';
import type { Values } from '../database.ts';
import { columns, type Table } from '../list.ts';
import { sortKey } from '../sort-keys.ts';
import { equalKey } from '../texts.ts';

/** The condition for the rows that pass a filter by groups: as `isOfGroups`. */
export function inGroups<Schema extends RowSchema>(
  table: Table<Schema>,
  { and, ...filter }: GroupFilter,
  values: Values,
): string {
  if (and) return `(${inGroups(table, filter, values)}) AND (${inGroups(table, and, values)})`;
  const { of, outside } = filter;
  // The places of the rows, found through the index of people. Another condition would be looked at in rows of all.
  if (of && !outside) return `${table.name}.ctid = ANY(ARRAY(${rowsOfGroups(table, of, 'ctid', values)}))`;
  const parts = [
    ...(of ? [`id IN (${rowsOfGroups(table, of, 'id', values)})`] : []),
    ...(outside ? [`id NOT IN (${rowsOfGroups(table, outside, 'id', values)})`] : []),
  ];
  return parts.length === 0 ? 'false' : parts.join(' OR ');
}

/** A statement that selects a column of the rows of groups, of some twice. */
function rowsOfGroups<Schema extends RowSchema>(
  table: Table<Schema>,
  { linked, byHand }: GroupCondition,
  column: string,
  values: Values,
): string {
  const decided = byHand.filter((hand) => hand.linked !== linked);
  const decidedIds = decided.flatMap(({ ids }) => [...ids]);
  const parts =
    linked.size === 0 ? [] : [`${linkedRows(table, linked, column, values)} AND ${isNot(decidedIds, values)}`];
  for (const { ids, linked: byPerson, days } of byHand) {
    const isOne = `output.id = ANY(${idsIn(ids, values)})`;
    if (byPerson !== linked) {
      const allowed = new Map(Array.from(linked.keys(), (orcid) => [orcid, byPerson.get(orcid) ?? []]));
      parts.push(`${linkedRows(table, allowed, column, values)} AND ${isOne}`);
    }
    if (days.length > 0)
      parts.push(`SELECT output.${column} FROM ${table.name} output, unnest(${daysIn(days, values)}) AS days(from_day, to_day)
        WHERE ${isOne} AND ${isOnDay}`);
  }
  return parts.length === 0 ? `SELECT ${column} FROM ${table.name} WHERE false` : parts.join('\nUNION ALL\n');
}

/** Whether the days of a row's date are some of `from_day` to `to_day`. */
export const isOnDay = `${columns.firstDay} <= to_day AND ${columns.lastDay} >= from_day`;

export const idsIn = (ids: Iterable<string>, values: Values) => values.bindKeys(Array.from(ids, sortKey));

export const isNot = (ids: readonly string[], values: Values) =>
  ids.length === 0 ? 'true' : `output.id <> ALL(${idsIn(ids, values)})`;

/** Selects rows by the people who are linked to them, those of each person through the index. */
function linkedRows<Schema extends RowSchema>(
  table: Table<Schema>,
  linked: LinkedDays,
  column: string,
  values: Values,
): string {
  const all = Array.from(linked, ([orcid, intervals]) => intervals.map((interval) => ({ orcid, interval }))).flat();
  const people = values.bindTexts(all.map(({ orcid }) => equalKey(orcid)));
  const intervals = all.map(({ interval }) => interval);
  return `SELECT output.${column}
    FROM unnest(${people}, ${daysIn(intervals, values)}) AS linked(person, from_day, to_day)
    JOIN ${table.name} output ON ${isLinked(table)} WHERE ${isOnDay}`;
}

/** Whether `linked.person` is one of an output's people. */
export const isLinked = <Schema extends RowSchema>({ spec }: Table<Schema>) =>
  `output.${columns.equal(outputOf(spec).people)} @> ARRAY[linked.person]`;

/** Two arrays with the first and the last days of intervals. */
function daysIn(intervals: readonly DayInterval[], values: Values): string {
  const day = (each: number) => Math.min(Math.max(each, undatedDay), afterAllDays);
  const [from, to] = [intervals.map(([first]) => day(first)), intervals.map(([, last]) => day(last))];
  return `${numbersIn(from, values)}, ${numbersIn(to, values)}`;
}

export const numbersIn = (numbers: Iterable<number>, values: Values) =>
  values.bind(`{${[...numbers].join(',')}}`, 'integer[]');
