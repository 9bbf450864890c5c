import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { withoutOrigin } from '#src/identity/domain/installation-changes.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import {
  changeRequested,
  DashboardOrigin,
  OriginParams,
  originView,
  withId,
} from '#src/responses/identity/installations.ts';

export const route = defineRoute({
  id: 'installation-origins.delete',
  api: 'dashboard',
  method: 'DELETE',
  path: '/api/installations/{id}/origins/{originId}',
  summary: 'Revoke an origin of an installation permanently',
  description: 'An active installation without another verified origin becomes `pending_verification`.',
  auth: member('workspace_admin'),
  params: OriginParams,
  responses: { 200: z.object({ origin: DashboardOrigin }) },
  problems: ['not_found'],
  grants: ['installations:query', 'installations:put', 'revocations:put', 'sites:update', 'audit:put'],
  async handle(input) {
    const { originId } = input.params;
    const changed = await changeRequested(input, withoutOrigin(originId), 'installation.origin_revoked');
    const origin = withId(changed.origins, originId);
    return { status: 200, body: { origin: originView(origin, changed.installation) } };
  },
});

export const handler = lambda(route);
