import * as z from 'zod';
import { Problem } from '../../../src/errors.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { type PageFileName, pageFiles } from '../../../src/pages/page.ts';

export const route = defineRoute({
  id: 'pages.file',
  api: 'consumer',
  method: 'GET',
  path: '/assets/{name}',
  summary: 'Get a style sheet or script of the web pages',
  description:
    '`publication-list.js` adds a search to a list of `GET /v1/embed`. Pages load these files by addresses that change ' +
    'with the content.',
  auth: { kind: 'none' },
  params: z.object({
    name: z.string().meta({ description: `One of ${Object.keys(pageFiles).join(', ')}` }),
  }),
  responses: { 200: z.string() },
  mediaTypes: Object.values(pageFiles).map(({ mediaType }) => mediaType),
  answerType: 'text/javascript',
  cache: 'document',
  problems: ['not_found'],
  grants: [],
  async handle({ params: { name } }) {
    if (!Object.hasOwn(pageFiles, name)) throw new Problem('not_found', 'There is no file with this name');
    return { status: 200, ...pageFiles[name as PageFileName] };
  },
});

export const handler = lambda(route);
