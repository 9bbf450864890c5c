import * as z from 'zod/mini';

type Written = string | number | boolean;

/** Text in an address. The router reads `?q=2020` as a number. */
const text = z.catch(
  z.optional(
    z.pipe(
      z.union([z.string(), z.number(), z.boolean()]),
      z.transform((value: Written) => `${value}`),
    ),
  ),
  undefined,
);
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.catch(z.optional(z.enum(values)), undefined);

export const pageSizes = [25, 50, 100] as const;

/**
 * The state of the list is its address: what is absent has the default of the API. Values that nobody can choose here
 * are dropped, so that an old link opens a list instead of an error. Several values of a filter are separated by `|`.
 */
export const publicationSearch = z.object({
  q: text,
  page: z.catch(z.optional(z.int().check(z.minimum(1))), undefined),
  perPage: z.catch(z.optional(z.literal(pageSizes)), undefined),
  sort: oneOf(['last_fetched_at', 'publication_date', 'cited_by_count', 'title', 'edit_count']),
  dir: oneOf(['asc', 'desc']),
  status: oneOf(['active', 'deleted', 'all']),
  visibility: oneOf(['all', 'visible', 'hidden']),
  versions: oneOf(['shown', 'superseded', 'all']),
  is_retracted: z.catch(z.optional(z.boolean()), undefined),
  match_state: text,
  publication_type: text,
  publication_year: text,
  source: text,
  open_access_status: text,
  orcid_id: text,
});

export type PublicationSearch = z.infer<typeof publicationSearch>;
