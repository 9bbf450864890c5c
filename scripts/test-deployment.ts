/** Runs the API suites over HTTP against a running registry: docs/operating.md. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand, UsageError } from './command.ts';

const usage = `Usage: npm run test:deployment -- <stack.json> [--write]

Asks the three APIs of the registry that the file describes: every list, every route as every caller whose credentials
the file has, and random requests. Every response must match the OpenAPI documents. It only reads.

  --write   also changes and deletes data: only for a stage that can be thrown away
  --help    print this text

Exit codes: 0 passed, 1 failed, 2 wrong options.`;

const root = join(import.meta.dirname, '..');

await runCommand(usage, async () => {
  const { file, write } = readOptions();
  const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', '--verbose'];
  const { status } = spawnSync(
    process.execPath,
    [...jest, '--testMatch', '<rootDir>/test/deployment/*.deployment.ts'],
    {
      cwd: root,
      env: { ...process.env, TEST_STACK_FILE: file, TEST_STACK_WRITE: String(write) },
      stdio: 'inherit',
    },
  );
  return status ?? 1;
});

function readOptions(): { file: string; write: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { write: { type: 'boolean', default: false } },
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new Error('Name one stack.json');
    if (!existsSync(file)) throw new Error(`There is no file ${file}`);
    return { file: resolve(file), write: values.write };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
