import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of a test run, for what is made once for all files and for what they record; concurrent runs have others. */
export const runFolder = (): string => process.env.TEST_RUN_DIR ?? '';

/** Creates that folder, for this process and its children. */
export function makeRunFolder(): void {
  process.env.TEST_RUN_DIR = mkdtempSync(join(tmpdir(), 'test-run-'));
}

/** The script with all pages of the web dashboard, in a run that has tests of them. */
export const dashboardFile = (): string => join(runFolder(), 'dashboard.js');
