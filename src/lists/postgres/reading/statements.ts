import type { Position } from '../../model/page.ts';
import type { ListQuery } from '../../model/query.ts';
import type { RowSchema } from '../../model/spec.ts';
import { type Run, Values } from '../database.ts';
import { notReady } from '../feeding/feed.ts';
import { columns, type Table } from '../list.ts';
import { bytesOf, bytesOfPieces, maxResponseBytes, pieceCharacters } from '../response-size.ts';
import { sortKey, splitKey } from '../sort-keys.ts';
import { type ListState, parseState, stateColumns } from '../state.ts';

/** Values of a facet in a statement that reads other things, too, and in one that reads nothing else. */
const maxValues = 1_000;
const maxValuesAlone = 5_000;
/** How much of a response is for all facets. The rows of a page have the rest. */
const maxFacetBytes = 600_000;

/** Rows that are sorted if no more match. More are looked for in the order of the list, until a page is full. */
export const fewRows = 1_000;

export interface Order {
  /** The columns of an ORDER BY clause, with their directions. */
  by: string;
  /** The columns without their directions. */
  columns: readonly string[];
}

export const orderOfIds: Order = { by: 'id', columns: ['id'] };

/** The rows of a part of a list's order. */
export interface Selection {
  /** The condition of a WHERE clause, with values that are bound already. */
  condition: string;
  /** Of these rows, those after a position. */
  place?: string | undefined;
  order: Order;
  limit: number;
  offset?: number;
  /** Whether only a few match, as far as is known. */
  areFew?: boolean;
  /** If many rows match, so that a page is full soon: among which rows to look in order, the condition of one, and at how many. */
  inOrder?: { among: string; condition: string; most: number } | undefined;
}

/** The parts of a page to read in one statement, all at the same moment. */
export interface Wanted {
  rows?: Selection;
  /** The total of a filter, and the equality filters whose values are counted. */
  counts?: {
    /** Binds the values of the condition, for what has to be counted. */
    condition: () => string;
    /** Whether every row that matches has to be looked at for its texts. */
    isSearch: boolean;
    /** Selects the total as `number`, if it is kept or counted elsewhere, and up to how many rows are sorted. */
    total: { select: (values: Values) => string; fewRows: number } | undefined;
    keptFacets: ReadonlyMap<string, number> | undefined;
    facets: readonly string[];
  };
}

/** The result of a statement for `Wanted`. */
export interface Read {
  state: ListState | undefined;
  /** The JSON of the first rows. */
  rows: string[];
  /** How many rows were selected, of which the first ones were read. */
  selected: number;
  total: number;
  facets: Map<string, Map<string, number>>;
  /** The facets of which only some values were read. */
  incomplete: Set<string>;
}

/** Reads a part of a list and its state at the same moment. */
export async function read<Schema extends RowSchema>(
  run: Run,
  table: Table<Schema>,
  { rows, counts }: Wanted,
  values: Values,
): Promise<Read> {
  const { common, totals, few, facetsFrom } = counts
    ? totalParts(table, counts, rows?.order ?? orderOfIds, values)
    : { common: [], totals: [] };
  const parts = [
    `SELECT 'state' AS kind, '' AS field, 0::bigint AS number, 0 AS piece, ${stateColumns} AS content
      FROM list_states WHERE list = ${values.bind(table.name, 'text')}`,
    ...totals,
    ...(counts ? facetParts(table, counts, facetsFrom, values) : []),
    ...(rows ? [rowsPart(table, rows, few, counts?.facets ?? [], values)] : []),
  ];
  const all = parts.map((each) => `(${each})`).join('\nUNION ALL\n');
  const found = await run(common.length === 0 ? all : `WITH ${common.join(',\n')}\n${all}`, values.all);
  const result: Read = { state: undefined, rows: [], selected: 0, total: 0, facets: new Map(), incomplete: new Set() };
  for (const name of counts?.facets ?? []) result.facets.set(name, new Map());
  const valuesOfFacets = new Map<string, number>();
  const pieces: { ordinal: number; piece: number; content: string }[] = [];
  for (const each of found) {
    const [number, content] = [Number(each.number), each.content ?? ''];
    if (each.kind === 'state') result.state = parseState(content);
    else if (each.kind === 'total') result.total += number;
    else if (each.kind === 'facet') {
      result.facets.get(each.field ?? '')?.set(content, number);
      valuesOfFacets.set(each.field ?? '', Number(each.piece));
    } else {
      result.selected = Number(each.field);
      pieces.push({ ordinal: number, piece: Number(each.piece), content });
    }
  }
  for (const [name, number] of valuesOfFacets)
    if ((result.facets.get(name)?.size ?? 0) < number) result.incomplete.add(name);
  pieces.sort((one, other) => one.ordinal - other.ordinal || one.piece - other.piece);
  for (const { piece, content } of pieces) {
    if (piece === 0) result.rows.push(content);
    else result.rows[result.rows.length - 1] += content;
  }
  return result;
}

/**
 * Reads a part of a list that is complete. One that is being filled has no answer. While it is compared, rows only get
 * newer, and feeding tells whether they are new enough.
 */
export async function readComplete<Schema extends RowSchema>(
  run: Run,
  table: Table<Schema>,
  wanted: (values: Values) => Wanted,
): Promise<Read & { state: ListState }> {
  const values = new Values();
  const { state, ...found } = await read(run, table, wanted(values), values);
  if (!state || state.filling?.isFirst) throw notReady();
  return { state, ...found };
}

/** Where rows that match are read from to be sorted, and the condition under which they are. */
interface Few {
  source: string;
  /** Undefined if they always are. */
  areFew?: string;
}

/**
 * The total, and whether so few rows match that they are sorted. An index in the order of the list would be gone through to
 * its end for the last of them, if the planner believes that there are more.
 */
function totalParts<Schema extends RowSchema>(
  table: Table<Schema>,
  { condition, isSearch, total, keptFacets, facets }: NonNullable<Wanted['counts']>,
  order: Order,
  values: Values,
): { common: string[]; totals: string[]; few?: Few; facetsFrom?: string } {
  const totalOf = (from: string) => `SELECT 'total', '', count(*), 0, '' FROM ${from}`;
  if (total) {
    const totals = [`SELECT 'total', '', number, 0, '' FROM total`];
    const areFew = `(SELECT number FROM total) <= ${total.fewRows}`;
    const few = keptFacets ? {} : { few: { source: `${table.name} WHERE ${condition()}`, areFew } };
    return { common: [`total AS MATERIALIZED (${total.select(values)})`], totals, ...few };
  }
  const matching = `${table.name} WHERE ${condition()}`;
  const matched = (read: Iterable<string>) =>
    `matched AS MATERIALIZED (SELECT ${[...read].join(', ')} FROM ${matching})`;
  if (isSearch && facets.length > 0) {
    // Finding them takes longer than keeping them for all that is counted.
    const read = new Set([...order.columns, ...facets.map(columns.equal)]);
    return {
      common: [matched(read)],
      totals: [totalOf('matched')],
      few: { source: 'matched WHERE true' },
      facetsFrom: 'matched',
    };
  }
  // It is planned for all rows, but read only as far as these are needed.
  const few = `few AS MATERIALIZED (SELECT * FROM matched LIMIT ${fewRows + 1})`;
  const areFew = `(SELECT count(*) FROM few) <= ${fewRows}`;
  return {
    common: [matched(isSearch ? order.columns : ['1 AS found']), few],
    totals: [totalOf(`few HAVING ${areFew}`), totalOf(`${matching} AND NOT ${areFew} HAVING NOT ${areFew}`)],
    few: { source: isSearch ? 'few WHERE true' : matching, areFew },
  };
}

/**
 * The facets: those that are kept from where they are, the others counted. Each comes with its first value and how many it
 * has at least, and then those with the fewest, so that few have to be read alone.
 */
function facetParts<Schema extends RowSchema>(
  table: Table<Schema>,
  { condition, keptFacets, facets }: NonNullable<Wanted['counts']>,
  from: string | undefined,
  values: Values,
): string[] {
  if (facets.length === 0) return [];
  const numbers = facets.map((name) => [name, keptFacets?.get(name)] as const);
  const counted = numbers.flatMap(([name, number]) => (number === undefined ? [name] : []));
  const all = [
    ...(counted.length === 0
      ? []
      : countedFacets(table, counted, from ?? table.name, from === undefined ? condition() : 'true')),
    ...numbers.flatMap(([name, number]) =>
      number === undefined
        ? []
        : [
            `(SELECT '${name}' AS field, key AS value, value::bigint AS number FROM ${table.talliesTable}
            WHERE tally = ${number} AND value IS NOT NULL ORDER BY key LIMIT ${maxValues + 1})`,
          ],
    ),
  ];
  return [
    `SELECT 'facet', field, number, counted, value FROM (
      SELECT *, sum(${bytesOf('value')}) OVER (ORDER BY place > 1, counted, field, place) AS bytes FROM (
        SELECT *, row_number() OVER (PARTITION BY field ORDER BY value COLLATE "C") AS place,
          count(*) OVER (PARTITION BY field) AS counted
        FROM (${all.join('\nUNION ALL\n')}) counted WHERE value IS NOT NULL
      ) placed WHERE place <= ${values.bind(maxValues, 'bigint')}
    ) sized WHERE bytes <= ${maxFacetBytes}`,
  ];
}

/** The values of some filters with their numbers. All with one value per row in one pass. */
function countedFacets<Schema extends RowSchema>(
  table: Table<Schema>,
  names: readonly string[],
  from: string,
  condition: string,
): string[] {
  const single = names.filter((name) => !table.multiple.has(name));
  const counted = names
    .filter((name) => table.multiple.has(name))
    .map(
      (name) => `SELECT '${name}' AS field, value, count(*) AS number FROM ${valuesIn(table, name, from, condition)}
      GROUP BY value`,
    );
  if (single.length > 0) {
    const chosen = (of: (name: string) => string) =>
      `CASE ${single.map((name) => `WHEN GROUPING(${columns.equal(name)}) = 0 THEN ${of(name)}`).join(' ')} END`;
    counted.push(`SELECT ${chosen((name) => `'${name}'`)} AS field, ${chosen(columns.equal)} AS value, count(*) AS number
      FROM ${from} WHERE ${condition}
      GROUP BY GROUPING SETS (${single.map((name) => `(${columns.equal(name)})`).join(', ')})`);
  }
  return counted;
}

/** The rows of a selection in pieces, from the first one on, as many as fit into a response; without facets, at least one. */
function rowsPart<Schema extends RowSchema>(
  { name: table, contents }: Table<Schema>,
  { condition, place = 'true', order, limit, offset = 0, areFew = false, inOrder: looked }: Selection,
  few: Few | undefined,
  facets: readonly string[],
  values: Values,
): string {
  const fits =
    facets.length === 0
      ? `bytes <= ${maxResponseBytes} OR ordinal = 1`
      : `bytes <= ${maxResponseBytes - maxFacetBytes}`;
  const part = `ORDER BY ${order.by} LIMIT ${values.bind(limit, 'bigint')} OFFSET ${values.bind(offset, 'bigint')}`;
  const read = order.columns.join(', ');
  const inOrder = `SELECT ${read} FROM ${table} WHERE ${condition} AND ${place}`;
  // The offset keeps the planner from an index in the order of the list.
  const sorted = (source: string) =>
    `SELECT ${read} FROM (SELECT * FROM ${source} OFFSET 0) few WHERE ${place} ${part}`;
  let page = areFew ? sorted(`${table} WHERE ${condition}`) : `${inOrder} ${part}`;
  if (looked) {
    const isFew = few?.areFew ?? 'false';
    page = `WITH near AS MATERIALIZED (
        SELECT ${read} FROM (
          SELECT * FROM ${table} WHERE ${looked.among} AND ${place} AND NOT ${isFew} ORDER BY ${order.by} LIMIT ${looked.most}
        ) among WHERE ${looked.condition} ${part}
      ), is_full AS MATERIALIZED (SELECT count(*) = ${limit} AS holds FROM near)
      (SELECT ${read} FROM near WHERE (SELECT holds FROM is_full))
      UNION ALL (${sorted(`${table} WHERE ${condition} AND NOT (SELECT holds FROM is_full)`)})`;
  } else if (few)
    page = few.areFew
      ? `(${sorted(`${few.source} AND ${few.areFew}`)}) UNION ALL (${inOrder} AND NOT ${few.areFew} ${part})`
      : sorted(few.source);
  return `SELECT 'row', selected::text, ordinal, piece,
      substr(content, piece * ${pieceCharacters} + 1, ${pieceCharacters})
    FROM (
      SELECT content, ordinal, selected, sum(${bytesOfPieces('content')}) OVER (ORDER BY ordinal) AS bytes
      FROM (
        SELECT id, row_number() OVER (ORDER BY ${order.by}) AS ordinal, count(*) OVER () AS selected
        FROM (${page}) page
      ) numbered JOIN ${contents} USING (id)
    ) sized, generate_series(0, (char_length(content) - 1) / ${pieceCharacters}) piece
    WHERE ${fits}`;
}

/** A row per value of an equality filter and row of the list. */
function valuesIn<Schema extends RowSchema>(
  { multiple }: Table<Schema>,
  name: string,
  from: string,
  condition: string,
): string {
  const column = columns.equal(name);
  return multiple.has(name)
    ? `${from}, unnest(${column}) value WHERE ${condition}`
    : `(SELECT ${column} AS value FROM ${from} WHERE ${condition}) valued WHERE value IS NOT NULL`;
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
    const source = valuesIn(table, name, table.name, conditionOf(values));
    const later: string = after === null ? '' : ` AND value COLLATE "C" > ${values.bind(after, 'text')}`;
    const found = await run(
      `SELECT value, number::text, selected::text FROM (
        SELECT *, count(*) OVER () AS selected, sum(${bytesOf('value')}) OVER (ORDER BY value COLLATE "C") AS bytes FROM (
          SELECT value, count(*) AS number FROM ${source}${later}
          GROUP BY value ORDER BY value COLLATE "C" LIMIT ${values.bind(maxValuesAlone, 'bigint')}
        ) counted
      ) sized WHERE bytes <= ${maxResponseBytes} ORDER BY value COLLATE "C"`,
      values.all,
    );
    for (const { value, number } of found) counts.set(value ?? '', Number(number));
    const selected = Number(found[0]?.selected ?? 0);
    if (found.length === selected && selected < maxValuesAlone) return counts;
    after = found.at(-1)?.value ?? null;
  }
}

/** The ORDER BY columns of a query. */
export function orderOf<Schema extends RowSchema>(
  { spec, long }: Table<Schema>,
  { sort, dir }: Pick<ListQuery, 'sort' | 'dir'>,
): Order {
  if (!spec.sorts[sort]) throw new Error(`This list has no sort ${sort}`);
  const direction = `${dir === 'asc' ? 'ASC' : 'DESC'} NULLS LAST`;
  const sorted = [columns.sort(sort), ...(long.has(sort) ? [columns.rest(sort)] : [])];
  return {
    by: [...sorted.map((column) => `${column} ${direction}`), 'id'].join(', '),
    columns: [...sorted, 'id'],
  };
}

/**
 * A part of the rows after a position: first those with a value, then those without. Two parts, so that each can be read
 * from where it begins in an index. Undefined if there is no such part.
 */
export function selectionAfter<Schema extends RowSchema>(
  table: Table<Schema>,
  query: Pick<ListQuery, 'sort' | 'dir'>,
  { value, id }: Position,
  part: number,
  { condition, limit }: Pick<Selection, 'condition' | 'limit'>,
  values: Values,
): Selection | undefined {
  const { sort, dir } = query;
  const column = columns.sort(sort);
  const order = orderOf(table, query);
  const withoutValue = `${column} IS NULL`;
  if (part > (value === null ? 0 : 1)) return undefined;
  if (part === 1) return { condition, place: withoutValue, order, limit };
  const later = `id > ${values.bindKey(sortKey(id))}`;
  if (value === null) return { condition, place: `${withoutValue} AND ${later}`, order, limit };
  const sign = dir === 'asc' ? '>' : '<';
  const [head, rest] = splitKey(sortKey(value));
  const boundHead = values.bindKey(head);
  let next = later;
  if (table.long.has(sort)) {
    const boundRest = values.bindKey(rest);
    next = `${columns.rest(sort)} ${sign} ${boundRest} OR (${columns.rest(sort)} = ${boundRest} AND ${later})`;
  }
  const isLater = `${column} ${sign}= ${boundHead} AND (${column} ${sign} ${boundHead} OR ${next})`;
  return { condition, place: isLater, order, limit };
}
