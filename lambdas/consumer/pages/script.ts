import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { pageFiles } from '#src/publishing/pages/page.ts';

export const route = defineRoute({
  id: 'pages.script',
  api: 'consumer',
  method: 'GET',
  path: '/assets/publication-list.js',
  summary: 'Get the script that adds a search to a list of publications',
  auth: { kind: 'none' },
  responses: { 200: z.string() },
  answerType: 'text/javascript',
  cache: 'document',
  problems: [],
  grants: [],
  async handle() {
    return { status: 200, body: pageFiles['publication-list.js'] };
  },
});

export const handler = lambda(route);
