import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import type { Installation } from '#src/identity/domain/installation.ts';
import { withVerification } from '#src/identity/domain/installation-changes.ts';
import { isFinal } from '#src/identity/domain/installation-status.ts';
import { verifyOrigin } from '#src/identity/origins/verify-origin.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { changeInstallation, getInstallationOf } from '#src/identity/store/installations.ts';
import {
  DashboardOrigin,
  installationOr404,
  OriginParams,
  originView,
  withId,
} from '#src/responses/identity/installations.ts';
import { env } from '#src/runtime/env.ts';

const taken = 'An installation of another workspace has verified this site and must revoke it first.';

export const route = defineRoute({
  id: 'installation-origins.verify',
  api: 'dashboard',
  method: 'POST',
  path: '/api/installations/{id}/origins/{originId}/verify',
  summary: 'Verify that a site publishes the token of its origin',
  description:
    'The response is 200 even if verification fails: `verification_status` is `verified` or `failed`, and ' +
    '`last_verification_error` is the reason. A failed verification can be repeated. A verified origin stays verified ' +
    'and is not checked again.',
  auth: member('workspace_admin'),
  params: OriginParams,
  responses: { 200: z.object({ origin: DashboardOrigin }) },
  problems: ['not_found', 'invalid_body'],
  grants: ['installations:query', 'installations:put', 'revocations:put', 'sites:update', 'audit:put', 'verification'],
  timeoutSeconds: 20,
  async handle({ params: { id, originId }, caller, now, requestId }) {
    const held = installationOr404(await getInstallationOf(caller.workspace, id));
    const outcome = await found(held, originId, now);
    const context = changeContext({ caller, now, requestId });
    const conclude = (change: ReturnType<typeof withVerification>) =>
      changeInstallation(caller.workspace, id, change, 'installation.origin_verified', context);
    const concluded = await conclude(withVerification(originId, outcome));
    const changed = installationOr404(
      concluded === 'site taken' ? await conclude(withVerification(originId, { failure: taken })) : concluded,
    );
    const origin = withId(changed.origins, originId);
    return { status: 200, body: { origin: originView(origin, changed.installation) } };
  },
});

/** Checks the site, unless the change itself decides the result because no check is needed or allowed. */
async function found({ installation, origins }: Installation, originId: string, now: Date) {
  const origin = origins.find(({ id }) => id === originId);
  const token = origin?.verification_token ?? null;
  const isOpen = origin?.verification_status === 'pending' || origin?.verification_status === 'failed';
  if (!origin || token === null || !isOpen || isFinal(installation.status)) return { failure: 'It has no token.' };
  const allowedHosts = env('VERIFICATION_ALLOWED_HOSTS');
  const failure = await verifyOrigin(origin.origin, installation.platform, token, { allowedHosts });
  return failure === undefined ? { verifiedAtMs: now.getTime() } : { failure };
}

export const handler = lambda(route);
