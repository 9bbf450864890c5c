import * as z from 'zod';
import { groupBases } from '#src/records/groups/knowledge.ts';

/** The rule that makes an output one of a group, unless a request says otherwise: docs/groups.md. */
export const GroupSettings = z.strictObject({
  /** When somebody must be a member: on the day of publication, today, or ever. */
  basis: z.enum(groupBases, { error: `must be ${groupBases.join(', ')}` }).default('at_publication'),
  /** How many months after its end a membership counts: papers appear after their authors have left. */
  monthsAfter: z
    .int({ error: 'must be a whole number' })
    .min(0, { error: 'must be 0 to 60' })
    .max(60, { error: 'must be 0 to 60' })
    .default(0),
});
