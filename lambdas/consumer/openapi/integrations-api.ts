import { lambda } from '#src/http/lambda.ts';
import { publishes } from '#src/http/openapi/published-document.ts';
import { defineRoute } from '#src/http/route.ts';
import document from '../../../openapi/integrations-api.json' with { type: 'json' };

export const route = defineRoute({
  id: 'openapi.integrations-api',
  api: 'consumer',
  method: 'GET',
  path: '/openapi/integrations-api.json',
  summary: 'Get the OpenAPI document of the Integrations API',
  auth: { kind: 'none' },
  ...publishes(document),
});

export const handler = lambda(route);
