import * as z from 'zod';
import { changeContext } from '../../../src/auth/actor.ts';
import { member } from '../../../src/auth/session-auth.ts';
import { alignIfPossible, concernsGateway } from '../../../src/credentials/align-gateway.ts';
import { issueApiKey } from '../../../src/credentials/issue-api-key.ts';
import { type ApiKeyRecord, revoke, rotationObstacle } from '../../../src/domain/access/api-key.ts';
import { Problem } from '../../../src/errors.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { ApiKeyParams, existingKey, NewApiKey, nameOf } from '../../../src/views/api-keys.ts';

export const route = defineRoute({
  id: 'api-keys.rotate',
  api: 'dashboard',
  method: 'POST',
  path: '/api/site-tools/api-keys/{keyHash}/rotate',
  summary: 'Make an API key that takes the place of another',
  description:
    'The new key has the name, scopes, limit and expiry of the old one. With `revoke_old` the old one is revoked in the ' +
    'same moment; without, both may be used, and the old one can be deleted when no client has it any more. A key is ' +
    'rotated once, and only while it may be used: of several requests at once one succeeds, and the others are 409.',
  auth: member('superadmin'),
  params: ApiKeyParams,
  body: z.strictObject({ revoke_old: z.boolean() }),
  responses: { 200: z.object({ ...NewApiKey.shape, revoked_old: z.boolean() }) },
  problems: ['not_found', 'conflict', 'upstream_unavailable'],
  grants: ['table:write', 'secret:api-key-pepper', 'gateway-keys'],
  timeoutSeconds: 29,
  async handle({ params: { keyHash }, body: { revoke_old }, caller, now, requestId }) {
    const before = await existingKey(keyHash);
    const obstacle = rotationObstacle(before, now.getTime());
    if (obstacle) throw new Problem('conflict', `This key ${obstacle}`);
    const kept = revoke_old ? revoke(before, now.getTime()) : before;
    const concerns = concernsGateway(before, kept);
    const replace = ({ key_hash: rotated_to }: ApiKeyRecord) => ({
      before,
      after: { ...kept, rotated_to },
      concernsGateway: concerns,
      action: revoke_old ? ('api_key.revoked' as const) : ('api_key.rotated' as const),
    });
    const settings = { ...before, rotated_from: keyHash };
    const made = await issueApiKey(settings, nameOf(caller), changeContext({ caller, now, requestId }), replace);
    if (concerns) await alignIfPossible(keyHash, now.getTime());
    return { status: 200, body: { ...made, revoked_old: revoke_old } };
  },
});

export const handler = lambda(route);
