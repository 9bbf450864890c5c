import * as z from 'zod';

/** How long a site tool works before it answers, so that the answer arrives before the time-out of the gateway. */
export const toolTimeoutMs = 25_000;

/** What a site tool did in one list shard. */
export const ShardReport = z
  .object({
    shard: z.int().min(0),
    ok: z.boolean(),
    count: z.int().min(0).meta({ description: 'How many were processed; in a dry run, how many a run would process' }),
    left: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'At least so many are left for another call; null if that is not known' }),
    error: z.string().optional(),
  })
  .meta({ id: 'ShardReport' });

/** The parts of every result of a site tool. */
export const toolResult = {
  dryRun: z.boolean(),
  complete: z.boolean().meta({ description: 'Whether nothing is left. If not, send the request again' }),
};

/** What every site tool says of failures. */
export const failureNote =
  'If a shard fails, the others are still processed. The answer is then 500 with this result in `details`.';

/** Restricts a repair to the people of the partner entity. */
export const cesamOnly = z
  .boolean()
  .default(false)
  .meta({ description: 'Only match people again who are at the partner entity now' });
