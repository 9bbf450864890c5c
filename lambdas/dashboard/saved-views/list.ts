import * as z from 'zod';
import { savedViewsOf } from '#src/curation/saved-views.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { DashboardSavedView, savedViewFor, viewOwner } from '#src/responses/curation/saved-views.ts';

export const route = defineRoute({
  id: 'saved-views.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/saved-views',
  summary: 'List the saved views of the caller and those that the workspace shares',
  auth: member('steward'),
  responses: { 200: z.object({ saved_views: z.array(DashboardSavedView) }) },
  problems: [],
  grants: ['saved-views:read'],
  async handle(input) {
    const owner = viewOwner(input);
    const views = await savedViewsOf(owner);
    return { status: 200, body: { saved_views: views.map((view) => savedViewFor(view, owner)) } };
  },
});

export const handler = lambda(route);
