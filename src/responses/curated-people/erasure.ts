import * as z from 'zod';

const count = z.int().min(0);

export const Erasure = z
  .object({
    pseudonym: z.string().meta({ description: "The person's pseudonym in the activity log and the audit trail" }),
    dry_run: z.boolean(),
    done: z.boolean().meta({
      description:
        'Whether the erasure has finished. If not, repeat the request. In a dry run: whether everything was ' +
        'counted',
    }),
    again_at: z
      .int()
      .nullable()
      .meta({
        description:
          'Everything found is erased, and a last pass is due at this time, in milliseconds since ' +
          '1970-01-01T00:00:00Z. null: repeat immediately, unless it is done.',
      }),
    totals: z
      .object({
        jobs: count,
        proposals: count,
        person: count.meta({ description: 'The record, with affiliations, memberships of groups and list row' }),
        works: count.meta({ description: 'Works without a DOI' }),
        publications: count.meta({ description: 'Publications from which the person was removed' }),
        projects: count.meta({ description: 'Projects from which the person was removed' }),
        views: count.meta({ description: 'Saved views that named the person' }),
        activity: count.meta({ description: 'Events that have the pseudonym now' }),
        audit: count.meta({ description: 'Audit records that have the pseudonym now' }),
      })
      .meta({ description: 'The records erased by this request; in a dry run, the existing ones' }),
  })
  .meta({ id: 'Erasure' });
