import * as z from 'zod';
import { createWork } from '#src/curation/works.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { maxLinkedPeople } from '#src/records/works/work.ts';
import { DashboardWork, workDetail } from '#src/responses/curated-outputs/works.ts';
import { curatorOf } from '#src/responses/curation/curator.ts';
import { OrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';

export const route = defineRoute({
  id: 'works.create',
  api: 'dashboard',
  method: 'POST',
  path: '/api/works',
  summary: 'Add a work without a DOI by hand',
  description:
    'Its content decides its id: the same request again finds the work of the first one (200) and changes nothing. ' +
    'If that one is deleted or merged, the answer is 409, and `details.id` names it: restore or separate it. The fields are those that `PATCH /api/works/{id}` edits.',
  auth: member('workspace_member'),
  body: z.strictObject({
    title: z
      .union([z.string(), z.record(z.string(), z.string())])
      .meta({ description: 'A text, or the same text by language tag (BCP 47)' }),
    work_type: z.string().meta({ description: "A type in ORCID's vocabulary, such as `dissertation-thesis`" }),
    publication_date: z.string().optional().meta({ description: '`YYYY`, `YYYY-MM` or `YYYY-MM-DD`' }),
    data: z
      .record(z.string(), z.unknown())
      .default({})
      .meta({ description: 'Such as `authors`, `publisher`, `isbn`, `pages` and `url`, as in publications' }),
    researcher_orcids: z.array(OrcidId).max(maxLinkedPeople).default([]).meta({ description: 'People to link it to' }),
  }),
  responses: { 200: DashboardWork, 201: DashboardWork },
  problems: ['conflict'],
  grants: ['works:curate', 'people:check'],
  timeoutSeconds: 29,
  async handle({ body, caller, now }) {
    const { created, work } = await createWork(body, curatorOf({ caller, now }));
    const detail = await workDetail(work);
    return created ? { status: 201, body: detail } : { status: 200, body: detail };
  },
});

export const handler = lambda(route);
