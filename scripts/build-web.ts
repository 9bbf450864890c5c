import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pageInputs } from '../local/cloudformation/assembly.ts';
import { readJson, writePrivateJson } from '../local/data/files.ts';
import { fingerprintOf } from '../local/data/fingerprint.ts';

const root = join(import.meta.dirname, '..');
const web = join(root, 'web');

/** Builds the web dashboard in web/dist, unless it was built from the same sources. Returns whether it had to. */
function buildWeb(): boolean {
  const [madeOf, fingerprint] = [join(root, '.local/pages-made-of.json'), fingerprintOf(root, pageInputs)];
  const isMade = readJson<{ fingerprint: string }>(madeOf)?.fingerprint === fingerprint;
  if (isMade && existsSync(join(web, 'dist/index.html'))) return false;
  const vite = join(dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json')), 'bin/vite.js');
  // Within a test NODE_ENV is "test", which would make a build for development.
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: web, env, stdio: 'inherit' });
  writePrivateJson(madeOf, { fingerprint });
  return true;
}

const startedAtMs = Date.now();
const isNew = buildWeb();
console.log(`the web dashboard is ${isNew ? `built (${Date.now() - startedAtMs} ms)` : 'up to date'}`);
