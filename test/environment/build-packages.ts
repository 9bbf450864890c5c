import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import {
  bundleFile,
  frameworkFile,
  frameworkModule,
  moduleOf,
  outsideFramework,
  packages,
  packagesDir,
  packagesKey,
  sharedPackages,
} from './package-list.mjs';

const root = join(import.meta.dirname, '../..');
const inputs = ['package-lock.json', 'test/environment/build-packages.ts', 'test/environment/package-list.mjs'];

const options = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node24',
  logLevel: 'error',
} satisfies BuildOptions;

/** Bundles the part of Jest that is evaluated for each test file. */
async function buildFramework(folder: string): Promise<void> {
  const outfile = join(folder, frameworkFile);
  await build({ ...options, entryPoints: [frameworkModule], external: outsideFramework, outfile });
}

/** Bundles the packages into one script, and writes the modules that export them. */
async function buildPackages(folder: string): Promise<void> {
  for (const name of packages) {
    const { default: hasDefault } = await import(name);
    const lines = [`export * from '${name}';`, ...(hasDefault ? [`export { default } from '${name}';`] : [])];
    writeFileSync(join(folder, `entry.${moduleOf(name)}`), lines.join('\n'));
  }
  // `require` evaluates a package at its first import and returns it without a promise.
  const loaders = packages.map((name) => `'${name}': () => require('./entry.${moduleOf(name)}')`);
  await build({
    ...options,
    stdin: { contents: `module.exports = { ${loaders.join(', ')} };`, resolveDir: folder },
    outfile: join(folder, bundleFile),
    supported: { 'dynamic-import': false },
  });
  for (const name of [...packages, ...sharedPackages]) {
    const names = Object.keys(await import(name)).filter((each) => each !== 'module.exports');
    // A name such as `catch` can be exported but not declared as a constant.
    const lines = names.map((each, at) => `const name${at} = loaded.${each};\nexport { name${at} as ${each} };`);
    const load = `const loaded = globalThis[Symbol.for('${packagesKey}')]['${name}']();`;
    writeFileSync(join(folder, moduleOf(name)), [load, ...lines].join('\n'));
  }
}

const hash = createHash('sha256');
for (const file of inputs) hash.update(readFileSync(join(root, file)));
const key = hash.digest('hex');
const keyFile = join(packagesDir, 'key');

if (!existsSync(keyFile) || readFileSync(keyFile, 'utf8') !== key) {
  mkdirSync(dirname(packagesDir), { recursive: true });
  const draft = mkdtempSync(`${packagesDir}-`);
  await Promise.all([buildPackages(draft), buildFramework(draft)]);
  writeFileSync(join(draft, 'key'), key);
  rmSync(packagesDir, { recursive: true, force: true });
  renameSync(draft, packagesDir);
}
