import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { entryPoints } from '../../scripts/functions/bundle.ts';
import { Contents, type Current, deleteOthers, makeCurrent } from '../../scripts/functions/current-bundles.ts';

let root: string;
let outdir: string;
const one = 'lambdas/consumer/one/get.ts';
const two = 'lambdas/background/two.ts';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bundles-'));
  outdir = join(root, 'dist');
  write('package.json', '{ "type": "module" }');
  write('package-lock.json', '{ "packages": {} }');
  write('tsconfig.json', '{}');
  write('scripts/functions/bundle.ts', '// the options');
  write('scripts/bundle/stand-in.ts', '');
  write('src/shared.ts', 'export const shared = 1;');
  write('src/own.ts', 'export const own = 1;');
  write('src/unused.ts', 'export const unused = 1;');
  write(
    one,
    "import { own } from '../../../src/own.ts'; import { shared } from '../../../src/shared.ts'; export const handler = () => [own, shared];",
  );
  write(
    two,
    "import { shared } from '../../src/shared.ts'; import { unused } from '../../src/unused.ts'; void unused; export const handler = () => shared;",
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, content: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
}

/** A build of the sources as they are, and the entry points that it built. */
async function built(more: { others?: string[]; contents?: Contents; wholeNames?: boolean } = {}): Promise<string[]> {
  const { contents = new Contents(root).readSources(), others = [], wholeNames = false } = more;
  const settings = { root, outdir, wholeNames, replacements: {} };
  return (await makeCurrent(entryPoints(root), settings, { contents, others })).built;
}

const codeOf = (folder: string) => readFileSync(join(outdir, folder, 'index.cjs'), 'utf8');
const filesOf = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

test('a build makes what is missing, and nothing when nothing has changed, whatever the times of files are', async () => {
  expect(await built()).toEqual([two, one]);
  expect(filesOf(join(outdir, 'consumer'))).toEqual([
    'one',
    'one/get',
    'one/get.made-of.json',
    'one/get/index.cjs',
    'one/get/index.cjs.map',
  ]);
  utimesSync(join(root, 'src/shared.ts'), 1, 1);
  expect(await built()).toEqual([]);
});

test('only the bundles that are made of a changed file are built again', async () => {
  await built();
  write('src/own.ts', 'export const own = 2222;');
  expect(await built()).toEqual([one]);
  expect(codeOf('consumer/one/get')).toContain('2222');
  write('src/shared.ts', 'export const shared = 3333;');
  expect(await built()).toEqual([two, one]);
  expect([codeOf('consumer/one/get'), codeOf('background/two')]).toEqual([
    expect.stringContaining('3333'),
    expect.stringContaining('3333'),
  ]);
});

test('a file of which nothing is in a bundle counts, because it may have effects from now on', async () => {
  await built();
  expect(codeOf('background/two')).not.toContain('4444');
  write('src/unused.ts', 'export const unused = 1; globalThis.effect = 4444;');
  expect(await built()).toEqual([two]);
  expect(codeOf('background/two')).toContain('4444');
});

test('a file that is added or removed changes the bundles that import it, and an entry point comes and goes', async () => {
  await built();
  write('lambdas/consumer/three.ts', 'export const handler = 1;');
  expect(await built()).toEqual(['lambdas/consumer/three.ts']);
  rmSync(join(root, 'lambdas/consumer/three.ts'));
  expect(await built()).toEqual([]);
  deleteOthers(outdir, entryPoints(root));
  expect(filesOf(join(outdir, 'consumer'))).not.toContain('three');
  expect(filesOf(join(outdir, 'consumer'))).not.toContain('three.made-of.json');

  rmSync(join(root, 'src/own.ts'));
  await expect(built()).rejects.toThrow('Could not resolve "../../../src/own.ts"');
  // The bundle is still of the state before, and so is what it says that it was made of.
  write('src/own.ts', 'export const own = 1;');
  expect(await built()).toEqual([]);
});

test.each([
  ['an option', 'scripts/functions/bundle.ts', '// other options'],
  ['a stand-in', 'scripts/bundle/stand-in.ts', 'export {};'],
  ['the versions of packages', 'package-lock.json', '{ "packages": { "node_modules/zod": {} } }'],
  ['the settings of TypeScript', 'tsconfig.json', '{ "compilerOptions": {} }'],
  ['settings of a folder', 'src/tsconfig.json', '{}'],
])('%s changes all bundles', async (_, file, content) => {
  await built();
  write(file, content);
  expect(await built()).toEqual([two, one]);
  expect(await built()).toEqual([]);
});

test('whole names are another option', async () => {
  await built();
  expect(await built({ wholeNames: true })).toEqual([two, one]);
  expect(await built()).toEqual([two, one]);
});

test('a file that is written during the build makes its bundles not current', async () => {
  const contents = new Contents(root).readSources();
  write('src/own.ts', 'export const own = 5555;');
  expect(await built({ contents })).toEqual([two, one]);
  expect(await built()).toEqual([one]);
});

test('what a killed build leaves is built again, and no bundle is half-written', async () => {
  await built();
  // Killed after the folder was removed, and while the next was written.
  rmSync(join(outdir, 'background/two'), { recursive: true });
  mkdirSync(join(outdir, '.draft/consumer~one/get'), { recursive: true });
  writeFileSync(join(outdir, '.draft/consumer~one/get/index.cjs'), 'half');
  expect(await built()).toEqual([two]);
  // Killed before the folder was noted as complete.
  rmSync(join(outdir, 'consumer/one/get.made-of.json'));
  expect(await built()).toEqual([one]);
  expect(filesOf(outdir)).not.toContain('.draft');
});

test('two builds at once make each bundle once', async () => {
  const all = await Promise.all([built(), built()]);
  expect(all.flat().sort()).toEqual([two, one].sort());
});

test('what another folder has of the same files is copied', async () => {
  await built();
  const first = outdir;
  outdir = join(root, 'other');
  write('src/own.ts', 'export const own = 6666;');
  expect(await built({ others: [join(root, 'nowhere'), first] })).toEqual([one]);
  expect(filesOf(join(outdir, 'background'))).toEqual(filesOf(join(first, 'background')));
  expect(existsSync(join(outdir, 'background/two/index.cjs'))).toBe(true);
  expect(await built()).toEqual([]);
});

test('a bundle does not depend on those that are built with it', async () => {
  await built();
  const together = codeOf('consumer/one/get');
  outdir = join(root, 'alone');
  const contents = new Contents(root).readSources();
  const current: Current = await makeCurrent([one], { root, outdir, replacements: {} }, { contents });
  expect(current.built).toEqual([one]);
  expect(codeOf('consumer/one/get')).toBe(together);
});
