import * as z from 'zod/mini';

/** What is imported: researchers unless the address says otherwise. */
export const importSearch = z.object({
  kind: z.catch(z.optional(z.enum(['researchers', 'publications', 'projects'])), undefined),
});
