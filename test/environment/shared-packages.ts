import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { moduleOf, packagesDir, packagesKey, sharedPackages } from './package-list.mjs';

const root = join(import.meta.dirname, '../..');
const inputs = ['package-lock.json', 'test/environment/shared-packages.ts', 'test/environment/package-list.mjs'];

/** Writes a module for each package that exports what the worker has loaded of it. */
async function writeModules(folder: string): Promise<void> {
  for (const name of sharedPackages) {
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
  await writeModules(draft);
  writeFileSync(join(draft, 'key'), key);
  rmSync(packagesDir, { recursive: true, force: true });
  renameSync(draft, packagesDir);
}
