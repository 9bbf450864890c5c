import * as z from 'zod';
import { decideDuplicate } from '#src/curation/duplicates.ts';
import { requireVersion, versionTag } from '#src/http/entity-tag.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { curatorOf } from '#src/responses/curation/curator.ts';
import { DuplicateItem, DuplicateParams, duplicateItems } from '#src/responses/curation/duplicates.ts';

const Decision = z.discriminatedUnion('decision', [
  z.strictObject({
    decision: z.literal('merge'),
    keep: z.string().max(2_000).optional().meta({
      description: 'The DOI of the publication to keep; of two works, the id of one. Default: `suggested_keep`',
    }),
  }),
  z.strictObject({ decision: z.literal('different') }),
  z.strictObject({ decision: z.literal('undo') }),
]);

export const route = defineRoute({
  id: 'duplicates.decide',
  api: 'dashboard',
  method: 'POST',
  path: '/api/duplicates/{id}',
  summary: 'Merge the records of a pair, keep them apart, or undo that',
  description:
    '`merge` keeps one publication. It gets the DOIs and researchers of the other record, and its edits of ' +
    'fields that nobody has edited in the kept one; the other record is stored and leaves all lists. ' +
    '`different` keeps both, and the pair is not proposed again. `undo` reopens the pair; after a merge, it ' +
    'restores the other record as it was. Repeating a decision changes nothing; a different one must be ' +
    'undone first (409).',
  auth: member('workspace_member'),
  params: DuplicateParams,
  body: Decision,
  ifMatch: true,
  responses: { 200: DuplicateItem },
  problems: ['not_found', 'conflict'],
  grants: [
    'works:curate',
    'work-people:delete',
    'people:read',
    'people:check',
    'merges:check',
    'merges:delete',
    'publications:store',
    'journals:state',
  ],
  memoryMb: 512,
  timeoutSeconds: 29,
  async handle({ params: { id }, body: decision, caller, now, ifMatch }) {
    const pair = await decideDuplicate(id, decision, curatorOf({ caller, now }), requireVersion(ifMatch));
    const [body] = await duplicateItems([pair]);
    if (!body) throw new Error('A pair has no view');
    return { status: 200, body, headers: { etag: versionTag(pair, body) } };
  },
});

export const handler = lambda(route);
