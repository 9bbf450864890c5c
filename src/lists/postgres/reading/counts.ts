import { searchParts } from '../../model/definition.ts';
import type { ValueCounts } from '../../model/page.ts';
import { filterNumber } from '../../model/query.ts';
import type { RowSchema, Value } from '../../model/spec.ts';
import type { Run, Values } from '../database.ts';
import { columns, type Table } from '../list.ts';
import type { ListState } from '../state.ts';
import { filterKey, keptTotal } from '../tallies.ts';
import { conditionOf, type Filter, toldCondition } from './conditions.ts';
import { isInGroups, totalOfGroups } from './groups.ts';
import { fewRows, type Read, readAllValues, readComplete, type Selection, type Wanted } from './statements.ts';
import { copyTallies } from './tally-copy.ts';

/** Other numbers are only for tests. */
export interface LargeGroups {
  /** Outputs of groups that are sorted if there are no more: to read them takes as long as to look for a page in order. */
  fewOutputs: number;
  /** Rows that are looked at in order. If they do not fill a page, all outputs are sorted. */
  mostLookedAt: number;
}

const usualGroups: LargeGroups = { fewOutputs: 8_000, mostLookedAt: 20_000 };

/** Limit of the totals and facets that are remembered until a row changes, by filter. */
const maxRemembered = 256;

interface Counts {
  total: number;
  facets: Record<string, ValueCounts>;
}

/** Totals and facets of a list. Those of common filters are kept in the database, and the others are counted. */
export function countsIn<Schema extends RowSchema>(
  table: Table<Schema>,
  { fewOutputs, mostLookedAt }: LargeGroups = usualGroups,
) {
  const remembered = remember<Counts>();
  const copyOf = copyTallies(table, (text): Value => JSON.parse(text));
  const keptOf = (filter: Filter) => table.tallies.kept.get(filterKey(filter) ?? '');

  const facetsOf = async (run: Run, { facets, incomplete }: Read, filter: Filter) => {
    const all: Record<string, ValueCounts> = {};
    for (const [name, counts] of facets) {
      const kept = incomplete.has(name) ? keptOf(filter)?.facets.get(name) : undefined;
      if (kept !== undefined) {
        all[name] = (await copyOf(run, kept)).value;
        continue;
      }
      const complete = incomplete.has(name)
        ? await readAllValues(run, table, name, (values) => conditionOf(table, filter, values))
        : counts;
      all[name] = new Map(Array.from(complete, ([value, number]): [Value, number] => [JSON.parse(value), number]));
    }
    return all;
  };

  /** A total that is kept, or that the table of people tells. */
  const totalOf = (filter: Filter): NonNullable<Wanted['counts']>['total'] => {
    const kept = keptTotal(table.tallies, table.multiple, filter);
    if (kept) {
      const from = `SELECT coalesce(sum(value), 0)::bigint AS number FROM ${table.talliesTable}`;
      const select = (values: Values) =>
        `${from} WHERE tally = ${kept.tally} AND key = ANY(${values.bindTexts(kept.keys)})`;
      return { select, fewRows };
    }
    const told = toldByPeople(table, filter);
    if (!told) return undefined;
    const { groups, condition } = told;
    return { select: (values) => totalOfGroups(table, groups, condition(values), values), fewRows: fewOutputs };
  };

  /** How pages of groups are looked for, unless they are far from the first one. */
  const inOrderOf = (filter: Filter, { offset = 0 }: Selection, values: Values): Selection['inOrder'] => {
    const told = offset <= fewRows ? toldByPeople(table, filter) : undefined;
    if (!told) return undefined;
    // Values are looked at in each row: a search for many that have rare ones would not end soon.
    const among = ['true', ...filter.where.map(columns.where)].join(' AND ');
    const condition = `(${isInGroups(table, told.groups, values)}) AND ${told.condition(values)}`;
    return { among, condition, most: mostLookedAt };
  };

  /** The counts of a filter, unless they are remembered for the content that `content` turns out to be. */
  const countsOf = async (
    run: Run,
    filter: Filter,
    facets: readonly string[],
    rowsIn?: (condition: string, values: Values) => Selection,
  ): Promise<Counts & { found: Read & { state: ListState } }> => {
    const key = filter.ids || filter.alsoFound ? undefined : keyOf(filter, facets);
    const known = key === undefined ? undefined : remembered.latest(key);
    const wantedIn = (isKnown: boolean) => (values: Values) => {
      let bound: string | undefined;
      // Values that no part of the statement uses would have no type.
      const condition = () => {
        bound ??= conditionOf(table, filter, values);
        return bound;
      };
      const total = totalOf(filter);
      const kept = { total, keptFacets: keptOf(filter)?.facets };
      const counts = { condition, isSearch: searchParts(filter.q, filter.locale).size > 0, ...kept, facets };
      const areFew = isKnown && (known?.value.total ?? 0) <= (total?.fewRows ?? fewRows);
      const rows = rowsIn?.(condition(), values);
      return {
        ...(rows && { rows: { ...rows, areFew, inOrder: areFew ? undefined : inOrderOf(filter, rows, values) } }),
        ...(!isKnown && { counts }),
      };
    };
    const found = await readComplete(run, table, wantedIn(known !== undefined));
    if (known && known.content === found.state.content) return { found, ...known.value };
    const complete = known ? await readComplete(run, table, wantedIn(false)) : found;
    const counts: Counts = { total: complete.total, facets: await facetsOf(run, complete, filter) };
    if (key !== undefined) remembered.put(key, complete.state.content, counts);
    return { found: complete, ...counts };
  };

  /** The counts without some rows, which the database has. */
  const countsWithout = async (
    run: Run,
    counts: Counts,
    filter: Filter,
    facets: readonly string[],
    left: readonly string[],
  ): Promise<Counts> => {
    const ids = new Set(left.filter((id) => filter.ids?.has(id) ?? true));
    if (ids.size === 0) return counts;
    const gone = await countsOf(run, { ...filter, ids }, facets);
    const without = facets.map((name) => {
      const rest = new Map(counts.facets[name]);
      for (const [value, number] of gone.facets[name] ?? []) {
        const more = (rest.get(value) ?? 0) - number;
        if (more > 0) rest.set(value, more);
        else rest.delete(value);
      }
      return [name, rest] as const;
    });
    return { total: Math.max(counts.total - gone.total, 0), facets: Object.fromEntries(without) };
  };

  return {
    countsOf,
    countsWithout,

    /** A facet that is kept, of which only changes are read; undefined if it is not. */
    async keptFacet(run: Run, filter: Filter, name: string): Promise<ValueCounts | undefined> {
      const kept = keptOf(filter)?.facets.get(name);
      return kept === undefined ? undefined : (await copyOf(run, kept)).value;
    },
  };
}

/** The groups of a filter, and its other condition, if the table of people tells both. */
function toldByPeople<Schema extends RowSchema>(table: Table<Schema>, { groups, ...filter }: Filter) {
  if (!groups?.of || groups.outside || groups.and) return undefined;
  const condition = toldCondition(table, filter);
  return condition && { groups: groups.of, condition };
}

const keyOf = ({ q, locale, equals, except, atLeast, atMost, where, groups }: Filter, facets: readonly string[]) =>
  JSON.stringify([q, locale, equals, except, atLeast, atMost, where, filterNumber(groups), facets]);

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
