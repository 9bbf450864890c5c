import * as z from 'zod';
import { mergeWorkInto } from '#src/curation/works.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { ChangedWork, changedWork, WorkParams } from '#src/responses/curated-outputs/works.ts';
import { curatorOf } from '#src/responses/curation/curator.ts';

export const route = defineRoute({
  id: 'works.merge',
  api: 'dashboard',
  method: 'POST',
  path: '/api/works/{id}/merge',
  summary: 'Attach a DOI to a work, or merge it into another work',
  description:
    'With the DOI of a publication in the registry, that one replaces the work: import it first. With the id of another ' +
    'work, that one does. It takes over people, people who were unlinked, and edits of fields that nobody has edited ' +
    'there. A publication that was added after the work was hidden is hidden, too. Ingestions do not bring the work ' +
    'back. `DELETE` on this path undoes it. Repeating it changes nothing. A record that is hidden stays so, and the work is ' +
    'then nowhere public: see `into`.',
  auth: member('workspace_member'),
  params: WorkParams,
  body: z.strictObject({ into: z.string().max(2_000).meta({ description: 'A DOI, or the id of a work' }) }),
  responses: {
    200: ChangedWork.extend({
      into: z
        .object({ id: z.string(), visible: z.boolean() })
        .meta({ description: 'The record that the work is part of. If that is hidden, the work is, too' }),
    }).meta({ id: 'MergedWork' }),
  },
  problems: ['not_found', 'conflict'],
  grants: ['works:curate', 'people:check', 'merges:check', 'publications:store', 'journals:state'],
  memoryMb: 512,
  timeoutSeconds: 29,
  async handle({ params: { id }, body: { into }, caller, now }) {
    const merged = await mergeWorkInto(id, into, curatorOf({ caller, now }));
    const { body } = await changedWork(merged);
    return { status: 200, body: { ...body, into: merged.into } };
  },
});

export const handler = lambda(route);
