import type { ListQuery } from '#src/lists/model/query.ts';

let asked = 0;

/** A copy of a query of which no result is kept: a filter without a value does not change its answer. */
export const askedAnew = <Query extends Pick<ListQuery, 'equals'>>(query: Query): Query => ({
  ...query,
  equals: { ...query.equals, [`without a value ${++asked}`]: null },
});
