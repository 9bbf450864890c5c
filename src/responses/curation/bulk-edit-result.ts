import * as z from 'zod';

/** The outcome for one id of a bulk edit. */
export const BulkEditResult = z
  .object({
    id: z.string().meta({ description: 'As sent' }),
    outcome: z.enum(['edited', 'unchanged', 'not_found', 'deleted', 'invalid', 'busy', 'queued', 'failed']).meta({
      description: '`queued`: it is edited later, and `GET /api/bulk-edits/{id}` reports the outcome',
    }),
    edit_id: z
      .string()
      .optional()
      .meta({
        description:
          'The edit that was made, to revert exactly that. Absent if there was none, for example if only the ' +
          'visibility changed',
      }),
    message: z
      .string()
      .optional()
      .meta({ description: 'Why the patch is invalid for this publication, or was not applied' }),
  })
  .meta({ id: 'BulkEditResult' });
