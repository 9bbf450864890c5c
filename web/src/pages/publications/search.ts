import * as z from 'zod/mini';

const text = z.catch(z.optional(z.string()), undefined);
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.catch(z.optional(z.enum(values)), undefined);

/**
 * The state of the list is its address: what is absent has the default of the API. Values that nobody can choose here
 * are dropped, so that an old link opens a list instead of an error.
 */
export const publicationSearch = z.object({
  q: text,
  page: z.catch(z.optional(z.int().check(z.minimum(1))), undefined),
  sort: oneOf(['last_fetched_at', 'publication_date', 'cited_by_count', 'title', 'edit_count']),
  dir: oneOf(['asc', 'desc']),
  status: oneOf(['active', 'deleted', 'all']),
  visibility: oneOf(['all', 'visible', 'hidden']),
  match_state: oneOf(['needs_attention', 'complete']),
});

export type PublicationSearch = z.infer<typeof publicationSearch>;
