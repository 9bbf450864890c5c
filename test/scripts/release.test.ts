import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { release } from '#src/runtime/release.ts';
import { datedNotes, nextMinor, withVersion } from '../../scripts/release/notes.ts';
import { runReleaseTests } from '../../scripts/release/tests.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const changelog = (unreleased: string, written = '') =>
  `# Changelog\n\n## [Unreleased]\n${unreleased}\n${written}## [1.0.0]\n\nThe first.\n`;

test('package.json, the lock file and the functions have one version, and the changelog names it or what is unreleased', () => {
  expect(JSON.parse(read('package.json')).version).toBe(release);
  const lock = JSON.parse(read('package-lock.json'));
  expect([lock.version, lock.packages[''].version]).toEqual([release, release]);
  expect(() => datedNotes(read('CHANGELOG.md'), release, '2026-01-31')).not.toThrow();
});

test('what is unreleased gets the number and the day, and an empty section stays for the next release', () => {
  const { text, notes } = datedNotes(changelog('\n- A change.\n'), '1.1.0', '2026-01-31');
  expect(text).toBe(
    '# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2026-01-31\n\n- A change.\n\n## [1.0.0]\n\nThe first.\n',
  );
  expect(notes).toBe('## [1.1.0] - 2026-01-31\n\n- A change.');
});

test('notes that have their number already get the day', () => {
  const { text, notes } = datedNotes(
    changelog('', '## [1.1.0] - 2026-01-30\n\n- A change.\n\n'),
    '1.1.0',
    '2026-01-31',
  );
  expect(text).toContain('## [1.1.0] - 2026-01-31\n\n- A change.\n');
  expect(notes).toBe('## [1.1.0] - 2026-01-31\n\n- A change.');
});

test('there is no release without notes', () => {
  expect(() => datedNotes(changelog(''), '1.1.0', '2026-01-31')).toThrow('CHANGELOG.md has no heading ## [1.1.0]');
  expect(() => datedNotes(changelog('', '## [1.1.0]\n\n'), '1.1.0', '2026-01-31')).toThrow('says nothing of 1.1.0');
});

test('the next version replaces that of the project, and no dependency of the same version', () => {
  const lock = ['{', '"version": "1.1.0",', ...Array(12).fill(''), '"node_modules/one": { "version": "1.1.0" }'].join(
    '\n',
  );
  expect(withVersion(lock, '1.1.0', '1.2.0')).toBe(lock.replace('1.1.0', '1.2.0'));
  expect(nextMinor('1.9.3')).toBe('1.10.0');
});

test('what has passed on a commit does not run again on it, what failed does, and another commit begins anew', () => {
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const file = join(mkdtempSync(join(tmpdir(), 'release-')), 'kept', 'release.json');
  const ran: string[] = [];
  let isBroken = true;
  const part = (name: string, passes: () => boolean) => ({
    name,
    run: () => {
      ran.push(name);
      return passes();
    },
  });
  const parts = [part('quick', () => true), part('browser', () => !isBroken), part('kills', () => true)];
  const run = (commit: string) => {
    ran.length = 0;
    return { failed: runReleaseTests(parts, commit, file), ran: [...ran] };
  };
  expect(run('one')).toEqual({ failed: ['browser'], ran: ['quick', 'browser', 'kills'] });
  isBroken = false;
  expect(run('one')).toEqual({ failed: [], ran: ['browser'] });
  expect(run('one')).toEqual({ failed: [], ran: [] });
  expect(run('other')).toEqual({ failed: [], ran: ['quick', 'browser', 'kills'] });
  writeFileSync(file, 'not JSON');
  expect(run('other')).toEqual({ failed: [], ran: ['quick', 'browser', 'kills'] });
});
