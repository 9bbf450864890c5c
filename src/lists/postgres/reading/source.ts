import { Problem } from '../../../errors.ts';
import { localeMatch, startTally } from '../../model/definition.ts';
import type { Currency, ListSource } from '../../model/list-source.ts';
import { type LocaleMatch, pageBounds, type ValueCounts } from '../../model/page.ts';
import type { AnyListQuery } from '../../model/query.ts';
import type { RowSchema, Value } from '../../model/spec.ts';
import { type Database, mayPass, type Run, Values } from '../database.ts';
import { type Feed, feed, notReady } from '../feeding/feed.ts';
import { type PostgresList, type RowOf, tableOf } from '../list.ts';
import { sortKey } from '../sort-keys.ts';
import type { ListState } from '../state.ts';
import { conditionOf, type Filter } from './conditions.ts';
import { orderOf, type Read, read, readAllValues, type Selection, selectionAfter, type Wanted } from './statements.ts';

/** Limits of what is remembered until a row changes: totals and facets by filter, and tallies. */
const maxRemembered = 256;

/** Rows that a statement reads at most. */
const maxRows = 1_000;

type Source<Schema extends RowSchema> = ListSource<RowOf<Schema>, string, string, string, string>;

/**
 * A list in PostgreSQL. Before it reads, it brings the table of the list up to date, so that staleness means what it
 * means in memory. What it cannot answer correctly now is an error with the time after which to ask again.
 */
export function postgresSource<Schema extends RowSchema>(
  database: Database,
  list: PostgresList<Schema>,
  current: Feed = feed(database, tableOf(list)),
): Source<Schema> {
  type Row = RowOf<Schema>;
  const table = tableOf(list);
  const { spec } = table;
  const remembered = remember<unknown>();
  const rowsOf = (texts: readonly string[]): Row[] => texts.map((text) => JSON.parse(text));

  /** The first statement of a query. A list that is being compared or filled has no answer. */
  const readComplete = async (run: Run, wanted: (values: Values) => Wanted): Promise<Read & { state: ListState }> => {
    const values = new Values();
    const { state, ...found } = await read(run, table, wanted(values), values);
    if (!state || state.filling) throw notReady();
    return { state, ...found };
  };

  /** The rows of a selection, which may need several statements. */
  const readRows = async (
    run: Run,
    select: (values: Values) => Selection,
    first: readonly string[],
  ): Promise<Row[]> => {
    const texts = [...first];
    for (;;) {
      const values = new Values();
      const { limit, offset = 0, ...selection } = select(values);
      const rest = Math.min(limit - texts.length, maxRows);
      if (rest <= 0) return rowsOf(texts);
      const rows = { ...selection, limit: rest, offset: offset + texts.length };
      const found = await read(run, table, { rows }, values);
      texts.push(...found.rows);
      if (found.rows.length === 0 || (found.rows.length === found.selected && found.selected < rest))
        return rowsOf(texts);
    }
  };

  const match = (rows: Row[], { q, locale }: AnyListQuery): Partial<LocaleMatch> =>
    q === '' || locale === undefined ? {} : localeMatch<Row>(spec, rows, { q, locale });

  /** Counts of a filter, unless they are remembered for the content that `content` turns out to be. */
  const countsOf = async (
    run: Run,
    filter: Filter,
    facets: readonly string[],
    rowsIn?: (condition: string) => Selection,
  ) => {
    const key = filter.ids || filter.alsoFound ? undefined : keyOf(filter, facets);
    const known = key === undefined ? undefined : remembered.latest(key);
    const wantedIn = (isKnown: boolean) => (values: Values) => {
      // Values that no part of the statement uses would have no type.
      if (isKnown && !rowsIn) return {};
      const condition = conditionOf(table, filter, values);
      const counts = { total: condition, facets: { condition, names: facets } };
      return { ...(rowsIn && { rows: rowsIn(condition) }), ...(!isKnown && counts) };
    };
    const found = await readComplete(run, wantedIn(known !== undefined));
    if (known && known.content === found.state.content) return { found, ...(known.value as Counts) };
    const complete = known ? await readComplete(run, wantedIn(false)) : found;
    const counts: Counts = { total: complete.total, facets: await facetsOf(run, complete, filter) };
    if (key !== undefined) remembered.put(key, complete.state.content, counts);
    return { found: complete, ...counts };
  };

  const facetsOf = async (run: Run, { facets, incomplete }: Read, filter: Filter) => {
    const all: Record<string, ValueCounts> = {};
    for (const [name, counts] of facets) {
      const complete = incomplete.has(name)
        ? await readAllValues(run, table, name, (values) => conditionOf(table, filter, values))
        : counts;
      all[name] = new Map(Array.from(complete, ([value, number]): [Value, number] => [JSON.parse(value), number]));
    }
    return all;
  };

  const find = async (run: Run, query: AnyListQuery, isSnapshot: boolean) => {
    const { page, per_page, offset = 0, facets } = query;
    const order = query.foreignOrder ? undefined : orderOf(table, query);
    const skipped = offset + (page - 1) * per_page;
    const first = (condition: string) => ({
      condition,
      order: order ?? 'id',
      limit: Math.min(per_page, maxRows),
      offset: skipped,
    });
    // A page beyond all numbers is empty.
    const hasRows = order !== undefined && Number.isSafeInteger(skipped);
    const { found, total, facets: counts } = await countsOf(run, query, facets ?? [], hasRows ? first : undefined);
    const bounds = pageBounds(total, page, per_page, offset);
    const expected = bounds.end - bounds.first;
    if (!isSnapshot && (found.incomplete.size > 0 || (order ? found.rows.length < expected : true))) return undefined;
    const rows = order
      ? await readRows(
          run,
          (values) => ({ condition: conditionOf(table, query, values), order, limit: expected, offset: skipped }),
          found.rows,
        )
      : await foreignRows(run, query, bounds);
    const { pages } = bounds;
    return { rows, page, per_page, total, pages, ...match(rows, query), ...(facets && { facets: counts }) };
  };

  /** The rows of a page in the order of another list's numbers, which only the caller knows. */
  const foreignRows = async (run: Run, query: AnyListQuery, bounds: { first: number; end: number }): Promise<Row[]> => {
    const ids: string[] = [];
    for (let after: string | undefined; ; after = ids.at(-1)) {
      const values = new Values();
      const condition = conditionOf(table, query, values);
      const later = after === undefined ? '' : ` AND id > ${values.bindKey(sortKey(after))}`;
      const limit = values.bind(maxRows, 'bigint');
      const found = await run(
        `SELECT key FROM ${table.name} WHERE ${condition}${later} ORDER BY id LIMIT ${limit}`,
        values.all,
      );
      ids.push(...found.map(({ key }) => key ?? ''));
      if (found.length < maxRows) break;
    }
    const sign = query.dir === 'asc' ? 1 : -1;
    const numbered = ids.map((id) => ({ id, number: query.foreignOrder?.numberOf(id) ?? 0 }));
    // The sort is stable, and the ids are in their order.
    const sorted = numbered.sort((one, other) => sign * (one.number - other.number)).map(({ id }) => id);
    const wanted = sorted.slice(bounds.first, bounds.end);
    const select = (values: Values) => ({
      condition: conditionOf(table, { q: '', where: [], ids: new Set(wanted) }, values),
      order: 'id',
      limit: wanted.length,
    });
    const rows = new Map((await readRows(run, select, [])).map((row) => [spec.id(row), row]));
    return wanted.flatMap((id) => rows.get(id) ?? []);
  };

  const visitRows = async (run: Run, visit: (row: Row) => void) => {
    for (let after: string | undefined; ; ) {
      const values = new Values();
      const condition = after === undefined ? 'true' : `id > ${values.bindKey(sortKey(after))}`;
      const found = await read(run, table, { rows: { condition, order: 'id', limit: maxRows } }, values);
      for (const row of rowsOf(found.rows)) {
        visit(row);
        after = spec.id(row);
      }
      if (found.rows.length === 0 || (found.rows.length === found.selected && found.selected < maxRows)) return;
    }
  };

  const source: Source<Schema> = {
    async find(query, stalenessMs) {
      await current(stalenessMs);
      const found = await find(database.run, query, false);
      const page = found ?? (await database.snapshot((run) => find(run, query, true)));
      if (!page) throw new Error('A page was not read in a snapshot');
      return page;
    },

    async findAfter(query, after, stalenessMs) {
      const currency = await current(stalenessMs);
      const order = orderOf(table, query);
      return database.snapshot(async (run) => {
        const wanted = query.per_page + 1;
        const { total, found } = await countsOf(run, query, []);
        const rows: Row[] = [];
        for (let part = 0; rows.length < wanted; part++) {
          const select = (values: Values): Selection | undefined => {
            const condition = conditionOf(table, query, values);
            if (after) return selectionAfter(table, query, after, part, { condition, limit: wanted }, values);
            return part === 0 ? { condition, order, limit: wanted } : undefined;
          };
          if (!select(new Values())) break;
          const limit = wanted - rows.length;
          const more = (values: Values) => ({ ...(select(values) as Selection), limit });
          rows.push(...(await readRows(run, more, [])));
        }
        const hasMore = rows.length > query.per_page;
        if (hasMore) rows.pop();
        const last = rows.at(-1);
        return {
          rows,
          total,
          ...match(rows, query),
          last: last && { value: spec.sorts[query.sort]?.(last) ?? null, id: spec.id(last) },
          hasMore,
          ...currency,
          epoch: found.state.epoch,
        };
      });
    },

    async tally(tally, stalenessMs) {
      if (!spec.tallies?.includes(tally)) throw new Error(`This list has no tally ${tally.name}`);
      const currency: Currency = await current(stalenessMs);
      const { state } = await readComplete(database.run, () => ({}));
      const known = remembered.latest(tally);
      if (known && known.content === state.content) return { value: known.value as Map<string, number>, ...currency };
      return database.snapshot(async (run) => {
        const { state: begun } = await readComplete(run, () => ({}));
        const { numbers, add } = startTally(tally);
        await visitRows(run, add);
        remembered.put(tally, begun.content, numbers);
        return { value: numbers, ...currency, epoch: begun.epoch };
      });
    },

    async idsBeginning(text, limit, stalenessMs) {
      await current(stalenessMs);
      const values = new Values();
      const first = sortKey(text);
      // No id has the byte 0xff, so this is after all that begin with the text.
      const end = Buffer.concat([first, Buffer.from([0xff])]);
      const found = await database.run(
        `SELECT key FROM ${table.name} WHERE id >= ${values.bindKey(first)} AND id < ${values.bindKey(end)}
        ORDER BY id LIMIT ${values.bind(limit, 'bigint')}`,
        values.all,
      );
      return found.map(({ key }) => key ?? '');
    },

    async visitRows(visit, stalenessMs) {
      await current(stalenessMs);
      await database.snapshot(async (run) => {
        await readComplete(run, () => ({}));
        await visitRows(run, visit);
      });
    },

    async facetCounts(equal, where, stalenessMs) {
      await current(stalenessMs);
      return database.snapshot(async (run) => {
        const { facets } = await countsOf(run, { q: '', where }, [equal]);
        return facets[equal] ?? new Map();
      });
    },
  };
  return {
    find: (...given) => orUnavailable(source.find(...given)),
    findAfter: (...given) => orUnavailable(source.findAfter(...given)),
    facetCounts: (...given) => orUnavailable(source.facetCounts(...given)),
    tally: (...given) => orUnavailable(source.tally(...given)),
    idsBeginning: (...given) => orUnavailable(source.idsBeginning(...given)),
    visitRows: (...given) => orUnavailable(source.visitRows(...given)),
  };
}

/** The result of a query, or the error of a client if the database cannot answer now. */
async function orUnavailable<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (!mayPass(error)) throw error;
    const text = 'The database of the lists does not answer. Try again in some seconds';
    throw new Problem('busy', text, { cause: error, retryAfterSeconds: 10 });
  }
}

interface Counts {
  total: number;
  facets: Record<string, ValueCounts>;
}

const keyOf = ({ q, locale, equals, except, atLeast, atMost, where }: Filter, facets: readonly string[]) =>
  JSON.stringify([q, locale, equals, except, atLeast, atMost, where, facets]);

/** Values by key, with the content of the list that they belong to. The least recently used is dropped first. */
function remember<T>() {
  const entries = new Map<unknown, { content: number; value: T }>();
  return {
    latest(key: unknown) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry;
    },
    put(key: unknown, content: number, value: T): void {
      entries.delete(key);
      if (entries.size >= maxRemembered) entries.delete(entries.keys().next().value);
      entries.set(key, { content, value });
    },
  };
}
