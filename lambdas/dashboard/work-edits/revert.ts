import * as z from 'zod';
import { revertWorkEdit } from '#src/curation/works.ts';
import { requireVersion } from '#src/http/entity-tag.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { memberOrSteward } from '#src/identity/sessions/session-auth.ts';
import { ChangedWork, changedWork, WorkParams } from '#src/responses/curated-outputs/works.ts';
import { curatorOf } from '#src/responses/curation/curator.ts';
import { editNumber } from '#src/responses/curation/publication-detail.ts';

export const route = defineRoute({
  id: 'work-edits.revert',
  api: 'dashboard',
  method: 'POST',
  path: '/api/work-edits/{id}',
  summary: 'Revert an edit of a work without a DOI',
  description:
    'As for publications: a new edit restores the fields to their values before it. If a later edit has changed one of ' +
    'them again, nothing is changed (409, with the fields).',
  auth: memberOrSteward('workspace_member'),
  params: WorkParams,
  body: z.strictObject({ revert: z.string().meta({ description: 'The id of the edit' }) }),
  ifMatch: true,
  responses: { 200: ChangedWork },
  problems: ['not_found', 'conflict'],
  grants: ['works:curate', 'stewards:limit', 'group-members:read', 'setting:groups'],
  timeoutSeconds: 29,
  async handle({ params: { id }, body: { revert }, caller, now, ifMatch }) {
    const allowed = { precondition: requireVersion(ifMatch), steward: caller.steward };
    return changedWork(await revertWorkEdit(id, editNumber(revert), curatorOf({ caller, now }), allowed));
  },
});

export const handler = lambda(route);
