import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { PersonParams } from '#src/responses/curated-people/changes.ts';
import { exportPerson, PersonExport } from '#src/responses/curated-people/export.ts';

/** Leaves time for one more page before the gateway gives up. */
const readingMs = 15_000;
/** It has keys of the table, of which two may have a DOI, and an address at CloudFront has 8,192 bytes. */
const longestCursor = 6000;

export const route = defineRoute({
  id: 'people.export',
  api: 'dashboard',
  method: 'GET',
  path: '/api/people/{orcid}/export',
  summary: 'Export all data about a person',
  description:
    "For data access requests. Of the activity log, contains the events of the request's workspace. Repeat " +
    'with `next` as `cursor` until it is null. An iD without any data has no records.',
  internal: true,
  auth: member('superadmin'),
  params: PersonParams,
  query: z.object({
    cursor: z
      .string()
      .max(longestCursor)
      .optional()
      .meta({ description: '`next` of the last response. Omit it for the first part.' }),
  }),
  responses: { 200: PersonExport },
  problems: [],
  grants: [
    'people:read',
    'affiliations:query',
    'works-of-people:query',
    'proposals:list',
    'proposals:read',
    'works:read',
    'jobs:read',
    'jobs:query',
    'jobs:list',
    'publications:read',
    'lists:curated-publications',
    'projects:read',
    'lists:projects',
    'activity:query',
    'audit:query',
  ],
  async handle({ params: { orcid }, query: { cursor }, caller: { workspace }, now }) {
    return {
      status: 200,
      body: await exportPerson({ orcid, workspace, now }, cursor || undefined, now.getTime() + readingMs),
    };
  },
});

export const handler = lambda(route);
