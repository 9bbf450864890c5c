import * as z from 'zod';

/** The outcome for one id of a bulk edit. */
export const BulkEditResult = z
  .object({
    id: z.string().meta({ description: 'As sent' }),
    outcome: z.enum(['edited', 'unchanged', 'not_found', 'deleted', 'invalid', 'busy', 'queued', 'failed']).meta({
      description: '`queued`: it is edited later, and `GET /api/bulk-edits/{id}` says what became of it',
    }),
    edit_id: z.string().optional().meta({
      description: 'The edit that was made, to revert exactly that. Absent if none was, such as if it was hidden only',
    }),
    message: z
      .string()
      .optional()
      .meta({ description: 'Why the patch is not valid for this publication, or not made' }),
  })
  .meta({ id: 'BulkEditResult' });
