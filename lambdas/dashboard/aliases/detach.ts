import { detachAlias } from '#src/curation/aliases/detach.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { Alias, AliasParams } from '#src/responses/curation/aliases.ts';
import { curatorOf } from '#src/responses/curation/curator.ts';

export const route = defineRoute({
  id: 'aliases.detach',
  api: 'dashboard',
  method: 'DELETE',
  path: '/api/aliases/{doi+}',
  summary: 'Detach an alias from its publication',
  description:
    'The DOI becomes a publication of its own if an agency or an ORCID record describes it, with the researchers who ' +
    'list only this DOI. Otherwise it leads nowhere. Sources do not make it an alias of that publication again. ' +
    'After a merge, this undoes it. `POST` takes it back. The sources are asked for at most 6 s; if one does not ' +
    'answer, nothing changes (502). Detaching it again changes nothing.',
  auth: member('workspace_member'),
  params: AliasParams,
  responses: { 200: Alias },
  problems: ['not_found', 'conflict', 'upstream_unavailable'],
  grants: [
    'publications:store',
    'journals:state',
    'merges:delete',
    'people:read',
    'people:check',
    'activity:put',
    'enrichments:put',
    'sources',
    'secret:source-credentials',
  ],
  memoryMb: 512,
  timeoutSeconds: 29,
  async handle({ params: { doi }, caller, now }) {
    return { status: 200, body: await detachAlias(doi, curatorOf({ caller, now })) };
  },
});

export const handler = lambda(route);
