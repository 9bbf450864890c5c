import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newRoute } from '../../scripts/new-route.ts';

const root = join(import.meta.dirname, '../..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);
const known = [
  { api: 'dashboard', id: 'api-keys.list', path: '/api/site-tools/api-keys' },
  { api: 'dashboard', id: 'api-keys.rotate', path: '/api/site-tools/api-keys/{keyHash}/rotate' },
  { api: 'consumer', id: 'publications.get', path: '/v1/doi/{doi+}' },
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

describe('refused', () => {
  test.each([
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

describe('what is written', () => {
  const verbs = ['list', 'get', 'create', 'update', 'delete', 'award'];
  const written = Object.assign({}, ...verbs.map((verb) => newRoute(['dashboard', 'prizes', verb], [])));
  const folder = mkdtempSync(join(tmpdir(), 'new-route-'));
  const write = (change: (text: string) => string) => {
    for (const [path, text] of Object.entries<string>(written)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), change(text));
    }
  };
  const compile = () => spawnSync(bin('tsc'), ['--noEmit', '-p', folder], { encoding: 'utf8' }).stdout;

  beforeAll(() => {
    mkdirSync(join(folder, 'test'));
    for (const name of ['src', 'test/support', 'node_modules', 'package.json', 'openapi']) {
      symlinkSync(join(root, name), join(folder, name));
    }
    const config = { extends: join(root, 'tsconfig.json'), include: ['lambdas', 'test/routes'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('the compiler asks for the summary and for who may call', () => {
    write((text) => text);
    const errors = compile();
    for (const verb of verbs) {
      expect(errors).toMatch(new RegExp(`lambdas/dashboard/prizes/${verb}\\.ts.*\n?.*summary, auth`));
    }
  }, 60_000);

  test('with those two it compiles', () => {
    write((text) => text.replace("  api: 'dashboard',", "$&\n  summary: 'A prize',\n  auth: { kind: 'none' },"));
    expect(compile()).toBe('');
  }, 60_000);

  test.each(Object.entries<string>(written))('%s is formatted and passes the linter', (path, text) => {
    const options = ['check', '--write', `--stdin-file-path=${path}`, '--colors=off'];
    expect(execFileSync(bin('biome'), options, { cwd: root, input: text, encoding: 'utf8' })).toBe(text);
  });
});
