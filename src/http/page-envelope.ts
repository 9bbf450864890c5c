import * as z from 'zod';

/** The paging fields of every list response. `pages` is 0 if `total` is 0. */
export const pageEnvelope = {
  page: z.int(),
  per_page: z.int(),
  total: z.int(),
  pages: z.int(),
};

/** In which language the items of a response were found, by locale-aware search. */
export const localeMatch = {
  matched_locale: z.string().meta({
    description: 'The requested locale, or `en` if items were found and none of them by a text in the requested locale',
  }),
  fallback_used: z.boolean().meta({
    description: 'Whether an item was found only by a text in another language than the requested one',
  }),
};

/** The paging fields of a list with a search text. The match is there if locale-aware search was used. */
export const searchEnvelope = {
  ...pageEnvelope,
  matched_locale: localeMatch.matched_locale.optional(),
  fallback_used: localeMatch.fallback_used.optional(),
};
