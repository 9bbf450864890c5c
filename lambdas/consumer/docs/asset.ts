import * as z from 'zod';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { apiReference } from '../../../src/openapi/api-reference.ts';

export const route = defineRoute({
  id: 'docs.asset',
  api: 'consumer',
  method: 'GET',
  path: '/docs/assets/api-reference.js',
  summary: 'Get the script of the API reference page',
  auth: { kind: 'none' },
  responses: { 200: z.string() },
  answerType: 'text/javascript',
  cache: 'document',
  problems: [],
  grants: [],
  async handle() {
    return { status: 200, body: await apiReference() };
  },
});

export const handler = lambda(route);
