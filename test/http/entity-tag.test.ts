import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { entityTag, matchesEntityTag, requireVersion, versionTag } from '#src/http/entity-tag.ts';
import type { AnyRoute } from '#src/http/route.ts';
import { call, type TestRequest } from '../support/event.ts';
import { captureLog } from '../support/log.ts';

captureLog();

describe('If-None-Match', () => {
  test.each([
    ['"a"', true],
    [' "a" ', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['"b",W/"a","c"', true],
    ['"b, c", "a"', true],
    ['*', true],
    [' * ', true],
    ['"b"', false],
    ['"A"', false],
    ['"a', false],
    ['a', false],
    ['"aa"', false],
    ['"*"', false],
    ['', false],
    [undefined, false],
  ])('%j matches "a": %s', (header, match) => {
    expect(matchesEntityTag(header, '"a"')).toBe(match);
    expect(matchesEntityTag(header, 'W/"a"')).toBe(match);
  });
});

describe('If-Match', () => {
  const tag = versionTag({ version: 12 }, ['shown']);

  test.each([
    [undefined, true],
    ['*', true],
    [' * ', true],
    [tag, true],
    [versionTag({ version: 12 }, ['shown otherwise']), true],
    ['"12"', true],
    [`"other", ${tag}`, true],
    [`W/${tag}`, false],
    [versionTag({ version: 1 }, ['shown']), false],
    [versionTag({ version: 121 }, ['shown']), false],
    ['"*"', false],
    ['12', false],
    ['', false],
  ])('%j lets a change of version 12 pass: %j', (header, passes) => {
    const check = () => requireVersion(header)({ version: 12 });
    if (passes) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code: 'precondition_failed' }));
  });
});

test('a tag is one of the body, its media type and its language, and strong', () => {
  const headers = { 'content-type': 'application/json', 'content-language': 'en' };
  const tag = entityTag('{}', headers);
  expect(tag).toMatch(/^"[\w-]{43}"$/);
  expect(entityTag('{}', { ...headers, link: '<x>; rel="next"', 'x-request-id': 'another' })).toBe(tag);
  const others = [
    entityTag('{ }', headers),
    entityTag('{}', { ...headers, 'content-language': 'de' }),
    entityTag('{}', { ...headers, 'content-type': 'text/csv' }),
    entityTag('{}', { 'content-type': 'application/json' }),
  ];
  expect(new Set([tag, ...others]).size).toBe(5);
});

describe('an answer the client has kept', () => {
  const route: AnyRoute = {
    id: 'things.list',
    api: 'consumer',
    method: 'GET',
    path: '/things',
    summary: 'Things',
    auth: { kind: 'none' },
    query: z.object({ page: z.coerce.number().default(1), per_page: z.string().default('20') }),
    responses: { 200: z.object({ page: z.int(), pages: z.int() }) },
    problems: [],
    grants: [],
    handle: async ({ query: { page } }) => ({
      status: 200,
      body: { page, pages: 3 },
      headers: { 'content-language': 'en', 'Content-Location': '/things/1' },
    }),
  };
  const get = (request: Partial<TestRequest> = {}) => call(route, { url: '/things', ...request });

  test.each(['GET', 'HEAD'])('304: %s without a body, with what caches need to renew their copy', async (method) => {
    const { headers: first } = await get();
    const { status, headers, body } = await get({ method, headers: { 'if-none-match': `"x", W/${first.etag}` } });
    expect({ status, body }).toEqual({ status: 304, body: '' });
    const { 'content-type': _, 'content-language': __, link: ___, ...kept } = first;
    expect(headers).toEqual(kept);
    expect(Object.keys(headers)).toEqual(
      expect.arrayContaining(['etag', 'cache-control', 'vary', 'content-location', 'access-control-allow-origin']),
    );
  });

  test('200: another page, a tag of another answer', async () => {
    const { headers: first } = await get();
    const { status, headers } = await get({ url: '/things?page=2', headers: { 'If-None-Match': first.etag ?? '' } });
    expect(status).toBe(200);
    expect(headers.etag).not.toBe(first.etag);
  });

  test('304: a tag of the route itself is the one', async () => {
    const own = {
      ...route,
      handle: async () => ({ status: 200, body: { page: 1, pages: 1 }, headers: { ETag: '"v7"' } }),
    };
    const { status, headers } = await call(own, { url: '/things', headers: { 'If-None-Match': '"v7"' } });
    expect({ status, etag: headers.etag }).toEqual({ status: 304, etag: '"v7"' });
  });

  test('an error has no tag, and If-None-Match does not hide it', async () => {
    const { status, headers, body } = await get({ url: '/things?page=1&page=2', headers: { 'If-None-Match': '*' } });
    expect({ status, code: body.code, etag: headers.etag }).toEqual({
      status: 400,
      code: 'invalid_query',
      etag: undefined,
    });
    expect(headers['cache-control']).toBe('no-store');
  });

  test('a write has no tag', async () => {
    const write: AnyRoute = { ...route, method: 'POST' };
    const { status, headers } = await call(write, { url: '/things', headers: { 'If-None-Match': '*' } });
    expect({ status, etag: headers.etag, cache: headers['cache-control'] }).toEqual({
      status: 200,
      etag: undefined,
      cache: 'no-store',
    });
  });
});
