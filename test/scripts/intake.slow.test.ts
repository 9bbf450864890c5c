import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

/** The command as somebody types it; what it asks of a registry is in test/intakes. */

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'intake-'));
  writeFileSync(join(folder, 'good.bib'), '@book{a, title = {Kilns}, author = {Kiln, Ann}, year = 2020}');
  writeFileSync(join(folder, 'broken.bib'), '@book{a, title = {Kilns, author = {Kiln, Ann}, year = 2020}');
  writeFileSync(join(folder, 'other.bin'), Uint8Array.of(27, 93, 48, 59, 65, 7, 10, 66));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each<[options: string[], status: number, printed: RegExp]>([
  [['--help'], 0, /^Usage: npm run intake/],
  [['good.bib', '--dry-run'], 0, /^1 entries \(bibtex, utf-8\): 0 with a DOI, 1 without, 0 faulty/],
  [['good.bib', '--dry-run', '--json'], 0, /"entries": 1/],
  [['broken.bib', '--dry-run'], 1, /1 faulty\nline 1 \(a\): A brace is not closed/],
  [['good.bib'], 2, /Name a registry, or use --dry-run/],
  [['good.bib', '--dry-run', '--group', 'kilns'], 2, /--group, .* are only with --registry/],
  [['missing.bib', '--dry-run'], 2, /ENOENT/],
  [['other.bin', '--dry-run'], 2, /^The file cannot be read: No column was recognised as a title or a DOI: \]0, A\n$/u],
])('%j ends with %i', (options, status, printed) => {
  const script = join(import.meta.dirname, '../../scripts/intake.ts');
  const { stdout, stderr, ...ended } = spawnSync(process.execPath, ['--no-warnings', script, ...options], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(`${stdout}${stderr}`).toMatch(printed);
  expect(ended.status).toBe(status);
});
