import * as z from 'zod';
import { changePublication } from '#src/curation/change-publication.ts';
import { requireVersion } from '#src/http/entity-tag.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { curatorOf } from '#src/responses/curation/curator.ts';
import { changedPublication } from '#src/responses/curation/publication-changes.ts';
import { PublicationParams } from '#src/responses/curation/publication-detail.ts';

export const route = defineRoute({
  id: 'publications.delete',
  api: 'dashboard',
  method: 'DELETE',
  path: '/api/publications/{id+}',
  summary: 'Delete a publication so that it can be restored',
  description:
    'It is no longer public, and ingestions leave it deleted. `POST /api/publications/bulk` restores it, as visible or ' +
    'hidden as it was. Deleting it again changes nothing.',
  auth: member('workspace_member'),
  params: PublicationParams,
  ifMatch: true,
  responses: { 200: z.object({ success: z.boolean() }) },
  problems: ['not_found'],
  grants: ['publications:store', 'people:read', 'activity:put', 'setting:institution'],
  timeoutSeconds: 29,
  async handle({ params: { id }, caller, now, ifMatch }) {
    const precondition = requireVersion(ifMatch);
    const plan = (record: Parameters<typeof precondition>[0]) => {
      precondition(record);
      return { deleted: true };
    };
    const { headers } = await changedPublication(await changePublication(id, plan, curatorOf({ caller, now })));
    return { status: 200, body: { success: true }, headers };
  },
});

export const handler = lambda(route);
