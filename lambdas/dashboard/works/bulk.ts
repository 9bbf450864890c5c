import * as z from 'zod';
import { changeWorks } from '#src/curation/works.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { WorkParams } from '#src/responses/curated-outputs/works.ts';
import { curatorOf } from '#src/responses/curation/curator.ts';

const actions = {
  delete: { deleted: true },
  restore: { deleted: false },
  hide: { visible: false },
  show: { visible: true },
};

export const route = defineRoute({
  id: 'works.bulk',
  api: 'dashboard',
  method: 'POST',
  path: '/api/works/bulk',
  summary: 'Delete, restore, hide or show up to 100 works without a DOI',
  description:
    'Each in a transaction of its own. `success` is true if every id was found and none is merged or has become a ' +
    'publication. After an error, send the request again: it continues.',
  auth: member('workspace_member'),
  body: z.strictObject({
    ids: z.array(WorkParams.shape.id).max(100),
    action: z.enum(['delete', 'restore', 'hide', 'show']),
  }),
  responses: {
    200: z.object({
      success: z.boolean(),
      changed_ids: z.array(z.string()).meta({ description: 'The works changed by this request' }),
      not_found: z.array(z.string()),
      refused: z.array(z.object({ id: z.string(), message: z.string() })).meta({ description: 'Merged works' }),
    }),
  },
  problems: [],
  grants: ['works:curate'],
  timeoutSeconds: 29,
  async handle({ body: { ids, action }, caller, now }) {
    const { changed, notFound, refused } = await changeWorks(ids, actions[action], curatorOf({ caller, now }));
    const success = notFound.length === 0 && refused.length === 0;
    return { status: 200, body: { success, changed_ids: changed, not_found: notFound, refused } };
  },
});

export const handler = lambda(route);
