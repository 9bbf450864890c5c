import { patchWork } from '#src/curation/works.ts';
import { requireVersion } from '#src/http/entity-tag.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { ChangedWork, changedWork, WorkParams } from '#src/responses/curated-outputs/works.ts';
import { curatorOf } from '#src/responses/curation/curator.ts';
import { JsonPatch } from '#src/vocabulary/json/json-patch.ts';

export const route = defineRoute({
  id: 'works.update',
  api: 'dashboard',
  method: 'PATCH',
  path: '/api/works/{id}',
  summary: 'Edit a work without a DOI or change its visibility',
  description:
    'A JSON Patch (RFC 6902) of `visible`, `title`, `publication_date`, `publication_year`, `work_type` and `data`, as ' +
    'shown in `merged`. All of it is applied, or nothing. Edits take precedence over the ORCID record and survive every ' +
    "ingestion. Removing a field returns it to the source's value. With If-Match, the patch is applied only to the " +
    'version it names. A deleted work must be restored first (400); a merged one must be separated first (409).',
  auth: member('workspace_member'),
  params: WorkParams,
  body: JsonPatch,
  bodyTypes: ['application/json-patch+json'],
  ifMatch: true,
  responses: { 200: ChangedWork },
  problems: ['not_found', 'conflict'],
  grants: ['works:curate'],
  timeoutSeconds: 29,
  async handle({ params: { id }, body, caller, now, ifMatch }) {
    return changedWork(await patchWork(id, body, curatorOf({ caller, now }), requireVersion(ifMatch)));
  },
});

export const handler = lambda(route);
