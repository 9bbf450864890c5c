import { Problem } from '#src/runtime/errors.ts';
import { containsFolded, localeMatch } from '../../model/definition.ts';
import type { ListSource } from '../../model/list-source.ts';
import { type LocaleMatch, type Position, pageBounds, type ValueCounts } from '../../model/page.ts';
import type { ListQuery } from '../../model/query.ts';
import type { RowSchema } from '../../model/spec.ts';
import { type Database, isMissingTable, mayPass, type Run, Values } from '../database.ts';
import { type FeedList, feed, notReady } from '../feeding/feed.ts';
import { type PostgresList, type RowOf, tableOf } from '../list.ts';
import { sortKey } from '../sort-keys.ts';
import { conditionOf, type KnownQuery } from './conditions.ts';
import { countsIn, type LargeGroups } from './counts.ts';
import { groupCountsIn } from './group-counts.ts';
import { outputCountsIn } from './output-counts.ts';
import { orderOf, orderOfIds, read, readComplete, type Selection, selectionAfter } from './statements.ts';
import { copyTallies, tallyWithout } from './tally-copy.ts';

/** Rows that a statement reads at most. */
const maxRows = 1_000;
/** Ids that a statement reads at most. Each takes 1 KB, or as JSON twice as much if it has nothing but quotes. */
const maxIds = 450;

type Source<Schema extends RowSchema> = ListSource<RowOf<Schema>>;

/**
 * A list in PostgreSQL. Before it reads, it brings the table of the list up to date, so that staleness means what it
 * means in memory. What it cannot answer correctly now is an error with the time after which to ask again.
 */
export function postgresSource<Schema extends RowSchema>(
  database: Database,
  list: PostgresList<Schema>,
  current: FeedList = feed(database, tableOf(list)),
  largeGroups?: LargeGroups,
): Source<Schema> {
  type Row = RowOf<Schema>;
  const table = tableOf(list);
  const { spec } = table;
  const { countsOf, countsWithout, keptFacet } = countsIn(table, largeGroups);
  const copyOf = copyTallies(table, (key) => key);
  const rowsOf = (texts: readonly string[]): Row[] => texts.map((text) => JSON.parse(text));

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

  const match = (rows: Row[], { q, locale }: Pick<ListQuery, 'q' | 'locale'>): Partial<LocaleMatch> =>
    q === '' || locale === undefined ? {} : localeMatch<Row>(spec, rows, { q, locale });

  const facetOf = async (
    equal: string,
    where: readonly string[],
    left: readonly string[] = [],
  ): Promise<ValueCounts> => {
    const filter = { q: '', where };
    const facetIn = async (run: Run, counts: Promise<ValueCounts> | ValueCounts): Promise<ValueCounts> => {
      const facets = { [equal]: await counts };
      return (await countsWithout(run, { total: 0, facets }, filter, [equal], left)).facets[equal] ?? new Map();
    };
    const kept = await keptFacet(database.run, filter, equal);
    if (kept && left.length === 0) return kept;
    if (kept) return facetIn(database.run, kept);
    return database.snapshot(async (run) =>
      facetIn(
        run,
        countsOf(run, filter, [equal]).then(({ facets }) => facets[equal] ?? new Map()),
      ),
    );
  };

  /** Reads the values that contain a text, which only the code of folding can tell. */
  const known = async ({ alsoFound, ...query }: ListQuery): Promise<KnownQuery> => {
    if (!alsoFound) return query;
    const equals = Object.entries(alsoFound.equals).map(async ([name, wanted = []]) => {
      if (!('containing' in wanted)) return [name, wanted] as const;
      const values = [...(await facetOf(name, [])).keys()];
      return [name, values.filter((value) => containsFolded(value, wanted.containing))] as const;
    });
    return { ...query, alsoFound: { ids: alsoFound.ids, equals: Object.fromEntries(await Promise.all(equals)) } };
  };

  /** The place of rows that have not left. */
  const without = (left: readonly string[], values: Values) =>
    left.length === 0 ? undefined : `id <> ALL(${values.bindKeys(left.map(sortKey))})`;

  const find = async (run: Run, query: KnownQuery, left: readonly string[], isSnapshot: boolean) => {
    const { page, per_page, offset = 0, facets } = query;
    const order = query.foreignOrder ? undefined : orderOf(table, query);
    const skipped = offset + (page - 1) * per_page;
    const first = (condition: string, values: Values) => ({
      condition,
      place: without(left, values),
      order: order ?? orderOfIds,
      limit: Math.min(per_page, maxRows),
      offset: skipped,
    });
    // A page beyond all numbers is empty.
    const hasRows = order !== undefined && Number.isSafeInteger(skipped);
    const { found, ...all } = await countsOf(run, query, facets ?? [], hasRows ? first : undefined);
    const { total, facets: counts } = await countsWithout(run, all, query, facets ?? [], left);
    const bounds = pageBounds(total, page, per_page, offset);
    const expected = bounds.end - bounds.first;
    const isEnough = found.incomplete.size === 0 && order !== undefined && found.rows.length >= expected;
    if (!isSnapshot && (!isEnough || query.countGroups)) return undefined;
    const rows = order
      ? await readRows(
          run,
          (values) => ({
            condition: conditionOf(table, query, values),
            place: without(left, values),
            order,
            limit: expected,
            offset: skipped,
          }),
          found.rows,
        )
      : await foreignRows(run, query, left, bounds);
    const { pages } = bounds;
    const { countGroups } = query;
    const groupCounts = countGroups && (await groupCountsIn(run, table, query, countGroups, left));
    return {
      ...{ rows, page, per_page, total, pages, ...match(rows, query) },
      ...(facets && { facets: counts }),
      ...(groupCounts && { groupCounts }),
    };
  };

  /** The rows of a page in the order of another list's numbers, which only the caller knows. */
  const foreignRows = async (
    run: Run,
    query: KnownQuery,
    left: readonly string[],
    bounds: { first: number; end: number },
  ): Promise<Row[]> => {
    const ids: string[] = [];
    for (let after: string | undefined; ; after = ids.at(-1)) {
      const values = new Values();
      const condition = conditionOf(table, query, values);
      const later = after === undefined ? '' : ` AND id > ${values.bindKey(sortKey(after))}`;
      const limit = values.bind(maxIds, 'bigint');
      const found = await run(
        `SELECT key FROM ${table.name} JOIN ${table.contents} USING (id) WHERE ${condition}${later}
        ORDER BY id LIMIT ${limit}`,
        values.all,
      );
      ids.push(...found.map(({ key }) => key ?? ''));
      if (found.length < maxIds) break;
    }
    const sign = query.dir === 'asc' ? 1 : -1;
    const gone = new Set(left);
    const present = ids.filter((id) => !gone.has(id));
    const numbered = present.map((id) => ({ id, number: query.foreignOrder?.numberOf(id) ?? 0 }));
    // The sort is stable, and the ids are in their order.
    const sorted = numbered.sort((one, other) => sign * (one.number - other.number)).map(({ id }) => id);
    const wanted = sorted.slice(bounds.first, bounds.end);
    const select = (values: Values) => ({
      condition: conditionOf(table, { q: '', where: [], ids: new Set(wanted) }, values),
      order: orderOfIds,
      limit: wanted.length,
    });
    const rows = new Map((await readRows(run, select, [])).map((row) => [spec.id(row), row]));
    return wanted.flatMap((id) => rows.get(id) ?? []);
  };

  /** The rows after a position, and their total if it is asked for. Undefined if they need a snapshot. */
  const findAfter =
    (query: KnownQuery, after: Position | undefined, left: readonly string[], isCounted: boolean) =>
    async (run: Run, isSnapshot: boolean) => {
      const order = orderOf(table, query);
      const limit = query.per_page + 1;
      const parts = after && after.value !== null ? 2 : 1;
      const select = (part: number, condition: string, values: Values): Selection => {
        const all = { condition, order, limit };
        const { place, ...selection }: Selection =
          (after && selectionAfter(table, query, after, part, { condition, limit }, values)) ?? all;
        const places = [place, without(left, values)].flatMap((each) => (each ? [`(${each})`] : []));
        return { ...selection, place: places.length === 0 ? undefined : places.join(' AND ') };
      };
      const first = (condition: string, values: Values) => ({
        ...select(0, condition, values),
        limit: Math.min(limit, maxRows),
      });
      const { found, ...counts } = isCounted
        ? await countsOf(run, query, [], first)
        : {
            facets: {},
            found: await readComplete(run, table, (values) => ({
              rows: first(conditionOf(table, query, values), values),
            })),
            total: 0,
          };
      const isEnough = found.rows.length === limit || (parts === 1 && found.rows.length === found.selected);
      if (!isSnapshot && !isEnough) return undefined;
      const rows: Row[] = [];
      for (let part = 0; part < parts && rows.length < limit; part++) {
        const rest = limit - rows.length;
        const selection = (values: Values) => ({
          ...select(part, conditionOf(table, query, values), values),
          limit: rest,
        });
        rows.push(...(isEnough ? rowsOf(found.rows) : await readRows(run, selection, part === 0 ? found.rows : [])));
      }
      const hasMore = rows.length > query.per_page;
      if (hasMore) rows.pop();
      const last = rows.at(-1);
      return {
        rows,
        total: isCounted ? (await countsWithout(run, counts, query, [], left)).total : 0,
        ...match(rows, query),
        last: last && { value: spec.sorts[query.sort]?.(last) ?? null, id: spec.id(last) },
        hasMore,
        epoch: found.state.epoch,
      };
    };

  /** Reads with one statement, or, if that is not enough, with several in a snapshot. */
  const inSnapshotIfNeeded = async <T>(read: (run: Run, isSnapshot: boolean) => Promise<T | undefined>): Promise<T> => {
    const found = (await read(database.run, false)) ?? (await database.snapshot((run) => read(run, true)));
    if (found === undefined) throw new Error('A page was not read in a snapshot');
    return found;
  };

  const visitRows = async (run: Run, visit: (row: Row) => void) => {
    for (let after: string | undefined; ; ) {
      const values = new Values();
      const condition = after === undefined ? 'true' : `id > ${values.bindKey(sortKey(after))}`;
      const found = await read(run, table, { rows: { condition, order: orderOfIds, limit: maxRows } }, values);
      for (const row of rowsOf(found.rows)) {
        visit(row);
        after = spec.id(row);
      }
      if (found.rows.length === 0 || (found.rows.length === found.selected && found.selected < maxRows)) return;
    }
  };

  const source: Source<Schema> = {
    async find(query, stalenessMs) {
      const { left = [] } = await current(stalenessMs);
      const asked = await known(query);
      return inSnapshotIfNeeded((run, isSnapshot) => find(run, asked, left, isSnapshot));
    },

    async findAfter(query, after, stalenessMs) {
      const { left = [], ...currency } = await current(stalenessMs);
      const { total: _, ...page } = await inSnapshotIfNeeded(findAfter(await known(query), after, left, false));
      return { ...page, ...currency, epoch: page.epoch };
    },

    async findAndCountAfter(query, after, stalenessMs) {
      const { left = [], ...currency } = await current(stalenessMs);
      const page = await inSnapshotIfNeeded(findAfter(await known(query), after, left, true));
      return { ...page, ...currency, epoch: page.epoch };
    },

    async tally(tally, stalenessMs) {
      const number = spec.tallies?.indexOf(tally) ?? -1;
      if (number < 0) throw new Error(`This list has no tally ${tally.name}`);
      const { left = [], ...currency } = await current(stalenessMs);
      const { value, epoch } = await copyOf(database.run, number);
      return { value: await tallyWithout(database.run, table, number, value, left), ...currency, epoch };
    },

    async idsBeginning(text, limit, stalenessMs) {
      const { left = [] } = await current(stalenessMs);
      const values = new Values();
      const first = sortKey(text);
      // No id has the byte 0xff, so this is after all that begin with the text.
      const end = Buffer.concat([first, Buffer.from([0xff])]);
      const found = await database.run(
        `SELECT key FROM ${table.contents} WHERE id >= ${values.bindKey(first)} AND id < ${values.bindKey(end)}
        AND ${without(left, values) ?? 'true'} ORDER BY id LIMIT ${values.bind(limit, 'bigint')}`,
        values.all,
      );
      return found.map(({ key }) => key ?? '');
    },

    async visitRows(visit, stalenessMs) {
      const gone = new Set((await current(stalenessMs)).left);
      const visitPresent = (row: Row) => {
        if (!gone.has(spec.id(row))) visit(row);
      };
      await database.snapshot(async (run) => {
        await readComplete(run, table, () => ({}));
        await visitRows(run, visitPresent);
      });
    },

    async countOutputs(query, counting, stalenessMs) {
      const { left = [] } = await current(stalenessMs);
      const asked = await known(query);
      return database.snapshot(async (run) => {
        await readComplete(run, table, () => ({}));
        return outputCountsIn(run, table, asked, counting, left);
      });
    },

    async facetCounts(equal, where, stalenessMs) {
      const { left = [] } = await current(stalenessMs);
      return facetOf(equal, where, left);
    },
  };
  return {
    find: (...given) => orUnavailable(source.find(...given)),
    findAfter: (...given) => orUnavailable(source.findAfter(...given)),
    findAndCountAfter: (...given) => orUnavailable(source.findAndCountAfter(...given)),
    countOutputs: (...given) => orUnavailable(source.countOutputs(...given)),
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
    // Its tables are those of a release that was not used for days, and are made again.
    if (isMissingTable(error)) throw notReady();
    if (!mayPass(error)) throw error;
    const text = 'The database of the lists does not answer. Try again in some seconds';
    throw new Problem('busy', text, { cause: error, retryAfterSeconds: 10 });
  }
}
