import * as z from 'zod';

/** The paging fields of every list response. `pages` is 0 if `total` is 0. */
export const pageEnvelope = {
  page: z.int(),
  per_page: z.int(),
  total: z.int(),
  pages: z.int(),
};
