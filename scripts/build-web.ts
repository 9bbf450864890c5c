import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { hashOfFiles, readFiles } from '../local/files/copied-sources.ts';
import { readJson, writePrivateJson } from '../local/files/json-files.ts';
import { lockWhenFree } from '../local/files/lock.ts';
import { installedPackages } from './functions/current-bundles.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'web/dist');
const madeOfFile = join(root, '.local/pages-made-of.json');
/** The files of which the pages are made, besides those of `src`: validation rules that they share with the functions. */
const inputs = [
  'web/index.html',
  'web/src',
  'web/package.json',
  'web/vite.config.ts',
  'web/compile-texts.ts',
  'package-lock.json',
];
/** Types alone. */
const typesFile = 'web/src/api/schema.ts';

interface MadeOf {
  hash: string;
  /** The files of `src` that are in the pages. */
  sources: string[];
}

/** The hash of what the built web dashboard is made of; undefined if there is none, or anything of it has changed. */
export function currentPages(): string | undefined {
  const made = readJson<MadeOf>(madeOfFile);
  return made?.sources && existsSync(join(dist, 'index.html')) && hashNow(made.sources) === made.hash
    ? made.hash
    : undefined;
}

/** Undefined if a source has gone. */
function hashNow(sources: readonly string[]): string | undefined {
  if (!sources.every((file) => existsSync(join(root, file)))) return undefined;
  const files = readFiles(root, [...inputs, ...sources]);
  files.delete(typesFile);
  return hashOfFiles(files, process.version, String(installedPackages()));
}

/** Builds the web dashboard in web/dist, unless it is current. Returns whether it built. */
async function buildWeb(): Promise<boolean> {
  const lock = await lockWhenFree(join(root, '.local/pages.lock'));
  try {
    if (currentPages()) return false;
    for (;;) {
      const before = readFiles(root, ['src']);
      const hashBefore = hashNow([...before.keys()]);
      const sources = build();
      // Otherwise a file was written meanwhile, and the pages may have parts of both states.
      if (hashNow([...before.keys()]) !== hashBefore) continue;
      rmSync(madeOfFile, { force: true });
      rmSync(dist, { recursive: true, force: true });
      renameSync(draft, dist);
      writePrivateJson(madeOfFile, { hash: hashNow(sources), sources });
      return true;
    }
  } finally {
    lock.release();
  }
}

const draft = `${dist}.draft`;

/** Returns the files of `src` that are in the pages. */
function build(): string[] {
  const web = dirname(dist);
  const vite = join(dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json')), 'bin/vite.js');
  const sourcesFile = join(root, '.local/page-sources.json');
  mkdirSync(dirname(sourcesFile), { recursive: true });
  // In tests NODE_ENV is "test", which would make a development build.
  const env = { ...process.env, NODE_ENV: 'production', PAGE_SOURCES_FILE: sourcesFile };
  const options = ['--outDir', draft, '--emptyOutDir', '--logLevel', 'warn'];
  execFileSync(process.execPath, [vite, 'build', ...options], { cwd: web, env, stdio: 'inherit' });
  return readJson<string[]>(sourcesFile) ?? [];
}

if (import.meta.main) {
  const startedAtMs = Date.now();
  const isNew = await buildWeb();
  console.log(`the web dashboard is ${isNew ? `built (${Date.now() - startedAtMs} ms)` : 'up to date'}`);
}
