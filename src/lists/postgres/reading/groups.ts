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

/**
 * The condition for the rows that pass a filter by groups: as `isOfGroups`. `told` is a condition that they must fulfil besides, if
 * the table of people tells it: then only those that do are read.
 */
export function inGroups<Schema extends RowSchema>(
  table: Table<Schema>,
  { and, ...filter }: GroupFilter,
  values: Values,
  told?: string,
): string {
  if (and) return `(${inGroups(table, filter, values, told)}) AND (${inGroups(table, and, values, told)})`;
  const { of, outside } = filter;
  // An array, because the planner takes a statement for one that finds many.
  if (of && !outside && told) return `id = ANY(ARRAY(${idsOfGroups(table, of, told, values)}))`;
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
  condition: GroupCondition,
  column: string,
  values: Values,
): string {
  const { linked } = condition;
  const parts =
    linked.size === 0
      ? []
      : [`${linkedRows(table, linked, column, values)} AND ${isNot(decidedIn(condition), values)}`];
  return oneOf([...parts, ...rowsByHand(table, condition, column, values)], table, column);
}

/** A statement that selects the ids of rows of groups, of some twice: those of linked people who fulfil a condition of their table. */
function idsOfGroups<Schema extends RowSchema>(
  table: Table<Schema>,
  condition: GroupCondition,
  told: string,
  values: Values,
): string {
  const { linked } = condition;
  // A value that the statement does not use would have no type.
  const found = () => `SELECT output.id FROM ${peopleOf(table, linked, values)}
    WHERE ${isOnDay} AND ${told} AND ${isNot(decidedIn(condition), values)}`;
  return oneOf([...(linked.size === 0 ? [] : [found()]), ...rowsByHand(table, condition, 'id', values)], table, 'id');
}

/** The rows of linked people in their table, with the days on which they are linked. */
const peopleOf = <Schema extends RowSchema>({ peopleTable }: Table<Schema>, linked: LinkedDays, values: Values) =>
  `unnest(${linkedIn(linked, values)}) AS linked(person, from_day, to_day) JOIN ${peopleTable} output USING (person)`;

/** The ids of outputs about whose people other groups by hand decide. */
const decidedIn = ({ linked, byHand }: GroupCondition): string[] =>
  byHand.filter((hand) => hand.linked !== linked).flatMap(({ ids }) => [...ids]);

/** The statements for the rows that groups by hand make those of groups. */
function rowsByHand<Schema extends RowSchema>(
  table: Table<Schema>,
  { linked, byHand }: GroupCondition,
  column: string,
  values: Values,
): string[] {
  const parts: string[] = [];
  for (const { ids, linked: byPerson, days } of byHand) {
    // Bound where it is used: a value that no part of a statement uses has no type.
    const isOne = () => `output.id = ANY(${idsIn(ids, values)})`;
    if (byPerson !== linked) {
      const allowed = new Map(Array.from(linked.keys(), (orcid) => [orcid, byPerson.get(orcid) ?? []]));
      parts.push(`${linkedRows(table, allowed, column, values)} AND ${isOne()}`);
    }
    if (days.length > 0)
      parts.push(`SELECT output.${column} FROM ${table.name} output, unnest(${daysIn(days, values)}) AS days(from_day, to_day)
        WHERE ${isOne()} AND ${isOnDay}`);
  }
  return parts;
}

const oneOf = <Schema extends RowSchema>(parts: readonly string[], { name }: Table<Schema>, column: string) =>
  parts.length === 0 ? `SELECT ${column} FROM ${name} WHERE false` : parts.join('\nUNION ALL\n');

/** As `inGroups`, for rows that are looked at one after the other until a page is full. */
export function isInGroups<Schema extends RowSchema>(
  table: Table<Schema>,
  condition: GroupCondition,
  values: Values,
): string {
  const byPeople = `${isOfLinked(table, condition.linked, values)} AND ${isNot(decidedIn(condition), values, 'id')}`;
  const byHand = rowsByHand(table, condition, 'id', values);
  return byHand.length === 0 ? byPeople : `(${byPeople}) OR id IN (${oneOf(byHand, table, 'id')})`;
}

/** Selects the number of rows of groups that fulfil a condition: of people from their table, of those by hand one by one. */
export function totalOfGroups<Schema extends RowSchema>(
  table: Table<Schema>,
  condition: GroupCondition,
  holds: string,
  values: Values,
): string {
  const { linked } = condition;
  const found = `(SELECT count(DISTINCT number) FROM ${peopleOf(table, linked, values)} WHERE ${isOnDay} AND ${holds})`;
  if (condition.byHand.length === 0) return `SELECT ${found} AS number`;
  const decided = decidedIn(condition);
  const decidedAnew = `(SELECT count(*) FROM ${table.name} WHERE id = ANY(${idsIn(decided, values)}) AND ${holds}
    AND ${isOfLinked(table, linked, values)})`;
  const byHand = `(SELECT count(*) FROM ${table.name}
    WHERE id IN (${oneOf(rowsByHand(table, condition, 'id', values), table, 'id')}) AND ${holds}
    AND NOT (${isOfLinked(table, linked, values)} AND ${isNot(decided, values, 'id')}))`;
  return `SELECT ${found} - ${decidedAnew} + ${byHand} AS number`;
}

/** Whether one of a row's people is linked on its days. */
function isOfLinked<Schema extends RowSchema>({ spec }: Table<Schema>, linked: LinkedDays, values: Values): string {
  const people = columns.equal(outputOf(spec).people);
  // The array is hashed, so that the days are compared only of people who are in it.
  return `EXISTS (SELECT FROM unnest(${people}) AS own(person)
    WHERE own.person = ANY(${values.bindTexts(Array.from(linked.keys(), equalKey))}) AND EXISTS (
      SELECT FROM unnest(${linkedIn(linked, values)}) AS linked(person, from_day, to_day)
      WHERE linked.person = own.person AND ${isOnDay}))`;
}

/** Whether the days of a row's date are some of `from_day` to `to_day`. */
export const isOnDay = `${columns.firstDay} <= to_day AND ${columns.lastDay} >= from_day`;

export const idsIn = (ids: Iterable<string>, values: Values) => values.bindKeys(Array.from(ids, sortKey));

export const isNot = (ids: readonly string[], values: Values, column = 'output.id') =>
  ids.length === 0 ? 'true' : `${column} <> ALL(${idsIn(ids, values)})`;

/** Selects rows by the people who are linked to them, those of each person through the index. */
function linkedRows<Schema extends RowSchema>(
  table: Table<Schema>,
  linked: LinkedDays,
  column: string,
  values: Values,
): string {
  return `SELECT output.${column}
    FROM unnest(${linkedIn(linked, values)}) AS linked(person, from_day, to_day)
    JOIN ${table.name} output ON ${isLinked(table)} WHERE ${isOnDay}`;
}

/** Three arrays with the people and their first and last days. */
function linkedIn(linked: LinkedDays, values: Values): string {
  const all = Array.from(linked, ([orcid, intervals]) => intervals.map((interval) => ({ orcid, interval }))).flat();
  const people = values.bindTexts(all.map(({ orcid }) => equalKey(orcid)));
  const intervals = all.map(({ interval }) => interval);
  return `${people}, ${daysIn(intervals, values)}`;
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
