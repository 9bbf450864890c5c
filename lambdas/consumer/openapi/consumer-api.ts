import { lambda } from '#src/http/lambda.ts';
import { publishes } from '#src/http/openapi/published-document.ts';
import { defineRoute } from '#src/http/route.ts';
import document from '../../../openapi/consumer-api.json' with { type: 'json' };

export const route = defineRoute({
  id: 'openapi.consumer-api',
  api: 'consumer',
  method: 'GET',
  path: '/openapi/consumer-api.json',
  summary: 'Get the OpenAPI document of the Consumer API',
  auth: { kind: 'none' },
  ...publishes(document),
});

export const handler = lambda(route);
