import * as z from 'zod';
import { revertEdit } from '#src/curation/edit-publication.ts';
import { requireVersion } from '#src/http/entity-tag.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { memberOrSteward } from '#src/identity/sessions/session-auth.ts';
import { curatorOf } from '#src/responses/curation/curator.ts';
import { ChangedPublication, changedPublication } from '#src/responses/curation/publication-changes.ts';
import { editNumber, PublicationParams } from '#src/responses/curation/publication-detail.ts';

export const route = defineRoute({
  id: 'publication-edits.revert',
  api: 'dashboard',
  method: 'POST',
  path: '/api/publication-edits/{id+}',
  summary: 'Revert an edit of a publication',
  description:
    'Makes a new edit that restores the fields of the other one to their values before it: those of an ' +
    "earlier edit, or the sources' current ones. If a later edit has changed one of the fields again, " +
    'nothing is changed (409, with the fields): revert that one first. Reverting an edit again changes ' +
    'nothing.',
  auth: memberOrSteward('workspace_member'),
  params: PublicationParams,
  body: z.strictObject({ revert: z.string().meta({ description: 'The id of the edit' }) }),
  ifMatch: true,
  responses: { 200: ChangedPublication },
  problems: ['not_found', 'conflict'],
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
  async handle({ params: { id }, body: { revert }, caller, now, ifMatch }) {
    const allowed = { precondition: requireVersion(ifMatch), steward: caller.steward };
    return changedPublication(await revertEdit(id, editNumber(revert), curatorOf({ caller, now }), allowed));
  },
});

export const handler = lambda(route);
