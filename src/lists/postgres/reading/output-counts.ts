import { undatedDay } from '#src/records/groups/group-days.ts';
import { authorCount, unmatchedPeople } from '../../counting/in-memory.ts';
import { countColumns, type ShareColumns } from '../../model/count-columns.ts';
import {
  addValues,
  Codes,
  type Column,
  codesByOutput,
  GroupedPeople,
  groupsColumn,
  Pairs,
  valuesColumn,
} from '../../model/counted-columns.ts';
import type { CountedBy, CountedValues, OutputCounting, OutputCounts } from '../../model/counting.ts';
import { outputOf } from '../../model/definition.ts';
import type { RowSchema, Value } from '../../model/spec.ts';
import { type Run, Values } from '../database.ts';
import { columns, type Table } from '../list.ts';
import { conditionOf, type Filter } from './conditions.ts';
import { isNot } from './groups.ts';

/** Rows of a statement, and the characters of all of them: as JSON in a response, they may take twice as much. */
const maxRows = 5_000;
const maxCharacters = 450_000;

/** All that counting reads of one row. */
interface Fact {
  id: string;
  firstDay: number;
  lastDay: number;
  valuesOf: (filter: string) => Value[];
}

/** Counts the outputs of a filter. All are read, in parts, without their content. `run` must be that of one snapshot. */
export async function outputCountsIn<Schema extends RowSchema>(
  run: Run,
  table: Table<Schema>,
  filter: Filter,
  { by, shares }: OutputCounting,
  left: readonly string[],
): Promise<OutputCounts> {
  const { people } = outputOf(table.spec);
  const ofGroups = by.find((each) => each.kind === 'groups') ?? shares?.unit;
  const dimensions = by.map((each) => ({ each, codes: new Codes(), pairs: new Pairs() }));
  const at = by.findIndex((each) => each.kind === 'values' && each.equal === people);
  const ofPeople = { codes: dimensions[at]?.codes ?? new Codes(), pairs: new Pairs() };
  const groupCodes = dimensions.find(({ each }) => each.kind === 'groups')?.codes ?? new Codes();
  const unit = shares && ofGroups && new GroupedPeople(ofGroups, groupCodes, ofPeople.codes);
  const authors: number[] = [];
  const filters = [
    ...new Set([
      ...by.flatMap((each) => (each.kind === 'values' ? each.equal : [])),
      ...(ofGroups || shares ? [people] : []),
      ...(shares ? [authorCount, unmatchedPeople] : []),
    ]),
  ];
  let outputs = 0;
  for await (const { id, firstDay, lastDay, valuesOf } of facts(
    run,
    table,
    filter,
    filters,
    left,
    ofGroups !== undefined,
  )) {
    const output = outputs++;
    const orcids = valuesOf(people).map(String);
    const days = firstDay === undatedDay ? null : ([firstDay, lastDay] as const);
    for (const { each, codes, pairs } of dimensions) {
      if (each.kind === 'values') addValues(each, codes, pairs, output, valuesOf(each.equal));
      else
        for (const group of each.counting.groupsOf({ id, orcids, days }))
          if (!each.only || each.only.has(group)) pairs.add(output, codes.of(group));
    }
    if (!shares) continue;
    authors.push(Number(valuesOf(authorCount)[0] ?? Number.NaN));
    const unmatched = new Set(valuesOf(unmatchedPeople));
    for (const orcid of orcids)
      if (!unmatched.has(orcid) && (!shares.people || shares.people.has(orcid)))
        ofPeople.pairs.add(output, ofPeople.codes.of(orcid));
    unit?.add(output, { id, orcids, days });
  }
  const counted = dimensions.map(({ each, codes, pairs }) => columnOf(each, codes, pairs));
  const ofShares: ShareColumns | undefined = shares && {
    authors: Float64Array.from(authors),
    people: codesByOutput(ofPeople.pairs.byCode(ofPeople.codes.values.length), outputs),
    ofPeople: at,
    unit,
  };
  return countColumns(outputs, counted, ofShares);
}

const columnOf = (by: CountedBy, codes: Codes, pairs: Pairs): Column =>
  by.kind === 'groups' ? groupsColumn(by, codes, pairs) : valuesColumn(by satisfies CountedValues, codes, pairs);

async function* facts<Schema extends RowSchema>(
  run: Run,
  table: Table<Schema>,
  filter: Filter,
  filters: readonly string[],
  left: readonly string[],
  withIds: boolean,
): AsyncGenerator<Fact> {
  const parts = [
    withIds ? 'key' : "''",
    columns.firstDay,
    columns.lastDay,
    ...filters.map((name) => `to_json(${columns.equal(name)})`),
  ];
  const from = withIds ? `JOIN ${table.contents} USING (id)` : '';
  for (let after: string | undefined; ; ) {
    const values = new Values();
    const condition = conditionOf(table, filter, values);
    const later = after === undefined ? 'true' : `id > ${values.bind(after, 'bytea')}`;
    const found = await run(
      `SELECT id, fact FROM (
        SELECT id, fact, sum(length(fact)) OVER (ORDER BY id) - length(fact) AS characters FROM (
          SELECT id::text AS id, json_build_array(${parts.join(', ')})::text AS fact
          FROM (SELECT * FROM ${table.name} WHERE ${condition}) output ${from}
          WHERE ${later} AND ${isNot(left, values)} ORDER BY output.id LIMIT ${values.bind(maxRows, 'bigint')}
        ) facts
      ) sized WHERE characters <= ${values.bind(maxCharacters, 'bigint')} ORDER BY id`,
      values.all,
    );
    for (const { id, fact } of found) {
      after = id ?? undefined;
      const [key, firstDay, lastDay, ...lists]: [string, number, number, ...(string | string[] | null)[]] = JSON.parse(
        fact ?? '[]',
      );
      const read = new Map(filters.map((name, at) => [name, lists[at] ?? null]));
      yield { id: key, firstDay, lastDay, valuesOf: (name) => parsed(read.get(name) ?? null) };
    }
    if (found.length === 0) return;
  }
}

/** The values of a column, each as JSON. */
const parsed = (stored: string | string[] | null): Value[] =>
  (stored === null ? [] : typeof stored === 'string' ? [stored] : stored).map((value) => JSON.parse(value));
