import { changeWork, requireShown } from '#src/curation/works.ts';
import { requireVersion } from '#src/http/entity-tag.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { ChangedWork, changedWork, WorkParams } from '#src/responses/curated-outputs/works.ts';
import { curatorOf } from '#src/responses/curation/curator.ts';
import { OrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';

export const route = defineRoute({
  id: 'works.unlink',
  api: 'dashboard',
  method: 'DELETE',
  path: '/api/works/{id}/researchers/{orcid}',
  summary: 'Unlink a person from a work without a DOI',
  description:
    'Also the owner of the ORCID record that lists it: ingestions do not link them again. Unlinking them again changes nothing.',
  auth: member('workspace_member'),
  params: WorkParams.extend({ orcid: OrcidId }),
  ifMatch: true,
  responses: { 200: ChangedWork },
  problems: ['invalid_body', 'not_found', 'conflict'],
  grants: ['works:curate', 'work-people:delete'],
  timeoutSeconds: 29,
  async handle({ params: { id, orcid }, caller, now, ifMatch }) {
    const precondition = requireVersion(ifMatch);
    const plan = (work: Parameters<typeof requireShown>[0]) => {
      precondition(work);
      requireShown(work);
      return { unlink: orcid };
    };
    return changedWork(await changeWork(id, plan, curatorOf({ caller, now })));
  },
});

export const handler = lambda(route);
