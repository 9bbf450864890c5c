import * as z from 'zod';
import { changeContext } from '../../../src/auth/actor.ts';
import { member } from '../../../src/auth/session-auth.ts';
import { alignIfPossible, concernsGateway } from '../../../src/credentials/align-gateway.ts';
import { isExpired, revoked } from '../../../src/domain/access/api-key.ts';
import { Problem } from '../../../src/errors.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { ApiKeyParams, issued, keyNamed, NewApiKey, nameOf } from '../../../src/views/api-keys.ts';

export const route = defineRoute({
  id: 'api-keys.rotate',
  api: 'dashboard',
  method: 'POST',
  path: '/api/site-tools/api-keys/{keyHash}/rotate',
  summary: 'Make an API key that takes the place of another',
  description:
    'The new key has the name, scopes, limit and expiry of the old one. With `revoke_old` the old one is revoked in the ' +
    'same moment; without, both may be used, and the old one can be deleted when no client has it any more.',
  auth: member('superadmin'),
  params: ApiKeyParams,
  body: z.strictObject({ revoke_old: z.boolean() }),
  responses: { 200: z.object({ ...NewApiKey.shape, revoked_old: z.boolean() }) },
  problems: ['not_found', 'conflict', 'upstream_unavailable'],
  grants: ['table:write', 'secret:api-key-pepper', 'gateway-keys'],
  timeoutSeconds: 29,
  async handle({ params: { keyHash }, body: { revoke_old }, caller, now, requestId }) {
    const before = await keyNamed(keyHash);
    if (isExpired(before, now.getTime())) throw new Problem('conflict', 'This key has expired: make a new one');
    const after = revoke_old ? revoked(before, now.getTime()) : before;
    const concerns = concernsGateway(before, after);
    const action = 'api_key.revoked' as const;
    const replaced = { before, after, concernsGateway: concerns, action };
    const settings = { ...before, rotated_from: keyHash };
    const made = await issued(settings, nameOf(caller), changeContext({ caller, now, requestId }), replaced);
    if (concerns) await alignIfPossible(keyHash, now.getTime());
    return { status: 200, body: { ...made, revoked_old: revoke_old } };
  },
});

export const handler = lambda(route);
