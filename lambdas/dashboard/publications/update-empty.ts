import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { Problem } from '#src/runtime/errors.ts';

export const route = defineRoute({
  id: 'publications.update-empty',
  api: 'dashboard',
  method: 'PATCH',
  path: '/api/publications',
  summary: 'Reject a change of a publication without an id',
  auth: member('workspace_member'),
  responses: { 200: z.never() },
  problems: ['invalid_id'],
  grants: [],
  async handle() {
    throw new Problem('invalid_id', 'The path is not valid: the id of the publication is missing');
  },
});

export const handler = lambda(route);
