/**
 * The rules of this repository that neither the compiler nor the linter knows. Needs no network and no build, and names
 * everything that is wrong at once.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkCircles, checkFolderSizes, checkSource } from './check/rules.ts';
import { parseSource, type Violation } from './check/source.ts';
import { checkPage, checkText, type Repository } from './check/text.ts';
import { generated, staleFiles } from './generate.ts';

const root = join(import.meta.dirname, '..');
const repository: Repository = {
  exists: (path) => existsSync(join(root, path)),
  read: (path) => readFileSync(join(root, path), 'utf8'),
};

/** Everything that is wrong, file by file. */
export async function check(): Promise<Violation[]> {
  const code = files('{bench,bin,clients/*/{examples,scripts,src},lambdas,lib,local,scripts,src,test}/**/*.ts');
  const pages = files('{README.md,clients/*/README.md,docs/**/*.md}');
  const stale = staleFiles(await generated()).map((file) => ({
    file,
    line: 1,
    message: 'is not what the code makes now: run "npm run generate" and commit the result',
  }));
  const sources = code.map((path) => parseSource(path, repository.read(path)));
  return [
    ...sources.flatMap(checkSource),
    ...checkCircles(sources),
    ...checkFolderSizes(code),
    ...pages.flatMap((path) => checkPage(path, repository.read(path), repository)),
    ...[...code, ...pages].flatMap((path) => checkText(path, repository.read(path))),
    ...stale,
  ];
}

const files = (pattern: string) => globSync(pattern, { cwd: root }).sort();

if (import.meta.main) {
  const violations = await check();
  for (const { file, line, message } of violations) console.error(`${file}:${line} ${message}`);
  if (violations.length > 0) console.error(`${violations.length} to put right`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
