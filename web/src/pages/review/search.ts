import * as z from 'zod/mini';

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.catch(z.optional(z.enum(values)), undefined);

export const queues = ['matches', 'duplicates', 'proposals'] as const;

/** Which queue is shown, and which part of it. What is absent has the default of the API: what is not decided. */
export const reviewSearch = z.object({
  queue: oneOf(queues),
  page: z.catch(z.optional(z.int().check(z.minimum(1))), undefined),
  duplicates: oneOf(['open', 'different', 'merged', 'obsolete', 'all']),
  proposals: oneOf(['open', 'accepted', 'rejected', 'obsolete', 'all']),
  kind: oneOf(['unlink', 'work', 'award', 'affiliation']),
});

export type ReviewSearch = z.infer<typeof reviewSearch>;
