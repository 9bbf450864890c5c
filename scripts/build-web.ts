import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pageInputs } from '../local/cloudformation/assembly.ts';
import { fingerprintOf } from '../local/files/fingerprint.ts';
import { readJson, writePrivateJson } from '../local/files/json-files.ts';
import { makeDashboardTypes } from './generate/dashboard-types.ts';

const root = join(import.meta.dirname, '..');
const web = join(root, 'web');

/** Builds the web dashboard in web/dist unless its sources are unchanged. Returns whether it built. */
function buildWeb(): boolean {
  makeDashboardTypes();
  const [madeOf, fingerprint] = [join(root, '.local/pages-made-of.json'), fingerprintOf(root, pageInputs)];
  const isMade = readJson<{ fingerprint: string }>(madeOf)?.fingerprint === fingerprint;
  if (isMade && existsSync(join(web, 'dist/index.html'))) return false;
  const vite = join(dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json')), 'bin/vite.js');
  // In tests NODE_ENV is "test", which would make a development build.
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: web, env, stdio: 'inherit' });
  writePrivateJson(madeOf, { fingerprint });
  return true;
}

const startedAtMs = Date.now();
const isNew = buildWeb();
console.log(`the web dashboard is ${isNew ? `built (${Date.now() - startedAtMs} ms)` : 'up to date'}`);
