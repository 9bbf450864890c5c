import * as z from 'zod';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { docsPage } from '../../../src/openapi/docs-page.ts';

const page = docsPage('Publication Registry: Dashboard API', [
  { title: 'Dashboard API', slug: 'dashboard', path: '/openapi/dashboard-api.json' },
]);

export const route = defineRoute({
  id: 'docs.page',
  api: 'dashboard',
  method: 'GET',
  path: '/docs',
  summary: 'Get the interactive API reference of the Dashboard API',
  auth: { kind: 'none' },
  responses: { 200: z.string() },
  answerType: 'text/html',
  cache: 'document',
  problems: [],
  grants: [],
  async handle() {
    return { status: 200, ...page };
  },
});

export const handler = lambda(route);
