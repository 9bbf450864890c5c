/** Makes a release of the current state: docs/upgrading.md. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { release } from '#src/runtime/release.ts';
import { makeWholeAssembly } from '../local/cloudformation/assembly.ts';
import { laptopSettings } from '../local/cloudformation/laptop-settings.ts';
import { sampleDir } from '../local/options.ts';
import { allNightlyFiles, nightlySuites } from '../test/nightly.ts';
import { storedFields } from '../test/support/stored-kinds.ts';
import { runCommand, UsageError } from './command.ts';
import { packRelease } from './release/archive.ts';
import { datedNotes, nextMinor, withVersion } from './release/notes.ts';
import { keptResources } from './release/resources.ts';
import { type ReleaseTests, runReleaseTests } from './release/tests.ts';
import { reduceOlderSets } from './stored-data/older.ts';

const usage = `Usage: npm run release -- [--next <version>] [--tested <where>]

Releases the version in package.json: runs the checks and all tests, dates its notes in CHANGELOG.md, keeps its functions
and templates in test/fixtures/releases for the tests of the next release, commits, and tags the commit. Then sets the
version that the next release will have, in a second commit. Pushes nothing. Takes about an hour. If a test fails or
you stop it, it begins again with the tests that have not passed on this commit.

  --next <version>  the version of the next release; default: the next minor one
  --tested <where>  runs no tests: says where they ran, which the commit of the release repeats
  --help            print this text

Exit codes: 0 done, 1 failed, 2 wrong options.`;

const root = join(import.meta.dirname, '..');
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const npm = (...args: string[]) => execFileSync('npm', args, { cwd: root, stdio: 'inherit' });

await runCommand(usage, async () => {
  const { next, tested } = options();
  if (git('status', '--porcelain') !== '') throw new Error('There are changes that are not committed');
  if (git('tag', '--list', `v${release}`) !== '') throw new Error(`The tag v${release} exists`);
  const changelog = join(root, 'CHANGELOG.md');
  const { text, notes } = datedNotes(readFileSync(changelog, 'utf8'), release, new Date().toISOString().slice(0, 10));
  const kept = join(root, 'node_modules/.cache/release.json');
  const failed = tested === undefined ? runReleaseTests(allTests(), git('rev-parse', 'HEAD'), kept) : [];
  if (failed.length > 0) throw new Error(`Failed: ${failed.join(', ')}`);
  writeFileSync(changelog, text);
  await keep();
  commit(`Release ${release}`, ...(tested === undefined ? [] : [`Tested: ${tested}`]));
  git('tag', '--annotate', `v${release}`, '--message', `Release ${release}`);
  for (const [file, edited] of Object.entries(versionFiles(next))) writeFileSync(join(root, file), edited);
  npm('run', 'generate');
  commit(`Begin ${next}`);
  console.log(`\n${notes}\n\nThe tag is v${release}. Publish it: git push --follow-tags`);
  return undefined;
});

/** The checks and all tests, in parts. */
function allTests(): ReleaseTests[] {
  const passes =
    (command: string, ...args: string[]) =>
    () =>
      spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0;
  const others = `--testPathIgnorePatterns=/(${allNightlyFiles.map((file) => file.replaceAll('.', '[.]')).join('|')})$`;
  return [
    {
      name: 'checks, and tests of each change',
      run: passes(process.execPath, '--no-warnings', 'scripts/test.ts', others),
    },
    ...Object.entries(nightlySuites).map(([name, { covers }]) => ({
      name: `${name} (${covers})`,
      run: passes('npm', 'run', '--silent', 'test:nightly', '--', name),
    })),
    { name: 'lists in PostgreSQL', run: passes('npm', 'run', '--silent', 'test:lists-in-postgres') },
  ];
}

function options(): { next: string; tested: string | undefined } {
  let given: { next?: string | undefined; tested?: string | undefined };
  try {
    given = parseArgs({ options: { next: { type: 'string' }, tested: { type: 'string' } } }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const { next = nextMinor(release), tested } = given;
  if (tested?.trim() === '') throw new UsageError('--tested says where the tests ran');
  if (!/^\d+\.\d+\.\d+$/.test(next)) throw new UsageError('--next takes a version such as 1.3.0');
  return { next, tested };
}

/** Writes the files that the tests of the next release run and compare, in place of those of earlier releases. */
async function keep(): Promise<void> {
  const releases = join(root, 'test/fixtures/releases');
  for (const entry of readdirSync(releases, { withFileTypes: true }))
    if (entry.isDirectory()) rmSync(join(releases, entry.name), { recursive: true });
  reduceOlderSets(join(root, 'test/fixtures/stored'));
  const folder = join(releases, release);
  mkdirSync(folder);
  const report = (step: string) => console.log(step);
  const settings = { sourcesDir: sampleDir, contactEmail: undefined, dataDir: undefined, loadBalancer: false };
  const laptop = await makeWholeAssembly(laptopSettings({ ...settings, seed: { kind: 'none' } }), report, true);
  packRelease({ assembly: laptop.folder, documents: join(root, 'openapi') }, join(folder, 'release.tar.zst'));
  laptop.release();
  const defaults = await makeWholeAssembly({}, report);
  const templates = readdirSync(defaults.folder).filter((name) => /^\w+[.]template[.]json$/.test(name));
  const kept = templates.sort().map((name) => {
    const template = JSON.parse(readFileSync(join(defaults.folder, name), 'utf8'));
    return [name.split('.')[0], keptResources(template)] as const;
  });
  defaults.release();
  const contents = { 'resources.json': Object.fromEntries(kept), 'stored-fields.json': storedFields() };
  for (const [name, content] of Object.entries(contents))
    writeFileSync(join(folder, name), `${JSON.stringify(content, undefined, 1)}\n`);
}

/** The files that contain the version, with the next one. */
function versionFiles(next: string): Record<string, string> {
  const files = ['package.json', 'package-lock.json', 'src/runtime/release.ts'];
  return Object.fromEntries(
    files.map((file) => [file, withVersion(readFileSync(join(root, file), 'utf8'), release, next)]),
  );
}

function commit(...paragraphs: string[]): void {
  git('add', '--all');
  git('commit', ...paragraphs.flatMap((paragraph) => ['--message', paragraph]));
}
