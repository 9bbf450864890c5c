import type { AnyListQuery } from '#src/lists/model/query.ts';

let asked = 0;

/** The same query as one of which nothing is kept: a filter without a value does not change its answer. */
export const askedAnew = <Query extends Pick<AnyListQuery, 'equals'>>(query: Query): Query => ({
  ...query,
  equals: { ...query.equals, [`without a value ${++asked}`]: null },
});
