import * as z from 'zod/mini';

const optional = <T extends z.core.$ZodType>(type: T) => z.catch(z.optional(type), undefined);

/** The state of the list of projects. What is absent has the default of the API. */
export const projectsSearch = z.object({
  q: optional(z.string()),
  status: optional(z.enum(['active', 'deleted', 'all'])),
  visibility: optional(z.enum(['all', 'visible', 'hidden'])),
  sort: optional(z.enum(['updated_at', 'created_at', 'title', 'start_date', 'end_date'])),
  dir: optional(z.enum(['asc', 'desc'])),
  page: optional(z.int().check(z.minimum(1))),
});
export type ProjectsSearch = z.infer<typeof projectsSearch>;
