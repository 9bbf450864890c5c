import * as z from 'zod';
import { changeWork, requireShown } from '#src/curation/works.ts';
import { requireVersion } from '#src/http/entity-tag.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { ChangedWork, changedWork, WorkParams } from '#src/responses/curated-outputs/works.ts';
import { curatorOf } from '#src/responses/curation/curator.ts';
import { OrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';

export const route = defineRoute({
  id: 'works.link',
  api: 'dashboard',
  method: 'POST',
  path: '/api/works/{id}/researchers',
  summary: 'Link a person to a work without a DOI',
  description: 'The person must be in the registry. Linking them again changes nothing.',
  auth: member('workspace_member'),
  params: WorkParams,
  body: z.strictObject({ orcid: OrcidId }),
  ifMatch: true,
  responses: { 200: ChangedWork },
  problems: ['not_found', 'conflict'],
  grants: ['works:curate', 'people:check'],
  timeoutSeconds: 29,
  async handle({ params: { id }, body: { orcid }, caller, now, ifMatch }) {
    const precondition = requireVersion(ifMatch);
    const plan = (work: Parameters<typeof requireShown>[0]) => {
      precondition(work);
      requireShown(work);
      return { link: orcid };
    };
    return changedWork(await changeWork(id, plan, curatorOf({ caller, now })));
  },
});

export const handler = lambda(route);
