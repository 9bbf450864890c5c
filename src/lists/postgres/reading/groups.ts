import type { DayInterval } from '#src/records/groups/days.ts';
import type { GroupCondition, LinkedDays } from '#src/records/groups/group-condition.ts';
import { outputOf } from '../../model/definition.ts';
import type { GroupFilter } from '../../model/query.ts';
import type { RowSchema } from '../../model/spec.ts';
import type { Values } from '../database.ts';
import { columns, type Table } from '../list.ts';
import { sortKey } from '../sort-keys.ts';
import { equalKey } from '../texts.ts';

/** The condition for the rows that `isOfGroups` accepts, or does not accept. */
export function inGroups<Schema extends RowSchema>(
  table: Table<Schema>,
  { of, outside }: GroupFilter,
  values: Values,
): string {
  // The places of the rows, found through the index of people: a condition would be looked at in rows of all people.
  if (of && !outside) return `ctid = ANY(ARRAY(${idsOfGroups(table, of, 'ctid', values)}))`;
  const parts = [
    ...(of ? [`id IN (${idsOfGroups(table, of, 'id', values)})`] : []),
    ...(outside ? [`id NOT IN (${idsOfGroups(table, outside, 'id', values)})`] : []),
  ];
  return parts.length === 0 ? 'false' : parts.join(' OR ');
}

/** A statement that selects a column of the rows of groups, some twice. */
function idsOfGroups<Schema extends RowSchema>(
  table: Table<Schema>,
  { linked, byHand }: GroupCondition,
  column: string,
  values: Values,
): string {
  const decided = byHand.filter((hand) => hand.linked !== linked);
  const idsOf = (hands: GroupCondition['byHand']) =>
    values.bindKeys(hands.flatMap(({ ids }) => Array.from(ids, sortKey)));
  const not = decided.length === 0 ? '' : ` AND output.id <> ALL(${idsOf(decided)})`;
  const parts = linked.size === 0 ? [] : [`${linkedRows(table, linked, column, values)}${not}`];
  for (const hand of byHand) {
    const ids = `output.id = ANY(${idsOf([hand])})`;
    if (decided.includes(hand) && hand.linked.size > 0)
      parts.push(`${linkedRows(table, hand.linked, column, values)} AND ${ids}`);
    if (hand.days.length > 0)
      parts.push(
        `SELECT output.${column} FROM ${table.name} output, ${intervalsIn(hand.days, values)} AS days(from_day, to_day)
        WHERE ${ids} AND ${isOnDay}`,
      );
  }
  return parts.length === 0 ? `SELECT ${column} FROM ${table.name} WHERE false` : parts.join('\nUNION ALL\n');
}

/** Null for the days that are all days, and for what has no date. */
const isOnDay = `(from_day IS NULL OR (${columns.firstDay} <= to_day AND ${columns.lastDay} >= from_day))`;

/** Selects rows by the people who are linked to them, each person through the index. */
function linkedRows<Schema extends RowSchema>(
  table: Table<Schema>,
  linked: LinkedDays,
  column: string,
  values: Values,
): string {
  const all = Array.from(linked, ([orcid, intervals]) => intervals.map((interval) => ({ orcid, interval }))).flat();
  const people = values.bindTexts(all.map(({ orcid }) => equalKey(orcid)));
  const days = daysIn(
    all.map(({ interval }) => interval),
    values,
  );
  const name = columns.equal(outputOf(table.spec).people);
  return `SELECT output.${column}
    FROM unnest(${people}, ${days}) AS linked(person, from_day, to_day)
    JOIN ${table.name} output ON output.${name} @> ARRAY[linked.person] AND ${isOnDay}`;
}

const intervalsIn = (intervals: readonly DayInterval[], values: Values) => `unnest(${daysIn(intervals, values)})`;

/** Two arrays with the ends of intervals. */
function daysIn(intervals: readonly DayInterval[], values: Values): string {
  const ends = (day: number) => (Number.isFinite(day) ? Math.max(-0x80000000, Math.min(day, 0x7fffffff)) : null);
  const array = (days: readonly (number | null)[]) =>
    values.bind(`{${days.map((day) => day ?? 'NULL').join(',')}}`, 'integer[]');
  return `${array(intervals.map(([from]) => ends(from)))}, ${array(intervals.map(([, to]) => ends(to)))}`;
}
