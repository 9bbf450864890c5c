import type { Following, Page, Place } from './page.ts';
import type { ListQuery } from './query.ts';
import type { Value } from './spec.ts';

/** How something is made of all rows of a list, one by one. A row may be looked at only while it is added. */
export interface Summary<Row, T> {
  start: () => T;
  add: (summary: T, row: Row) => void;
}

/** What a list knows of how much of it is known. */
export interface Knowledge {
  /** Every row that carries an earlier time of writing is in the list; one that carries a later may still come. */
  settledMs: number;
  /** Raised when rows were taken away for good. */
  epoch: number;
}

/** Where lists are answered from. What asks does not know how the rows are held. */
export interface ListSource<
  Row,
  Sort extends string,
  Equal extends string,
  AtLeast extends string,
  Where extends string,
> {
  /** One page, from rows that are at most `stalenessMs` old; 0 sees everything written before the call. */
  find(query: ListQuery<Sort, Equal, AtLeast, Where>, stalenessMs: number): Promise<Page<Row>>;
  /** The rows after a place in the order, so that going on from there misses none and repeats none that stay. */
  follow(
    query: ListQuery<Sort, Equal, AtLeast, Where>,
    after: Place | undefined,
    stalenessMs: number,
  ): Promise<Following<Row> & Knowledge>;
  /** Something made of all rows; the same object for as long as no row changes. */
  summary<T>(summary: Summary<Row, T>, stalenessMs: number): Promise<{ value: T } & Knowledge>;
  /** How many rows that satisfy the conditions have each value of an equality filter. */
  tally(equal: Equal, where: readonly Where[], stalenessMs: number): Promise<ReadonlyMap<Value, number>>;
}
