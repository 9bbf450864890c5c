import { patchPublication } from '#src/curation/edit-publication.ts';
import { requireVersion } from '#src/http/entity-tag.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { memberOrSteward } from '#src/identity/sessions/session-auth.ts';
import { maxFieldsPerEdit } from '#src/records/publications/edits.ts';
import { curatorOf } from '#src/responses/curation/curator.ts';
import { ChangedPublication, changedPublication } from '#src/responses/curation/publication-changes.ts';
import { PublicationParams } from '#src/responses/curation/publication-detail.ts';
import { JsonPatch } from '#src/vocabulary/json/json-patch.ts';

export const route = defineRoute({
  id: 'publications.update',
  api: 'dashboard',
  method: 'PATCH',
  path: '/api/publications/{id+}',
  summary: 'Edit a publication or change its visibility',
  description:
    'A JSON Patch (RFC 6902) of `visible`, `title`, `publication_date`, `publication_year`, `publication_type`, ' +
    '`is_retracted`, `open_access_status`, `enriched_metadata` and `data`, as shown in `merged`. All of it is applied, or ' +
    `nothing, and of at most ${maxFieldsPerEdit} fields. Edits take precedence over the sources. Removing a field, or a field of \`data\` or \`enriched_metadata\`, ` +
    "returns it to the source's value. Concurrent patches are applied one after the other; with If-Match, only to the " +
    'version it names. A deleted publication must be restored first (400).',
  auth: memberOrSteward('workspace_member'),
  params: PublicationParams,
  body: JsonPatch,
  bodyTypes: ['application/json-patch+json'],
  ifMatch: true,
  responses: { 200: ChangedPublication },
  problems: ['not_found'],
  grants: [
    'publications:store',
    'journals:state',
    'people:read',
    'activity:put',
    'stewards:limit',
    'group-members:read',
    'setting:groups',
    'setting:institution',
  ],
  timeoutSeconds: 29,
  async handle({ params: { id }, body, caller, now, ifMatch }) {
    const allowed = { precondition: requireVersion(ifMatch), steward: caller.steward };
    return changedPublication(await patchPublication(id, body, curatorOf({ caller, now }), allowed));
  },
});

export const handler = lambda(route);
