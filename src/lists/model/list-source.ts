import type { OutputCounting, OutputCounts } from './counting.ts';
import type { CountedKeysetPage, KeysetPage, ListPage, Position, ValueCounts } from './page.ts';
import type { ListQuery } from './query.ts';
import type { ListNames, Tally, Value } from './spec.ts';

export interface ListCurrency {
  /** The list has every row written before this time; it may miss later ones. */
  settledMs: number;
  /** Incremented when rows are deleted permanently. */
  epoch: number;
}

/** The queries of a list, independent of how its rows are stored. */
export interface ListSource<Row, Names extends ListNames = ListNames> {
  /**
   * One page, from rows that are at most `stalenessMs` old; 0 sees everything written before the call. With `fields`, its
   * rows have these; an engine may add others.
   */
  find<Field extends keyof Row = keyof Row>(
    query: ListQuery<Names>,
    stalenessMs: number,
    fields?: readonly Field[],
  ): Promise<ListPage<Pick<Row, Field>>>;
  /** The rows after a position in the order (keyset pagination). Unchanged rows are neither missed nor repeated. */
  findAfter(
    query: ListQuery<Names>,
    after: Position | undefined,
    stalenessMs: number,
  ): Promise<KeysetPage<Row> & ListCurrency>;
  /** The rows after a position, with the total of all matching rows, which may be most of the work. */
  findAndCountAfter(
    query: ListQuery<Names>,
    after: Position | undefined,
    stalenessMs: number,
  ): Promise<CountedKeysetPage<Row> & ListCurrency>;
  /** A tally that the list declares; the same object until a row changes. */
  tally(tally: Tally<Row>, stalenessMs: number): Promise<{ value: ReadonlyMap<string, number> } & ListCurrency>;
  /** The first ids that begin with a text, in their order. */
  idsBeginning(text: string, limit: number, stalenessMs: number): Promise<string[]>;
  /** Calls `visit` for every row, which it may read only during the call. For jobs: a large list takes minutes. */
  visitRows(visit: (row: Row) => void, stalenessMs: number): Promise<void>;
  /** Counts the outputs that match a query, whose page and order do not matter. */
  countOutputs(query: ListQuery<Names>, counting: OutputCounting, stalenessMs: number): Promise<OutputCounts>;
  /** The number of rows that satisfy the conditions, per value of an equality filter. */
  facetCounts(equal: Names['equal'], where: readonly Names['where'][], stalenessMs: number): Promise<ValueCounts>;
}

/** A fold over all rows of a list. `add` may read the row only during the call, because the object is reused. */
export interface Aggregate<Row, T> {
  start: () => T;
  add: (result: T, row: Row) => void;
}

/**
 * Looks up rows by their ids, or by values of an equality filter, and calls `visit` for each, in no order. It may read the row
 * only during the call.
 */
export type LookUp<Row, Names extends ListNames> = (
  by: { ids: ReadonlySet<string> } | { equals: Partial<Record<Names['equal'], readonly Value[]>> },
  visit: (row: Row) => void,
) => void;

/** A list whose rows are all in memory, so that anything can be computed from them. */
export interface ListInMemory<Row, Names extends ListNames = ListNames> extends ListSource<Row, Names> {
  /** An object that stays the same until a row changes. */
  state(stalenessMs: number): Promise<object>;
  /** A value computed from rows that are looked up; several times, until all of them are loaded. */
  lookUp<T>(compute: (rows: LookUp<Row, Names>) => T, stalenessMs: number): Promise<T>;
  /** An aggregate of all rows; the same object until a row changes. */
  aggregate<T>(aggregate: Aggregate<Row, T>, stalenessMs: number): Promise<{ value: T } & ListCurrency>;
}
