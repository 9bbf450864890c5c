import * as z from 'zod';
import { deleteSavedView } from '#src/curation/saved-views.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { viewOwner } from '#src/responses/curation/saved-views.ts';

export const route = defineRoute({
  id: 'saved-views.delete',
  api: 'dashboard',
  method: 'DELETE',
  path: '/api/saved-views/{id}',
  summary: 'Delete a saved view',
  description:
    'A shared view may be deleted by who has shared it and by administrators of the workspace. One that is gone already ' +
    'is no error.',
  auth: member('workspace_member'),
  params: z.object({ id: z.uuid() }),
  responses: { 200: z.object({ deleted: z.boolean() }) },
  problems: [],
  grants: ['saved-views:read', 'saved-views:put'],
  async handle(input) {
    const deleted = await deleteSavedView(input.params.id, viewOwner(input));
    return { status: 200, body: { deleted: deleted !== undefined } };
  },
});

export const handler = lambda(route);
