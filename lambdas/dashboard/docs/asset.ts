import { lambda } from '#src/http/lambda.ts';
import { servesReferenceScript } from '#src/http/openapi/api-reference.ts';
import { defineRoute } from '#src/http/route.ts';

export const route = defineRoute({
  id: 'docs.asset',
  api: 'dashboard',
  method: 'GET',
  path: '/docs/assets/api-reference.js',
  summary: 'Get the script of the API reference page',
  auth: { kind: 'none' },
  ...servesReferenceScript,
});

export const handler = lambda(route);
