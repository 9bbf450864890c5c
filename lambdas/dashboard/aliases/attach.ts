import * as z from 'zod';
import { attachAlias } from '#src/curation/aliases/attach.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { Alias, AliasParams } from '#src/responses/curation/aliases.ts';
import { curatorOf } from '#src/responses/curation/curator.ts';
import { Doi } from '#src/vocabulary/identifiers/doi.ts';

export const route = defineRoute({
  id: 'aliases.attach',
  api: 'dashboard',
  method: 'POST',
  path: '/api/aliases/{doi+}',
  summary: 'Make a DOI an alias of a publication',
  description:
    'Whatever sources say. If the DOI is a publication itself, the two are merged, and `publication` is kept, as in ' +
    '`POST /api/duplicates/{id}`. `DELETE` takes it back. An alias of another publication must be detached first ' +
    '(409). Repeating it changes nothing.',
  auth: member('workspace_member'),
  params: AliasParams,
  body: z.strictObject({ publication: Doi.meta({ description: 'Any DOI of the publication' }) }),
  responses: { 200: Alias },
  problems: ['conflict'],
  grants: ['publications:store', 'journals:state', 'people:read', 'activity:put'],
  memoryMb: 512,
  timeoutSeconds: 29,
  async handle({ params: { doi }, body, caller, now }) {
    return { status: 200, body: await attachAlias(doi, body.publication, curatorOf({ caller, now })) };
  },
});

export const handler = lambda(route);
