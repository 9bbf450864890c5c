import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../..');

test('100,000 rows take at most 90 MB, and 130 MB for curators, with all indexes that the mixes of the benchmark build', async () => {
  const { PGURL: _, ...environment } = process.env;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--expose-gc', 'bench/lists.ts', '--rows', '50000', '--samples', '0', '--json'],
    { cwd: root, env: environment },
  );
  const { facts } = JSON.parse(stdout) as { facts: Record<string, number> };
  expect(facts['memory for 100,000 rows, MB']).toBeGreaterThan(10);
  expect(facts['memory for 100,000 rows, MB']).toBeLessThanOrEqual(90);
  expect(facts['curators: memory for 100,000 rows, MB']).toBeGreaterThan(10);
  expect(facts['curators: memory for 100,000 rows, MB']).toBeLessThanOrEqual(130);
}, 600_000);
