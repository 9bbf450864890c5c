import { separateWork } from '#src/curation/works.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { ChangedWork, changedWork, WorkParams } from '#src/responses/curated-outputs/works.ts';
import { curatorOf } from '#src/responses/curation/curator.ts';

export const route = defineRoute({
  id: 'works.separate',
  api: 'dashboard',
  method: 'DELETE',
  path: '/api/works/{id}/merge',
  summary: 'Undo a merge of a work, or detach its DOI',
  description: 'The work is as it was. The publication or the other work stays, without what it took over.',
  auth: member('workspace_member'),
  params: WorkParams,
  responses: { 200: ChangedWork },
  problems: ['not_found', 'conflict'],
  grants: [
    'works:curate',
    'work-people:delete',
    'people:check',
    'merges:check',
    'publications:store',
    'journals:state',
  ],
  memoryMb: 512,
  timeoutSeconds: 29,
  async handle({ params: { id }, caller, now }) {
    const { body } = await changedWork(await separateWork(id, curatorOf({ caller, now })));
    return { status: 200, body };
  },
});

export const handler = lambda(route);
