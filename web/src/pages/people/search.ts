import * as z from 'zod/mini';

const optional = <T extends z.core.$ZodType>(type: T) => z.catch(z.optional(type), undefined);
const page = optional(z.int().check(z.minimum(1)));

export const affiliations = ['any', 'current', 'primary_entity', 'external'] as const;

/** The state of the list of people. What is absent has the default of the API. */
export const peopleSearch = z.object({
  q: optional(z.string()),
  category: optional(z.string()),
  affiliation: optional(z.enum(affiliations)),
  sort: optional(z.enum(['name', 'last_fetched_at'])),
  dir: optional(z.enum(['asc', 'desc'])),
  page,
});
export type PeopleSearch = z.infer<typeof peopleSearch>;

/** The page of a person's publications. */
export const personSearch = z.object({ page });
