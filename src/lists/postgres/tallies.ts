import { matches, startTally } from '../model/definition.ts';
import type { ListQuery } from '../model/query.ts';
import { type AnyListSpec, type Tally, type Value, valuesOf, wantedOf } from '../model/spec.ts';
import { equalKey, storable } from './texts.ts';

/** A filter whose total and facets are kept as rows change, because pages ask for it without any other filter. */
export interface KeptFilter<Equal extends string = string, Where extends string = string> {
  equals?: Partial<Record<Equal, Value>>;
  where?: readonly Where[];
  facets?: readonly Equal[];
}

/** The tallies with the total and the facets of a kept filter, by their numbers in the table. */
export interface KeptCounts {
  total: number;
  facets: ReadonlyMap<string, number>;
}

/** The tally with a total, which is the sum of some of its keys. */
export interface KeptTotal {
  tally: number;
  keys: readonly string[];
}

/** Everything that the database counts over all rows of a list. */
export interface Tallies<Row> {
  /** The place of a tally here is its number in the table. Those of the specification come first. */
  all: readonly Tally<Row>[];
  /** By `filterKey`. */
  kept: ReadonlyMap<string, KeptCounts>;
}

/** The columns with what a row adds to the tallies: three arrays of the same length. */
export interface TallyColumns {
  tallies: number[];
  tally_keys: string[];
  tally_numbers: number[];
}

export function talliesOf<Row>(spec: AnyListSpec<Row>, filters: readonly KeptFilter[]): Tallies<Row> {
  const all = [...(spec.tallies ?? [])];
  const kept = new Map<string, KeptCounts>();
  for (const { equals = {}, where = [], facets = [] } of filters) {
    const query = { q: '', sort: '', dir: 'asc', equals, where } as const;
    const key = filterKey(query) ?? '';
    const counted = (field: string, valuesIn: (row: Row) => readonly string[]): number => {
      const entries: Tally<Row>['entries'] = (row, add) => {
        if (matches(spec, row, query)) for (const value of new Set(valuesIn(row))) add(value, 1);
      };
      return all.push({ name: `${key} ${field}`, fold: 'sum', entries }) - 1;
    };
    const valuesOfField = (field: string) => (row: Row) => valuesOf(spec.equals[field]?.(row) ?? null).map(equalKey);
    kept.set(key, {
      total: counted('', () => [totalKey]),
      facets: new Map(facets.map((field) => [field, counted(field, valuesOfField(field))])),
    });
  }
  return { all, kept };
}

/** The key of the one number of a total. */
const totalKey = '';

/** The total of a filter, if it is kept: its own, or that of a kept one's values if it asks for some of these, too. */
export function keptTotal(
  { kept }: Pick<Tallies<never>, 'kept'>,
  multiple: ReadonlySet<string>,
  filter: Parameters<typeof filterKey>[0],
): KeptTotal | undefined {
  const own = kept.get(filterKey(filter) ?? '');
  if (own) return { tally: own.total, keys: [totalKey] };
  for (const [name, wanted] of Object.entries(filter.equals ?? {})) {
    const facets = kept.get(filterKey({ ...filter, equals: { ...filter.equals, [name]: null } }) ?? '')?.facets;
    const tally = facets?.get(name);
    const { values: any, orNone } = wantedOf(wanted ?? null);
    const values = [...new Set(any.map(equalKey))];
    if (orNone) continue;
    // A row may have several of the values, and a key may stand for several values.
    if (tally === undefined || (multiple.has(name) && values.length > 1)) continue;
    if (values.every((value) => !/[\ufffd\ufffe]/.test(value))) return { tally, keys: values };
  }
  return undefined;
}

/** The numbers that a row adds to the tallies. */
export function tallyColumns<Row>({ all }: Tallies<Row>, row: Row): TallyColumns {
  const columns: TallyColumns = { tallies: [], tally_keys: [], tally_numbers: [] };
  for (const [number, tally] of all.entries()) {
    const { numbers, add } = startTally(tally);
    add(row);
    for (const [key, value] of numbers) {
      columns.tallies.push(number);
      columns.tally_keys.push(storable(key));
      columns.tally_numbers.push(value);
    }
  }
  return columns;
}

/** Equal for filters that the same rows match; undefined if the filter is of a kind that is never kept. */
export function filterKey(
  filter: Pick<ListQuery, 'q' | 'equals' | 'except' | 'atLeast' | 'atMost' | 'where' | 'ids' | 'groups'>,
): string | undefined {
  const { q, equals = {}, except = {}, atLeast = {}, atMost = {}, where, ids, groups } = filter;
  if (q !== '' || ids || groups) return undefined;
  if (
    Object.values(except).some((unwanted) => unwanted !== null && !(Array.isArray(unwanted) && unwanted.length === 0))
  )
    return undefined;
  if (Object.values(atLeast).some(Boolean)) return undefined;
  if (Object.values(atMost).some((most) => typeof most === 'number')) return undefined;
  const wanted = Object.entries(equals).flatMap(([name, values]) =>
    values === null || values === undefined ? [] : [[name, typeof values === 'object' ? values : [values]] as const],
  );
  const inOrder = wanted.sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([inOrder, [...where].sort()]);
}
