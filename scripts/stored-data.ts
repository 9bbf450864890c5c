/** Writes a data set in this version's stored form: docs/stored-shapes.md. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { runCommand, UsageError } from './command.ts';
import { writeFiles } from './stored-data/files.ts';
import { packed } from './stored-data/packed.ts';
import { useRegistry } from './stored-data/use.ts';

const usage = `Usage: npm run stored-data

Starts a laptop cloud with the sample, uses it until it has records of every kind, and writes what it has stored to
a new folder of test/fixtures/stored, named by the version and the date. Takes about half a minute.

  --help    print this text

Exit codes: 0 done, 1 failed, 2 wrong options.`;

const root = join(import.meta.dirname, '..');

await runCommand(usage, async () => {
  if (process.argv.length > 2) throw new UsageError('This command has no options');
  const work = mkdtempSync(join(tmpdir(), 'stored-data-'));
  try {
    const [dataDir, draft] = [join(work, 'data'), join(work, 'set')];
    const answers = await useRegistry(dataDir, (step) => console.log(step));
    const { items, objects } = await writeFiles(dataDir, draft, answers);
    writeFileSync(join(draft, 'laptop.tar.br'), packed(dataDir));
    const folder = newFolder();
    // Copied, because the temporary folder may be on another file system.
    cpSync(draft, folder, { recursive: true });
    console.log(`${relative('.', folder)} has ${items} items and ${objects} objects.`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return undefined;
});

/** The folder for today's data set of this version. A second one of the same day ends with `.2`. */
function newFolder(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const day = `${version}+${new Date().toISOString().slice(0, 10)}`;
  for (let n = 1; ; n++) {
    const folder = join(root, 'test/fixtures/stored', n === 1 ? day : `${day}.${n}`);
    if (!existsSync(folder)) return folder;
  }
}
