import * as z from 'zod';
import { changeSavedView } from '#src/curation/saved-views.ts';
import { requireVersion } from '#src/http/entity-tag.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { changedView, DashboardSavedView, SavedViewFields, viewOwner } from '#src/responses/curation/saved-views.ts';

export const route = defineRoute({
  id: 'saved-views.update',
  api: 'dashboard',
  method: 'PATCH',
  path: '/api/saved-views/{id}',
  summary: 'Rename a saved view, change what it shows, or share it',
  description:
    'Missing fields stay as they are. A shared view may be changed by who has shared it and by administrators of the ' +
    'workspace. With If-Match, it is changed only in the version named: `"<version>"`.',
  auth: member('workspace_member'),
  params: z.object({ id: z.uuid() }),
  body: SavedViewFields.omit({ list: true }).partial(),
  ifMatch: true,
  responses: { 200: DashboardSavedView },
  problems: ['not_found', 'conflict'],
  grants: ['saved-views:read', 'saved-views:put', 'erasures:read'],
  async handle(input) {
    const owner = viewOwner(input);
    const { name, search, shared } = input.body;
    const fields = {
      ...(name !== undefined && { name }),
      ...(search !== undefined && { search }),
      ...(shared !== undefined && { shared }),
    };
    const changed = await changeSavedView(input.params.id, fields, owner, requireVersion(input.ifMatch));
    return { status: 200, ...changedView(changed, owner) };
  },
});

export const handler = lambda(route);
