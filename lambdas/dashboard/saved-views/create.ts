import { mostViews } from '#src/curation/domain/saved-view.ts';
import { addSavedView } from '#src/curation/saved-views.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { DashboardSavedView, SavedViewFields, savedViewFor, viewOwner } from '#src/responses/curation/saved-views.ts';

export const route = defineRoute({
  id: 'saved-views.create',
  api: 'dashboard',
  method: 'POST',
  path: '/api/saved-views',
  summary: 'Save a search of a list under a name',
  description:
    'For the caller alone, or shared with the workspace. Names are unique in each, whatever their case: another view ' +
    'with the name is a 409, and the same one is returned as it is. A person has at most ' +
    `${mostViews.own} of their own in a workspace, and a workspace shares at most ${mostViews.shared}.`,
  auth: member('workspace_member'),
  body: SavedViewFields,
  responses: { 201: DashboardSavedView },
  problems: ['conflict'],
  grants: ['saved-views:read', 'saved-views:put', 'erasures:read', 'activity:put'],
  async handle(input) {
    const owner = viewOwner(input);
    return { status: 201, body: savedViewFor(await addSavedView(input.body, owner), owner) };
  },
});

export const handler = lambda(route);
