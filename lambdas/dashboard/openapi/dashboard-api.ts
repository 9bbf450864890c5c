import document from '../../../openapi/dashboard-api.json' with { type: 'json' };
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { publishes } from '../../../src/openapi/published-document.ts';

export const route = defineRoute({
  id: 'openapi.dashboard-api',
  api: 'dashboard',
  method: 'GET',
  path: '/openapi/dashboard-api.json',
  summary: 'Get the OpenAPI document of the Dashboard API',
  auth: { kind: 'none' },
  ...publishes(document),
});

export const handler = lambda(route);
