import * as z from 'zod';
import type { groupsByHand } from '#src/curation/groups/outputs.ts';
import { maxOutputGroups } from '#src/records/groups/output.ts';

const ids = z.array(z.string()).max(maxOutputGroups);

export const OutputGroups = z.strictObject({
  added: ids.meta({ description: 'The ids of groups that it belongs to, whoever its people are' }),
  excluded: ids.meta({ description: 'The ids of groups that it does not belong to' }),
});

export const ShownOutputGroups = z
  .object({
    id: z.string().meta({ description: 'The DOI of the publication, or the id of the work' }),
    added: z.array(z.string()),
    excluded: z.array(z.string()),
  })
  .meta({ id: 'OutputGroups' });

export const shownOutputGroups = ({
  name,
  output,
}: Awaited<ReturnType<typeof groupsByHand>>): z.input<typeof ShownOutputGroups> => ({
  id: name.id,
  added: output.added,
  excluded: output.excluded,
});
