import * as z from 'zod';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { docsPage } from '../../../src/openapi/docs-page.ts';

const page = docsPage('Publication Registry: APIs', [
  { title: 'Consumer API', slug: 'consumer', path: '/openapi/consumer-api.json' },
  { title: 'Integrations API', slug: 'integrations', path: '/openapi/integrations-api.json' },
]);

export const route = defineRoute({
  id: 'docs.page',
  api: 'consumer',
  method: 'GET',
  path: '/docs',
  summary: 'Get the interactive API reference of the Consumer API and the Integrations API',
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
