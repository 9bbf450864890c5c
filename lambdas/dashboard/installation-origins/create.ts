import { randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { newToken } from '#src/identity/credentials/secret.ts';
import { withOrigin } from '#src/identity/domain/installation-changes.ts';
import { originFault } from '#src/identity/origins/verify-origin.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import {
  changeRequested,
  DashboardOrigin,
  InstallationParams,
  originView,
  withId,
} from '#src/responses/identity/installations.ts';
import { env } from '#src/runtime/env.ts';
import { parseOrigin } from '#src/vocabulary/web-url.ts';

const origin = z
  .string()
  .min(1)
  .max(300)
  .transform((written, context) => {
    const parsed = parseOrigin(written);
    const fault = parsed ? originFault(parsed, env('VERIFICATION_ALLOWED_HOSTS')) : 'must be an origin';
    if (parsed && !fault) return parsed;
    context.issues.push({ code: 'custom', message: `${fault}, such as https://www.example.org`, input: written });
    return z.NEVER;
  })
  .meta({ description: 'Scheme, host and port of the site, such as `https://www.example.org`' });

export const route = defineRoute({
  id: 'installation-origins.create',
  api: 'dashboard',
  method: 'POST',
  path: '/api/installations/{id}/origins',
  summary: 'Add an origin to an installation',
  description:
    'The origin must be verified before the plugin can be used on it. `verification` contains the token the site must ' +
    'publish and the URLs where it can do so.',
  auth: member('workspace_admin'),
  params: InstallationParams,
  body: z.strictObject({ origin }),
  responses: { 201: z.object({ origin: DashboardOrigin }) },
  problems: ['not_found'],
  grants: ['installations:query', 'installations:put', 'revocations:put', 'audit:put', 'verification'],
  async handle(input) {
    const { params, body, now } = input;
    const added = {
      id: randomUUID(),
      installation_id: params.id,
      origin: body.origin,
      verification_status: 'pending' as const,
      verification_token: newToken(randomBytes(32)),
      verified_at: null,
      last_verification_error: null,
      created_at: now.getTime(),
    };
    const changed = await changeRequested(input, withOrigin(added), 'installation.origin_added');
    const stored = withId(changed.origins, added.id);
    return { status: 201, body: { origin: originView(stored, changed.installation) } };
  },
});

export const handler = lambda(route);
