import * as z from 'zod';

/** The paging fields of every list response. `pages` is 0 if `total` is 0. */
export const pageEnvelope = {
  page: z.int(),
  per_page: z.int(),
  total: z.int(),
  pages: z.int(),
};

/** The language in which locale-aware search found the items. */
export const localeMatchFields = {
  matched_locale: z.string().meta({
    description: 'The requested locale, or `en` if items were found and none of them by a text in the requested locale',
  }),
  fallback_used: z.boolean().meta({
    description: 'Whether an item was found only by a text in another language than the requested one',
  }),
};

/** The paging fields of a searchable list. `matched_locale` is present if locale-aware search was used. */
export const searchEnvelope = {
  ...pageEnvelope,
  matched_locale: localeMatchFields.matched_locale.optional(),
  fallback_used: localeMatchFields.fallback_used.optional(),
};
