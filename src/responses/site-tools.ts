import * as z from 'zod';

/** How long a site tool works before it answers, to stay within the gateway's time-out. */
export const toolTimeoutMs = 25_000;

/** A site tool's work in one list shard. */
export const ShardReportResponse = z
  .object({
    shard: z.int().min(0),
    ok: z.boolean(),
    count: z.int().min(0).meta({ description: 'How many were processed; in a dry run, how many a run would process' }),
    left: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'At least this many are left for another call; null if unknown' }),
    error: z.string().optional(),
  })
  .meta({ id: 'ShardReport' });

export const toolResult = {
  dryRun: z.boolean(),
  complete: z.boolean().meta({ description: 'Whether nothing is left. If not, send the request again' }),
};

/** A record that failed in a tool. */
export const FailedRecordReport = z.object({
  shard: z.int().min(0),
  id: z.string().meta({ description: 'The DOI or other id' }),
  reason: z.string(),
  attempts: z.int().min(1).meta({ description: 'The number of failures in a row' }),
});

/** The description of `failed` in the answers of tools. */
export const failedDescription = 'Records that failed, or were busy because of concurrent changes; at most 100';

/** The failures of tools that process many records. */
export const failedRecords = {
  failed: z.array(FailedRecordReport).meta({ description: failedDescription }),
  failed_total: z.int().min(0),
};

const countOf = (description: string) => z.int().min(0).meta({ description });

/** Everything affected by a reset of the data. */
export const resetScope = {
  scope: z.literal('all_workspaces').meta({
    description: 'The registry is shared: a reset deletes the data of all workspaces, whichever one confirms it',
  }),
  workspaces: z
    .array(
      z.object({
        workspace: z.string(),
        users: countOf('Its members, who lose their curated data'),
        installations: countOf('Installations of plugins, whose lists become empty'),
        edits: countOf('Edits of publications still in its activity log, which are lost'),
      }),
    )
    .meta({ description: 'All known workspaces, and the data of each that is affected' }),
};

export const failureNote =
  'If a shard fails, the others are still processed. The answer is then 500 with this result in `details`.';

/** Restricts a repair to the people of the partner entity. */
export const cesamOnly = z
  .boolean()
  .default(false)
  .meta({ description: 'Match only people who are currently at the partner entity' });
