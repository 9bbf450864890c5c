import type { Position } from '../../model/page.ts';
import type { AnyListQuery } from '../../model/query.ts';
import type { RowSchema } from '../../model/spec.ts';
import { type Run, Values } from '../database.ts';
import { columns, type Table } from '../list.ts';
import { sortKey, splitKey } from '../sort-keys.ts';
import { type ListState, parseState, stateColumns } from '../state.ts';

/**
 * Statements that read rows. A response of the database may be limited to 1 MiB and 64 KB per row of a result, so rows
 * are read as pieces of text, as many as fit.
 */
const maxBytes = 600_000;
const pieceCharacters = 15_000;
/** Values of a facet in a statement that reads other things, too, and in one that reads nothing else. */
const maxValues = 1_000;
const maxValuesAlone = 5_000;

/** The rows of a part of a list's order. */
export interface Selection {
  /** The condition of a WHERE clause, with values that are bound already. */
  condition: string;
  /** The columns of an ORDER BY clause. */
  order: string;
  limit: number;
  offset?: number;
}

/** What one statement is to read, all at the same moment. */
export interface Wanted {
  rows?: Selection;
  /** The condition of the rows to count. */
  total?: string | undefined;
  /** The equality filters whose values are counted, of the rows that satisfy a condition. */
  facets?: { condition: string; names: readonly string[] } | undefined;
}

/** What was read. */
export interface Read {
  state: ListState | undefined;
  /** The JSON of the first rows. */
  rows: string[];
  /** How many rows were selected, of which the first ones were read. */
  selected: number;
  total: number;
  facets: Map<string, Map<string, number>>;
  /** The facets that have more values. */
  incomplete: Set<string>;
}

/** Reads a part of a list and its state at the same moment. */
export async function read<Schema extends RowSchema>(
  run: Run,
  table: Table<Schema>,
  { rows, total, facets }: Wanted,
  values: Values,
): Promise<Read> {
  const names = facets?.names ?? [];
  const parts = [
    `SELECT 'state' AS kind, '' AS field, 0::bigint AS number, 0 AS piece, ${stateColumns} AS content
      FROM list_states WHERE list = ${values.bind(table.name, 'text')}`,
    ...(total === undefined ? [] : [`SELECT 'total', '', count(*), 0, '' FROM ${table.name} WHERE ${total}`]),
    ...facetParts(table, names, facets?.condition ?? 'true', values),
    ...(rows ? [rowsPart(table, rows, values)] : []),
  ];
  const found = await run(parts.map((each) => `(${each})`).join('\nUNION ALL\n'), values.all);
  const result: Read = { state: undefined, rows: [], selected: 0, total: 0, facets: new Map(), incomplete: new Set() };
  for (const name of names) result.facets.set(name, new Map());
  const pieces: { ordinal: number; piece: number; content: string }[] = [];
  for (const each of found) {
    const [number, content] = [Number(each.number), each.content ?? ''];
    if (each.kind === 'state') result.state = parseState(content);
    else if (each.kind === 'total') result.total = number;
    else if (each.kind === 'facet') result.facets.get(each.field ?? '')?.set(content, number);
    else {
      result.selected = Number(each.field);
      pieces.push({ ordinal: number, piece: Number(each.piece), content });
    }
  }
  for (const [name, counts] of result.facets) if (counts.size > maxValues) result.incomplete.add(name);
  pieces.sort((one, other) => one.ordinal - other.ordinal || one.piece - other.piece);
  for (const { piece, content } of pieces) {
    if (piece === 0) result.rows.push(content);
    else result.rows[result.rows.length - 1] += content;
  }
  return result;
}

/** The values of some filters, at most one more of each than are read at once. All with one value per row in one pass. */
function facetParts<Schema extends RowSchema>(
  table: Table<Schema>,
  names: readonly string[],
  condition: string,
  values: Values,
): string[] {
  const single = names.filter((name) => !table.multiple.has(name));
  const counted = names
    .filter((name) => table.multiple.has(name))
    .map(
      (name) => `SELECT '${name}' AS field, value, count(*) AS number FROM ${valuesIn(table, name, condition)}
      GROUP BY value`,
    );
  if (single.length > 0) {
    const chosen = (of: (name: string) => string) =>
      `CASE ${single.map((name) => `WHEN GROUPING(${columns.equal(name)}) = 0 THEN ${of(name)}`).join(' ')} END`;
    counted.push(`SELECT ${chosen((name) => `'${name}'`)} AS field, ${chosen(columns.equal)} AS value, count(*) AS number
      FROM ${table.name} WHERE ${condition}
      GROUP BY GROUPING SETS (${single.map((name) => `(${columns.equal(name)})`).join(', ')})`);
  }
  return counted.map(
    (each) => `SELECT 'facet', field, number, 0, value FROM (
      SELECT *, row_number() OVER (PARTITION BY field ORDER BY value COLLATE "C") AS place
      FROM (${each}) counted WHERE value IS NOT NULL
    ) placed WHERE place <= ${values.bind(maxValues + 1, 'bigint')}`,
  );
}

/** The rows of a selection in pieces, from the first one on, as many as fit into a response. */
function rowsPart<Schema extends RowSchema>(
  { name: table, contents }: Table<Schema>,
  { condition, order, limit, offset = 0 }: Selection,
  values: Values,
): string {
  const [rows, skipped] = [values.bind(limit, 'bigint'), values.bind(offset, 'bigint')];
  return `SELECT 'row', selected::text, ordinal, piece,
      substr(content, piece * ${pieceCharacters} + 1, ${pieceCharacters})
    FROM (
      SELECT content, ordinal, selected,
        sum(octet_length(content)) OVER (ORDER BY ordinal) - octet_length(content) AS before
      FROM (
        SELECT id, row_number() OVER (ORDER BY ${order}) AS ordinal, count(*) OVER () AS selected
        FROM (SELECT * FROM ${table} WHERE ${condition} ORDER BY ${order} LIMIT ${rows} OFFSET ${skipped}) page
      ) numbered JOIN ${contents} USING (id)
    ) sized, generate_series(0, (char_length(content) - 1) / ${pieceCharacters}) piece
    WHERE before < ${maxBytes}`;
}

/** A row per value of an equality filter and row of the list. */
function valuesIn<Schema extends RowSchema>({ name: table, multiple }: Table<Schema>, name: string, condition: string) {
  const column = columns.equal(name);
  return multiple.has(name)
    ? `${table}, unnest(${column}) value WHERE ${condition}`
    : `(SELECT ${column} AS value FROM ${table} WHERE ${condition}) valued WHERE value IS NOT NULL`;
}

/** All values of an equality filter with their numbers, in a snapshot. */
export async function readAllValues<Schema extends RowSchema>(
  run: Run,
  table: Table<Schema>,
  name: string,
  conditionOf: (values: Values) => string,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let after: string | null = null; ; ) {
    const values = new Values();
    const source = valuesIn(table, name, conditionOf(values));
    const later: string = after === null ? '' : ` AND value COLLATE "C" > ${values.bind(after, 'text')}`;
    const found = await run(
      `SELECT value, count(*)::text AS number FROM ${source}${later}
      GROUP BY value ORDER BY value COLLATE "C" LIMIT ${values.bind(maxValuesAlone, 'bigint')}`,
      values.all,
    );
    for (const { value, number } of found) counts.set(value ?? '', Number(number));
    if (found.length < maxValuesAlone) return counts;
    after = found.at(-1)?.value ?? null;
  }
}

/** The ORDER BY columns of a query. */
export function orderOf<Schema extends RowSchema>(
  { spec, long }: Table<Schema>,
  { sort, dir }: Pick<AnyListQuery, 'sort' | 'dir'>,
): string {
  if (!spec.sorts[sort]) throw new Error(`This list has no sort ${sort}`);
  const direction = `${dir === 'asc' ? 'ASC' : 'DESC'} NULLS LAST`;
  const rest = long.has(sort) ? [`${columns.rest(sort)} ${direction}`] : [];
  return [`${columns.sort(sort)} ${direction}`, ...rest, 'id'].join(', ');
}

/**
 * A part of the rows after a position: first those with a value, then those without. Two parts, so that each can be read
 * from where it begins in an index. Undefined if there is no such part.
 */
export function selectionAfter<Schema extends RowSchema>(
  table: Table<Schema>,
  query: Pick<AnyListQuery, 'sort' | 'dir'>,
  { value, id }: Position,
  part: number,
  { condition, limit }: Pick<Selection, 'condition' | 'limit'>,
  values: Values,
): Selection | undefined {
  const { sort, dir } = query;
  const column = columns.sort(sort);
  const order = orderOf(table, query);
  const withoutValue = `${condition} AND ${column} IS NULL`;
  if (part > (value === null ? 0 : 1)) return undefined;
  if (part === 1) return { condition: withoutValue, order, limit };
  const later = `id > ${values.bindKey(sortKey(id))}`;
  if (value === null) return { condition: `${withoutValue} AND ${later}`, order, limit };
  const sign = dir === 'asc' ? '>' : '<';
  const [head, rest] = splitKey(sortKey(value));
  const boundHead = values.bindKey(head);
  let next = later;
  if (table.long.has(sort)) {
    const boundRest = values.bindKey(rest);
    next = `${columns.rest(sort)} ${sign} ${boundRest} OR (${columns.rest(sort)} = ${boundRest} AND ${later})`;
  }
  const isLater = `${column} ${sign}= ${boundHead} AND (${column} ${sign} ${boundHead} OR ${next})`;
  return { condition: `${condition} AND ${isLater}`, order, limit };
}
