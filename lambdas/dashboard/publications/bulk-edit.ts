import * as z from 'zod';
import { patchPublications } from '../../../src/curation/change-publications.ts';
import { JsonPatch } from '../../../src/domain/json/json-patch.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { member } from '../../../src/identity/sessions/session-auth.ts';
import { curatorOf } from '../../../src/views/curation/curator.ts';
import { PublicationIds } from '../../../src/views/curation/publication-changes.ts';

const Result = z
  .object({
    id: z.string().meta({ description: 'As sent' }),
    outcome: z.enum(['edited', 'unchanged', 'not_found', 'deleted', 'invalid', 'busy']),
    edit_id: z.string().optional().meta({
      description: 'The edit that was made, to revert exactly that. Absent if none was, such as if it was hidden only',
    }),
    message: z
      .string()
      .optional()
      .meta({ description: 'Why the patch is not valid for this publication, or not made' }),
  })
  .meta({ id: 'BulkEditResult' });

export const route = defineRoute({
  id: 'publications.bulk-edit',
  api: 'dashboard',
  method: 'POST',
  path: '/api/publications/bulk-edit',
  summary: 'Edit up to 500 publications with one JSON Patch',
  description:
    'Applies the patch to each publication by itself, as `PATCH /api/publications/{id}` does, and says what became of ' +
    'each id. Publications for which it is not valid are left as they are, and so are deleted ones, and those that others ' +
    'are changing at the same moment or that the time of a request does not suffice for (`busy`): send the ids of these ' +
    'again. ' +
    '`POST /api/publication-edits/{id}` reverts an edit by its `edit_id`, unless a later one has changed the same field.',
  auth: member('workspace_member'),
  body: z.strictObject({ ids: PublicationIds, patch: JsonPatch }),
  responses: { 200: z.object({ results: z.array(Result) }) },
  problems: [],
  grants: ['publications:store', 'people:read', 'activity:put'],
  memoryMb: 1024,
  timeoutSeconds: 29,
  async handle({ body: { ids, patch }, caller, now }) {
    const outcomes = await patchPublications(ids, patch, curatorOf({ caller, now }));
    const results = outcomes.map(({ doi: _, ...result }) => {
      if (result.outcome !== 'changed') return result;
      const { id, edit } = result;
      return { id, outcome: 'edited' as const, ...(edit !== undefined && { edit_id: String(edit) }) };
    });
    return { status: 200, body: { results } };
  },
});

export const handler = lambda(route);
