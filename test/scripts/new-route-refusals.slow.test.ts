import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { newRoute } from '../../scripts/new-route.ts';

const root = join(import.meta.dirname, '../..');
const known = [
  { api: 'dashboard', id: 'api-keys.list', method: 'GET', path: '/api/site-tools/api-keys' },
  { api: 'dashboard', id: 'api-keys.rotate', method: 'POST', path: '/api/site-tools/api-keys/{keyHash}/rotate' },
  { api: 'consumer', id: 'publications.get', method: 'GET', path: '/v1/doi/{doi+}' },
] as const;

const routeOf = (...args: string[]) => Object.values(newRoute(args, known))[0] ?? '';

describe('the declaration follows from the names', () => {
  test.each([
    ['dashboard publications list', "method: 'GET',\n  path: '/api/publications',\n  responses: { 200:"],
    ['consumer prizes get', "method: 'GET',\n  path: '/v1/prizes/{id}',\n  params: z.object({ id: z.string() })"],
    ['integrations prizes create', "method: 'POST',\n  path: '/integrations/v1/prizes',\n  body: z.object({})"],
    ['dashboard prizes update', "method: 'PATCH',\n  path: '/api/prizes/{id}'"],
    ['dashboard prizes delete', "method: 'DELETE',\n  path: '/api/prizes/{id}'"],
    ['dashboard prizes award', "method: 'POST',\n  path: '/api/prizes/{id}/award'"],
  ])('%s', (args, declared) => expect(routeOf(...args.split(' '))).toContain(declared));

  test('beside the routes of the same noun, whose parameter keeps its name', () => {
    expect(routeOf('dashboard', 'api-keys', 'get')).toContain("path: '/api/site-tools/api-keys/{keyHash}',");
    expect(routeOf('dashboard', 'api-keys', 'revoke')).toContain("path: '/api/site-tools/api-keys/{keyHash}/revoke',");
  });
});

test('a parameter that takes the rest of the path is kept as it is', () => {
  const declared = routeOf('consumer', 'publications', 'delete');
  expect(declared).toContain("path: '/v1/doi/{doi+}',\n  params: z.object({ doi: z.string() })");
});

test('no path below the root of an API is proposed', () => {
  const root = { api: 'consumer', id: 'docs.open', method: 'GET', path: '/' } as const;
  const propose = () => newRoute(['consumer', 'docs', 'get'], [root]);
  expect(propose).toThrow('the path would be //{id}, but a segment of it is empty');
});

describe('refused', () => {
  test.each([
    [['consumer', 'publications', 'get'], 'GET /v1/doi/{doi+} is the route publications.get already'],
    [['consumer', 'publications', 'award'], 'the greedy parameter {doi+} must be the last segment'],
    [['dashboard', 'api-keys', 'list'], 'GET /api/site-tools/api-keys is the route api-keys.list already'],
    [[], 'three arguments'],
    [['dashboard', 'publications'], 'three arguments'],
    [['admin', 'publications', 'list'], '"admin" is no API'],
    [['constructor', 'publications', 'list'], '"constructor" is no API'],
    [['dashboard', 'Publications', 'list'], 'the noun "Publications"'],
    [['dashboard', '../x', 'list'], 'the noun "../x"'],
    [['dashboard', 'publications', 'li_st'], 'the verb "li_st"'],
    [['dashboard', 'publications', `a${'b'.repeat(40)}`], '40 letters'],
  ])('%j', (args, message) => expect(() => newRoute(args, known)).toThrow(message));
});

describe('on the command line', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['--no-warnings', 'scripts/new-route.ts', ...args], { cwd: root, encoding: 'utf8' });

  test('--help', () => {
    expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('<api> <noun> <verb>') });
  });

  test('a route that exists is not written over', () => {
    const { status, stderr } = run('dashboard', 'me', 'get');
    expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringMatching(/exists already/) });
    expect(existsSync(join(root, 'test/routes/dashboard/me/get.test.ts'))).toBe(false);
  });
});
