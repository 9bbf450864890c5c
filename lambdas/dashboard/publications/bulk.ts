import * as z from 'zod';
import { type BulkOutcome, deleteOrRestore } from '#src/curation/change-publications.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { curatorOf } from '#src/responses/curation/curator.ts';
import { PublicationIds } from '#src/responses/curation/publication-changes.ts';

export const route = defineRoute({
  id: 'publications.bulk',
  api: 'dashboard',
  method: 'POST',
  path: '/api/publications/bulk',
  summary: 'Delete or restore up to 500 publications',
  description:
    'Changes the publications that it finds. `success` is true if every id was found, including publications ' +
    'that already were deleted or not deleted as requested. After an error, send the request again: it ' +
    'continues.',
  auth: member('workspace_member'),
  body: z.strictObject({ ids: PublicationIds, action: z.enum(['delete', 'restore']) }),
  responses: {
    200: z.object({
      success: z.boolean(),
      changed: z.int().meta({ description: 'The number of publications changed by this request' }),
      changed_ids: z.array(z.string()).meta({ description: 'The ids of these publications, as sent' }),
      not_found: z.array(z.string()).meta({ description: 'The ids without a publication, as sent' }),
    }),
  },
  problems: [],
  grants: ['publications:store', 'activity:put', 'uncompared:put', 'uncompared:delete'],
  memoryMb: 1024,
  timeoutSeconds: 29,
  async handle({ body: { ids, action }, caller, now }) {
    const outcomes = await deleteOrRestore(ids, action, curatorOf({ caller, now }));
    const idsWith = (wanted: BulkOutcome['outcome']) =>
      outcomes.filter(({ outcome }) => outcome === wanted).map(({ id }) => id);
    const notFound = idsWith('not_found');
    const changed = new Set(outcomes.flatMap(({ doi, outcome }) => (outcome === 'changed' ? [doi] : [])));
    return {
      status: 200,
      body: {
        success: notFound.length === 0,
        changed: changed.size,
        changed_ids: idsWith('changed'),
        not_found: notFound,
      },
    };
  },
});

export const handler = lambda(route);
