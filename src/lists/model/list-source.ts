import type { KeysetPage, Page, Position, ValueCounts } from './page.ts';
import type { ListQuery } from './query.ts';

/** A fold over all rows of a list. `add` may read the row only during the call: the object is reused for the next. */
export interface Aggregate<Row, T> {
  start: () => T;
  add: (result: T, row: Row) => void;
}

/** How current a list is. */
export interface Currency {
  /** Every row with an earlier time of writing is in the list; one with a later time may still come. */
  settledMs: number;
  /** Raised when rows were deleted for good. */
  epoch: number;
}

/** What lists are answered from. Callers do not know how the rows are stored. */
export interface ListSource<
  Row,
  Sort extends string,
  Equal extends string,
  AtLeast extends string,
  Where extends string,
> {
  /** One page, from rows that are at most `stalenessMs` old; 0 sees everything written before the call. */
  find(query: ListQuery<Sort, Equal, AtLeast, Where>, stalenessMs: number): Promise<Page<Row>>;
  /** The rows after a position in the order (keyset pagination): none is missed and none that stays is repeated. */
  findAfter(
    query: ListQuery<Sort, Equal, AtLeast, Where>,
    after: Position | undefined,
    stalenessMs: number,
  ): Promise<KeysetPage<Row> & Currency>;
  /** An aggregate of all rows; the same object for as long as no row changes. */
  aggregate<T>(aggregate: Aggregate<Row, T>, stalenessMs: number): Promise<{ value: T } & Currency>;
  /** How many rows that satisfy the conditions have each value of an equality filter. */
  facetCounts(equal: Equal, where: readonly Where[], stalenessMs: number): Promise<ValueCounts>;
}
