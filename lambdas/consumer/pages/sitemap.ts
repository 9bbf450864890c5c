import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { sitemapIndex, sitemapLists, sitemapPart, sitemapPath } from '#src/publishing/pages/sitemap.ts';
import { optional } from '#src/responses/query.ts';

export const route = defineRoute({
  id: 'pages.sitemap',
  api: 'consumer',
  method: 'GET',
  path: sitemapPath,
  summary: 'Get the addresses of all web pages',
  description: 'Without `list`, the index of all parts ([sitemaps.org](https://www.sitemaps.org/protocol.html)).',
  auth: { kind: 'none' },
  query: z.object({
    list: query.oneOf(sitemapLists, 'Only pages of this kind.'),
    part: optional(
      query.withDefault(
        query.decimalInteger(1, query.maxInteger),
        '1',
        { type: 'integer', minimum: 1, maximum: query.maxInteger, default: 1 },
        'The part of the list, starting at 1. A part beyond the last one is empty.',
      ),
    ),
  }),
  responses: { 200: z.string() },
  answerType: 'text/xml',
  problems: [],
  grants: ['lists:publications', 'lists:people', 'lists:projects', 'lists:groups', 'setting:site'],
  async handle({ query: { list, part } }) {
    return { status: 200, body: await (list === null ? sitemapIndex() : sitemapPart(list, part)) };
  },
});

export const handler = lambda(route);
