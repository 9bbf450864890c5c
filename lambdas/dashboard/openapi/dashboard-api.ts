import { lambda } from '#src/http/lambda.ts';
import { publishes } from '#src/http/openapi/published-document.ts';
import { defineRoute } from '#src/http/route.ts';
import document from '../../../openapi/dashboard-api.json' with { type: 'json' };

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
