import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { publicAddress } from '#src/http/links.ts';
import { defineRoute } from '#src/http/route.ts';
import { sitemapPath } from '#src/publishing/pages/sitemap.ts';

export const route = defineRoute({
  id: 'pages.robots',
  api: 'consumer',
  method: 'GET',
  path: '/robots.txt',
  summary: 'Get what search engines may read',
  description: 'All pages, and lists that other sites embed, but no data of the APIs.',
  auth: { kind: 'none' },
  responses: { 200: z.string() },
  plainText: true,
  cache: 'document',
  problems: [],
  grants: ['setting:site'],
  async handle() {
    const lines = [
      'User-agent: *',
      'Allow: /v1/embed',
      'Disallow: /v1/',
      'Disallow: /integrations/',
      '',
      `Sitemap: ${publicAddress(sitemapPath)}`,
    ];
    return { status: 200, body: `${lines.join('\n')}\n` };
  },
});

export const handler = lambda(route);
