import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { loadRoutes } from '../../lib/load-declarations.ts';
import { mayCall } from '../../test/e2e/access-table.ts';
import { generateFiles, staleFiles } from '../generate.ts';
import { accessTableFile, checkAccessTable } from './access.ts';
import { checkExports } from './exports.ts';
import { checkCircles, checkFolderSizes, checkLength, checkSource, rooms } from './rules.ts';
import { parseSource, type Source, type Violation } from './source.ts';
import { checkComments, checkPage, checkText, checkVariables, type Repository } from './text.ts';

const root = join(import.meta.dirname, '../..');
const repository: Repository = {
  exists: (path) => existsSync(join(root, path)),
  read: (path) => readFileSync(join(root, path), 'utf8'),
};

/** Checks every repository rule that neither the compiler nor the linter covers. Needs no network and no build. */
export async function checkRepository(): Promise<Violation[]> {
  const code = files(
    '{bench,bin,clients/*/{examples,scripts,src},lambdas,lib,local,scripts,src,test,web}/**/*.{ts,tsx}',
  ).filter((path) => !/^web\/(dist|node_modules)\//.test(path));
  const pages = files('{*.md,{clients/*,src/*,web}/README.md,{bench,docs}/**/*.md,local/**/*.md}');
  const unreadable: Violation[] = [];
  const sources = code.flatMap((path): Source[] => {
    try {
      return [parseSource(path, repository.read(path))];
    } catch {
      unreadable.push({ file: path, line: 1, message: 'cannot be parsed: the types above say where' });
      return [];
    }
  });
  return [
    ...unreadable,
    ...sources.flatMap(checkSource),
    ...checkCircles(sources),
    ...checkExports(sources),
    ...checkFolderSizes(code),
    ...code.flatMap((path) => checkLength(path, repository.read(path))),
    ...pages.flatMap((path) => checkPage(path, repository.read(path), repository)),
    ...checkDecisions(pages),
    ...rooms.flatMap((room) => checkRoom(`src/${room}/README.md`)),
    ...checkVariables(pages.map((file) => ({ file, text: repository.read(file) }))),
    ...code.filter((path) => !isGenerated(path)).flatMap((path) => checkComments(path, repository.read(path))),
    ...[...code, ...pages].flatMap((path) => checkText(path, repository.read(path))),
    ...(await checkDeclarations()),
  ];
}

const isGenerated = (path: string) => /\/schema\.ts$/.test(path);

/** The most words of a room's page: what it is for, where to begin, and what not to look for there. */
const mostWordsOfRoom = 150;

/** Checks that a room has a page that is read in a minute. */
function checkRoom(file: string): Violation[] {
  if (!repository.exists(file)) return [{ file, line: 1, message: 'is missing: say what the room is for' }];
  const words = repository.read(file).trim().split(/\s+/).length;
  if (words <= mostWordsOfRoom) return [];
  return [{ file, line: 1, message: `has ${words} words, more than ${mostWordsOfRoom}` }];
}

/** Checks that the index of decisions lists all of them. */
function checkDecisions(pages: readonly string[]): Violation[] {
  const index = 'docs/decisions/README.md';
  const listed = repository.read(index);
  return pages
    .filter((path) => /^docs\/decisions\/\d/.test(path) && !listed.includes(`(${basename(path)})`))
    .map((file) => ({ file, line: 1, message: `is not listed in ${index}` }));
}

/** Checks that need the routes. A route that fails to load must not hide other findings. */
async function checkDeclarations(): Promise<Violation[]> {
  try {
    const accessTable = repository.read(accessTableFile);
    const stale = staleFiles(await generateFiles());
    return [
      ...checkAccessTable(await loadRoutes(), mayCall, accessTable),
      ...stale.map((file) => ({ file, line: 1, message: 'is not what the code makes now: npm run generate' })),
    ];
  } catch (error) {
    const hint = 'if Types failed, correct that first';
    return [{ file: 'lambdas', line: 1, message: `${(error as Error).message} (${hint})` }];
  }
}

const files = (pattern: string) => globSync(pattern, { cwd: root }).sort();
