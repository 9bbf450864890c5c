import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { loadRoutes } from '../../lib/load-declarations.ts';
import { readsLists } from '../../lib/route-grants.ts';
import { currentBundles } from '../../scripts/build-lambdas.ts';
import { provisionedName } from '../../scripts/functions/bundle.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'registry-provisioned-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The output of a program that imports the handler for provisioned concurrency of a folder, as Lambda does. */
async function printed(of: string, expression: string): Promise<string> {
  const url = pathToFileURL(join(of, provisionedName)).href;
  const program = `const { handler } = await import('${url}'); console.log(${expression})`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  return stdout.trim();
}

test('every function with a list has the handler beside its bundle, and exports it', async () => {
  await currentBundles();
  const routes = (await loadRoutes()).filter(({ declaration }) => readsLists(declaration.grants));
  expect(routes.length).toBeGreaterThan(30);
  const folders = routes.map(({ file }) => join(root, file.replace(/^lambdas/, 'dist').replace(/\.ts$/, '')));
  expect(folders.filter((each) => !existsSync(join(each, provisionedName)))).toEqual([]);
  expect(await printed(folders[0] as string, 'typeof handler')).toBe('function');
});

test('the handler is there only when the lists are', async () => {
  copyFileSync(join(root, 'scripts/bundle', provisionedName), join(folder, provisionedName));
  writeFileSync(
    join(folder, 'index.cjs'),
    `let loaded = false;
     exports.handler = () => loaded;
     exports.handler.preloaded = new Promise((resolve) => setTimeout(() => resolve(loaded = true), 20));`,
  );
  expect(await printed(folder, 'handler()')).toBe('true');
});
