import * as z from 'zod';

const count = z.int().min(0);

export const Erasure = z
  .object({
    pseudonym: z.string().meta({ description: 'What stands for the person in the activity log and the audit trail' }),
    dry_run: z.boolean(),
    done: z.boolean().meta({
      description:
        'Whether erasing has finished. If not, repeat the request. In a dry run: whether everything was counted',
    }),
    again_at: z
      .int()
      .nullable()
      .meta({
        description:
          'Everything that was found is erased, and a last look is due then, in milliseconds since 1970-01-01T00:00:00Z. ' +
          'null: repeat at once, unless it is done.',
      }),
    totals: z
      .object({
        jobs: count,
        proposals: count,
        person: count.meta({ description: 'The record, with affiliations and list row' }),
        works: count.meta({ description: 'Works without a DOI' }),
        publications: count.meta({ description: 'Publications that the person was taken out of' }),
        projects: count.meta({ description: 'Projects that the person was taken out of' }),
        activity: count.meta({ description: 'Events that have the pseudonym now' }),
        audit: count.meta({ description: 'Audit records that have the pseudonym now' }),
      })
      .meta({ description: 'What this request has erased; in a dry run, what there is' }),
  })
  .meta({ id: 'Erasure' });
