import type { AnyListQuery } from '#src/lists/model/query.ts';

let asked = 0;

/** A query of which no result is kept, with an equal answer: it has a filter without a value, which changes nothing. */
export const askedAnew = <Query extends Pick<AnyListQuery, 'equals'>>(query: Query): Query => ({
  ...query,
  equals: { ...query.equals, [`without a value ${++asked}`]: null },
});
