import * as z from 'zod';
import { changeWork } from '#src/curation/works.ts';
import { requireVersion } from '#src/http/entity-tag.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { changedWork, WorkParams } from '#src/responses/curated-outputs/works.ts';
import { curatorOf } from '#src/responses/curation/curator.ts';

export const route = defineRoute({
  id: 'works.delete',
  api: 'dashboard',
  method: 'DELETE',
  path: '/api/works/{id}',
  summary: 'Delete a work without a DOI so that it can be restored',
  description:
    'It is no longer public, and ingestions leave it deleted. `POST /api/works/bulk` restores it. Deleting it again ' +
    'changes nothing.',
  auth: member('workspace_member'),
  params: WorkParams,
  ifMatch: true,
  responses: { 200: z.object({ success: z.boolean() }) },
  problems: ['not_found', 'conflict'],
  grants: ['works:curate'],
  timeoutSeconds: 29,
  async handle({ params: { id }, caller, now, ifMatch }) {
    const precondition = requireVersion(ifMatch);
    const plan = (work: Parameters<typeof precondition>[0]) => {
      precondition(work);
      return { deleted: true };
    };
    const { headers } = await changedWork(await changeWork(id, plan, curatorOf({ caller, now })));
    return { status: 200, body: { success: true }, headers };
  },
});

export const handler = lambda(route);
