import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { pageLinks, pathOf } from '#src/http/links.ts';
import * as query from '#src/http/query.ts';
import type { AnyRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { call, publicBaseUrl, sessionOf } from '../support/event.ts';
import { captureLog } from '../support/log.ts';

captureLog();

/** Page numbers by relation. */
function pagesIn(link: string): Record<string, number> {
  const links = [...link.matchAll(/<([^>]+)>; rel="(\w+)"/g)];
  return Object.fromEntries(links.map(([, url = '', rel]) => [rel, Number(new URL(url).searchParams.get('page'))]));
}

describe('the links of a page', () => {
  test.each([
    [1, 0, { first: 1, last: 1 }],
    [1, 1, { first: 1, last: 1 }],
    [1, 3, { first: 1, next: 2, last: 3 }],
    [2, 3, { first: 1, prev: 1, next: 3, last: 3 }],
    [3, 3, { first: 1, prev: 2, last: 3 }],
    [4, 3, { first: 1, prev: 3, last: 3 }],
    [900, 3, { first: 1, prev: 3, last: 3 }],
    [5, 0, { first: 1, prev: 1, last: 1 }],
    [Number.MAX_SAFE_INTEGER, 2, { first: 1, prev: 2, last: 2 }],
  ])('page %i of %i', (page, pages, expected) => {
    expect(pagesIn(pageLinks('/things', {}, { page, pages }))).toEqual(expected);
  });

  test('keep every parameter but the page, and start with the configured base URL', () => {
    const sent = { q: 'a & <b>; "c"', page: '1', per_page: '5', utm: 'x' };
    expect(pageLinks('/things', sent, { page: 1, pages: 2 })).toBe(
      ['first', 'next', 'last']
        .map((rel, index) => {
          const query = `q=a+%26+%3Cb%3E%3B+%22c%22&page=${index === 0 ? 1 : 2}&per_page=5&utm=x`;
          return `<${publicBaseUrl}/things?${query}>; rel="${rel}"`;
        })
        .join(', '),
    );
  });

  test.each([
    [300, ['first', 'prev', 'next', 'last']],
    [550, ['first', 'prev', 'next']],
    [850, ['prev', 'next']],
    [1_500, ['next']],
    [7_000, ['next']],
  ])('of %i characters: as many of those that a client needs most as have room in 2,000', (length, rels) => {
    const link = pageLinks('/things', { q: 'x'.repeat(length) }, { page: 2, pages: 3 });
    expect(Object.keys(pagesIn(link))).toEqual(rels);
    expect(link.length).toBeLessThan(Math.max(2_001, length + 100));
  });
});

describe('the parameters that links repeat', () => {
  const listOf = (parts: Partial<AnyRoute>): AnyRoute => ({
    id: 'things.list',
    api: 'consumer',
    method: 'GET',
    path: '/things',
    summary: 'Things',
    auth: { kind: 'none' },
    query: z.object({ page: z.string().optional(), per_page: z.string().optional(), q: z.string().optional() }),
    responses: { 200: z.looseObject({ page: z.int(), pages: z.int() }) },
    problems: [],
    grants: [],
    handle: async ({ given }) => ({ status: 200, body: { page: 1, pages: 2, given } }),
    ...parts,
  });

  test('are those the route knows, as they were sent', async () => {
    const { headers, body } = await call(listOf({}), { url: '/things?utm=<x>&q=%20a&callback=y' });
    expect(headers.link).toContain(`<${publicBaseUrl}/things?q=+a&page=2>; rel="next"`);
    expect(headers.link).not.toMatch(/utm|callback/);
    expect(body.given).toEqual({ q: ' a' });
  });

  test('and those that are read beside the declared ones', async () => {
    const auth = member('workspace_member');
    const perPage = query.withPerPageAlias(z.object({ page: query.page, perPage: query.perPage }));
    const route = listOf({ auth, query: perPage });
    const url = '/things?per_page=5&workspace_id=primary_entity&utm=x';
    const { headers } = await call(route, { url, authorizer: sessionOf('workspace_member') });
    expect(headers.link).toContain('/things?per_page=5&workspace_id=primary_entity&page=2>; rel="next"');
    expect(headers.link).not.toContain('utm');
  });
});

test.each([
  ['/things', {}, '/things'],
  ['/people/{orcid}/works', { orcid: 'a/b>c' }, '/people/a%2Fb%3Ec/works'],
  ['/doi/{doi+}', { doi: '10.1/a b/ü' }, '/doi/10.1/a%20b/%C3%BC'],
])('the path %s with %j', (path, params, expected) => {
  expect(pathOf({ path } as AnyRoute, params)).toBe(expected);
});
