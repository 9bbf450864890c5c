/** Runs what each change must pass: docs/contributing/testing.md. */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { allNightlyFiles, nightlyFilesOf } from '../test/nightly.ts';
import { runCommand, UsageError } from './command.ts';

const usage = `Usage: npm run test:gate [-- --since <commit>]

Runs the checks, all tests but those of test/nightly.ts, those of them that the changes since a commit need, and the
tests that show that lists in PostgreSQL answer as those in memory.

  --since <commit>  what the changes are compared with; default: where the branch left origin/main. Without either, it
                    runs what a change of everything needs
  --help            print this text

Exit codes: 0 all passed, 1 a check or test failed, 2 wrong options.`;

const root = join(import.meta.dirname, '..');

/** Enough to tell that both engines answer alike: npm run test:lists-in-postgres runs all. */
const inPostgres =
  'test/(routes/(consumer/publications/list|integrations/(changes|works)|dashboard/works)|lists/(publications|researchers))';

await runCommand(usage, async () => {
  const since = options();
  const changed = since === undefined ? undefined : changesSince(since);
  const { files, cut } = nightlyFilesOf(changed);
  console.log(
    changed === undefined
      ? 'No commit to compare with: the cheapest file of each nightly suite runs.'
      : `${changed.length} files changed since ${since}; ${files.length} nightly files of tests run.`,
  );
  for (const name of cut) console.log(`Of ${name} only a part runs. Before you merge: npm run test:nightly -- ${name}`);
  const left = allNightlyFiles.filter((file) => !files.includes(file)).map((file) => file.replaceAll('.', '[.]'));
  return (
    node('scripts/test.ts', '--ci', `--testPathIgnorePatterns=/(${left.join('|')})$`) ||
    npm('run', '--silent', 'test:only', '--', '--ci', inPostgres, '--testPathIgnorePatterns=[.]slow[.]test')
  );
});

function options(): string | undefined {
  let since: string | undefined;
  try {
    since = parseArgs({ options: { since: { type: 'string' } } }).values.since;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  if (since === undefined) return branchedAt();
  if (!git('cat-file', '-t', since)) throw new UsageError(`--since: there is no commit ${since}`);
  return since;
}

/** Where this branch left `origin/main`; undefined on main itself, or without that branch. */
function branchedAt(): string | undefined {
  const base = git('merge-base', 'HEAD', 'origin/main');
  return base === git('rev-parse', 'HEAD') ? undefined : base;
}

/** The changed paths, of a file that has moved both; undefined if git cannot say. */
function changesSince(commit: string): string[] | undefined {
  return git('diff', '--name-only', '--no-renames', commit)?.split('\n').filter(Boolean);
}

/** The answer of git; undefined if it has none. */
function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

function node(...args: string[]): number {
  return run(process.execPath, ['--no-warnings', ...args], process.env);
}

function npm(...args: string[]): number {
  return run('npm', args, { ...process.env, LISTS_ENGINE: 'postgres' });
}

function run(command: string, args: string[], env: NodeJS.ProcessEnv): number {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env }).status ?? 1;
}
