import { lambda } from '#src/http/lambda.ts';
import { showsReference } from '#src/http/openapi/docs-page.ts';
import { defineRoute } from '#src/http/route.ts';

export const route = defineRoute({
  id: 'docs.page',
  api: 'dashboard',
  method: 'GET',
  path: '/docs',
  summary: 'Get the interactive API reference of the Dashboard API',
  auth: { kind: 'none' },
  ...showsReference('Publication Registry: Dashboard API', [
    { title: 'Dashboard API', slug: 'dashboard', path: '/openapi/dashboard-api.json' },
  ]),
});

export const handler = lambda(route);
