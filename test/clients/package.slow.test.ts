import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../..');
const client = join(root, 'clients/typescript');
const { exports } = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8')) as {
  exports: Record<string, string>;
};
/** Where Node finds openapi-fetch, as it would beside the package when it is installed. */
const folder = mkdtempSync(join(root, 'node_modules/.client-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The package says so; here nothing else does. */
writeFileSync(join(folder, 'package.json'), '{"type":"module"}');

test('what is published is JavaScript that Node runs, with types for every entry point', () => {
  const compiler = join(client, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '--project', client, '--outDir', join(folder, 'dist')]);
  for (const file of Object.values(exports)) {
    expect(globSync(`dist/${file.slice('./dist/'.length).replace(/js$/, '{js,d.ts}')}`, { cwd: folder })).toHaveLength(
      2,
    );
  }
  const code = `
    import { createClient } from ${JSON.stringify(join(folder, 'dist/client.js'))};
    import { syncList } from ${JSON.stringify(join(folder, 'dist/sync.js'))};
    console.log(typeof createClient({ baseUrl: 'http://a.example', credential: 'a' }).api.GET, typeof syncList);`;
  const out = execFileSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' });
  expect(out).toBe('function function\n');
});
