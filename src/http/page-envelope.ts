import * as z from 'zod';

/** What every answer with one page of a list says of the page, beside its entries. `pages` is 0 when `total` is. */
export const pageEnvelope = {
  page: z.int(),
  per_page: z.int(),
  total: z.int(),
  pages: z.int(),
};
