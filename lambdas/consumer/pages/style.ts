import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { pageFiles } from '#src/publishing/pages/page.ts';

export const route = defineRoute({
  id: 'pages.style',
  api: 'consumer',
  method: 'GET',
  path: '/assets/pages.css',
  summary: 'Get the style sheet of the web pages',
  auth: { kind: 'none' },
  responses: { 200: z.string() },
  answerType: 'text/css',
  cache: 'document',
  problems: [],
  grants: [],
  async handle() {
    return { status: 200, body: pageFiles['pages.css'] };
  },
});

export const handler = lambda(route);
