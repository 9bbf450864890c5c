import { getPair } from '#src/duplicates/store/pairs.ts';
import { versionTag } from '#src/http/entity-tag.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { DuplicateItem, DuplicateParams, duplicateItems } from '#src/responses/curation/duplicates.ts';
import { Problem } from '#src/runtime/errors.ts';

export const route = defineRoute({
  id: 'duplicates.get',
  api: 'dashboard',
  method: 'GET',
  path: '/api/duplicates/{id}',
  summary: 'Get a pair of records that may be one publication',
  description: 'The ETag can be sent in If-Match to decide this version.',
  auth: member('steward'),
  params: DuplicateParams,
  responses: { 200: DuplicateItem },
  problems: ['not_found'],
  grants: ['duplicates:read', 'publications:read', 'works:read', 'people:read'],
  async handle({ params: { id } }) {
    const pair = await getPair(id);
    const [body] = pair ? await duplicateItems([pair]) : [];
    if (!pair || !body) throw new Problem('not_found', 'There is no pair with this id');
    return { status: 200, body, headers: { etag: versionTag(pair, body) } };
  },
});

export const handler = lambda(route);
