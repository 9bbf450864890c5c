import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

/** The package as users get it: packed, and installed from the archive into an empty folder. */

const root = join(import.meta.dirname, '../..');
const client = join(root, 'clients/typescript');
const folder = mkdtempSync(join(tmpdir(), 'registry-client-'));
const run = promisify(execFile);
const inFolder = { cwd: folder };

let packed: { files: { path: string }[] };

beforeAll(async () => {
  // The client's dependencies also come from archives, so that no package registry is needed.
  const needed = ['openapi-fetch', 'openapi-typescript-helpers'].map((name) => join(root, 'node_modules', name));
  const pack = ['pack', '--json', '--pack-destination', folder];
  const { stdout } = await run('npm', [...pack, '--silent', client]);
  const { stdout: others } = await run('npm', [...pack, '--silent', '--ignore-scripts', ...needed]);
  const [own, ...more] = [stdout, others].flatMap((text) => archivesIn(text));
  if (!own) throw new Error('npm has packed nothing');
  packed = own;
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  const archives = [own, ...more].map(({ filename }) => `./${filename}`);
  const cache = ['--offline', '--cache', join(folder, 'no-cache')];
  await run('npm', ['install', ...cache, '--no-audit', '--no-fund', ...archives], inFolder);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

type Archive = typeof packed & { filename: string };
const archivesIn = (text: string): Archive[] => Object.values(JSON.parse(text));

const program = `
import { createClient, RegistryError, type ChangePage } from '@publication-registry/client';
import type { paths } from '@publication-registry/client/schema';
import { type Copy, syncList } from '@publication-registry/client/sync';

const client = createClient({ baseUrl: process.argv[2] ?? '', credential: 'pri_test', retryBudgetMs: 0 });
type Query = NonNullable<paths['/integrations/v1/publications']['get']['parameters']['query']>;
const query: Query = { q: 'kiln' };
const { data } = await client.api.GET('/integrations/v1/publications', { params: { query } });
const doi: string | undefined = data?.publications[0]?.doi;
const copied: (string | null)[] = [];
const copy: Copy = {
  checkpoint: () => undefined,
  apply: (_list, { changes }: ChangePage<never>) => void copied.push(...changes.map(({ id }) => id)),
};
const { pages } = await syncList(client, 'publications', copy);
const refused = await syncList(client, 'works', copy).catch((error: unknown) => error);
console.log(JSON.stringify({ doi, pages, copied, code: refused instanceof RegistryError && refused.code }));
`;

test('it has JavaScript, types, README and license, and no sources or tests', () => {
  const paths = packed.files.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
  const others = paths.filter((path) => !/^(LICENSE|README\.md|package\.json|dist\/[\w-]+\.(js|d\.ts))$/.test(path));
  expect(others).toEqual([]);
  const { exports } = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'));
  for (const entry of Object.values<string>(exports)) {
    const file = entry.replace('./', '');
    expect(paths).toEqual(expect.arrayContaining([file, file.replace(/js$/, 'd.ts')]));
  }
  expect(readFileSync(join(client, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
});

describe.each(['nodenext', 'bundler'])('in an empty folder, with modules resolved by the rules of %s', (resolution) => {
  test('a program is type-checked against it, and a mistake is found', async () => {
    const compiler = join(client, 'node_modules/typescript/bin/tsc');
    const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
    const options = [
      '--strict',
      '--noEmit',
      '--target',
      'es2022',
      '--module',
      module,
      '--moduleResolution',
      resolution,
    ];
    const check = async (text: string) => {
      writeFileSync(join(folder, 'program.ts'), `declare const process: { argv: string[] };\n${text}`);
      const arguments_ = [compiler, ...options, 'program.ts'];
      return run(process.execPath, arguments_, inFolder).then(
        () => '',
        ({ stdout }: { stdout: string }) => stdout,
      );
    };
    expect(await check(program)).toBe('');
    expect(await check(program.replace('string | undefined = data', 'number = data'))).toContain('TS2322');
  }, 60_000);
});

test('a program reads a list, copies another, and gets an error with its code', async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    asked.push(headers['x-api-key'] as string);
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const [status, body] = pathname.endsWith('/publications')
      ? [200, { publications: [{ doi: '10.5555/jcp.2020.115' }] }]
      : searchParams.get('list') === 'publications'
        ? [200, { changes: [{ type: 'removed', id: '10.5555/a', item: null }], cursor: 'b', has_more: false }]
        : [403, { error: 'This credential has not the scope', code: 'scope_not_granted', details: null }];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    writeFileSync(join(folder, 'program.ts'), program);
    const { port } = server.address() as AddressInfo;
    // Node strips the types, because the program is outside node_modules.
    const { stdout } = await run(process.execPath, ['program.ts', `http://127.0.0.1:${port}`], inFolder);
    expect(JSON.parse(stdout)).toEqual({
      doi: '10.5555/jcp.2020.115',
      pages: 1,
      copied: ['10.5555/a'],
      code: 'scope_not_granted',
    });
    expect(asked).toEqual(['pri_test', 'pri_test', 'pri_test']);
  } finally {
    server.close();
  }
});
