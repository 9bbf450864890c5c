import { lambda } from '#src/http/lambda.ts';
import { ownRedirectResponses, redirectToPath } from '#src/http/redirect.ts';
import { defineRoute } from '#src/http/route.ts';

export const route = defineRoute({
  id: 'docs.open',
  api: 'consumer',
  method: 'GET',
  path: '/',
  summary: 'Go to the interactive API reference',
  description: 'For people who open the address of the API in a browser: redirects to `/docs`.',
  auth: { kind: 'none' },
  responses: ownRedirectResponses,
  answerType: 'text/html',
  cache: 'none',
  problems: [],
  grants: [],
  async handle() {
    return redirectToPath('/docs');
  },
});

export const handler = lambda(route);
