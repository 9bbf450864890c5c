import { undatedDay } from '#src/records/groups/group-days.ts';
import { authorCount, unmatchedPeople } from '../../counting/in-memory.ts';
import { type CountedOutput, OutputCounter } from '../../counting/output-counter.ts';
import type { OutputCounting, OutputCounts } from '../../model/counting.ts';
import { outputOf } from '../../model/definition.ts';
import type { RowSchema, Value } from '../../model/spec.ts';
import { type Run, Values } from '../database.ts';
import { columns, type Table } from '../list.ts';
import { conditionOf, type Filter } from './conditions.ts';
import { isNot } from './groups.ts';

/** Rows of a statement, and the characters of all of them: as JSON in a response, they may take twice as much. */
const maxRows = 5_000;
const maxCharacters = 450_000;

/** Counts the outputs of a filter. All are read, in parts, without their content. `run` must be that of one snapshot. */
export async function outputCountsIn<Schema extends RowSchema>(
  run: Run,
  table: Table<Schema>,
  filter: Filter,
  counting: OutputCounting,
  left: readonly string[],
): Promise<OutputCounts> {
  const { by, shares } = counting;
  const { people } = outputOf(table.spec);
  const isOfGroups = shares?.unit !== undefined || by.some(({ kind }) => kind === 'groups');
  const filters = [
    ...new Set([
      ...by.flatMap((each) => (each.kind === 'values' ? each.equal : [])),
      ...(isOfGroups || shares ? [people] : []),
      ...(shares ? [authorCount, unmatchedPeople] : []),
    ]),
  ];
  const counter = new OutputCounter(people, counting);
  const read = { people, filters, withIds: isOfGroups };
  for await (const output of countedOutputs(run, table, filter, read, left)) counter.add(output);
  return counter.counts();
}

async function* countedOutputs<Schema extends RowSchema>(
  run: Run,
  table: Table<Schema>,
  filter: Filter,
  { people, filters, withIds }: { people: string; filters: readonly string[]; withIds: boolean },
  left: readonly string[],
): AsyncGenerator<CountedOutput> {
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
      const valuesOf = (name: string) => parsed(read.get(name) ?? null);
      const days = firstDay === undatedDay ? null : ([firstDay, lastDay] as const);
      yield { id: key, orcids: valuesOf(people).map(String), days, valuesOf };
    }
    if (found.length === 0) return;
  }
}

/** The values of a column, each as JSON. */
const parsed = (stored: string | string[] | null): Value[] =>
  (stored === null ? [] : typeof stored === 'string' ? [stored] : stored).map((value) => JSON.parse(value));
