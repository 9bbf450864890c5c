import { lambda } from '#src/http/lambda.ts';
import { showsReference } from '#src/http/openapi/docs-page.ts';
import { defineRoute } from '#src/http/route.ts';

export const route = defineRoute({
  id: 'docs.page',
  api: 'consumer',
  method: 'GET',
  path: '/docs',
  summary: 'Get the interactive API reference of the Consumer API and the Integrations API',
  auth: { kind: 'none' },
  ...showsReference('Publication Registry: APIs', [
    { title: 'Consumer API', slug: 'consumer', path: '/openapi/consumer-api.json' },
    { title: 'Integrations API', slug: 'integrations', path: '/openapi/integrations-api.json' },
  ]),
});

export const handler = lambda(route);
