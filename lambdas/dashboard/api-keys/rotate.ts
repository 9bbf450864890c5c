import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { issueApiKey } from '#src/identity/credentials/issue-api-key.ts';
import { affectsGateway, trySyncKey } from '#src/identity/credentials/sync-gateway.ts';
import { type ApiKeyRecord, revoke, rotationObstacle } from '#src/identity/domain/api-key.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { ApiKeyParams, getApiKeyOr404, issuesApiKey, NewApiKey, nameOf } from '#src/responses/identity/api-keys.ts';
import { Problem } from '#src/runtime/errors.ts';

export const route = defineRoute({
  id: 'api-keys.rotate',
  api: 'dashboard',
  method: 'POST',
  path: '/api/site-tools/api-keys/{keyHash}/rotate',
  summary: 'Rotate an API key',
  description:
    'Creates a key with the name, scopes, limit and expiry of the old one. With `revoke_old`, the old key is revoked at ' +
    'the same time; otherwise both can be used until the old one is deleted. A key can be rotated once, and only while ' +
    'it is usable: of several concurrent requests, one succeeds and the others get 409.',
  auth: member('superadmin'),
  params: ApiKeyParams,
  body: z.strictObject({ revoke_old: z.boolean() }),
  responses: { 200: z.object({ ...NewApiKey.shape, revoked_old: z.boolean() }) },
  problems: ['not_found', 'conflict', 'upstream_unavailable'],
  ...issuesApiKey,
  async handle({ params: { keyHash }, body: { revoke_old }, caller, now, requestId }) {
    const before = await getApiKeyOr404(keyHash);
    const obstacle = rotationObstacle(before, now.getTime());
    if (obstacle) throw new Problem('conflict', `This key ${obstacle}`);
    const kept = revoke_old ? revoke(before, now.getTime()) : before;
    const affects = affectsGateway(before, kept);
    const replace = ({ key_hash: rotated_to }: ApiKeyRecord) => ({
      before,
      after: { ...kept, rotated_to },
      affectsGateway: affects,
      action: revoke_old ? ('api_key.revoked' as const) : ('api_key.rotated' as const),
    });
    const settings = { ...before, rotated_from: keyHash };
    const issued = await issueApiKey(settings, nameOf(caller), changeContext({ caller, now, requestId }), replace);
    if (affects) await trySyncKey(keyHash, now.getTime());
    return { status: 200, body: { ...issued, revoked_old: revoke_old } };
  },
});

export const handler = lambda(route);
