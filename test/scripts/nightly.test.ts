import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { allNightlyFiles, nightlyFilesOf, nightlySuites } from '../nightly.ts';

const root = join(import.meta.dirname, '../..');
const suites = Object.values(nightlySuites);
const starts = [...new Set(suites.flatMap(({ touchedBy }) => touchedBy))];
const filesOf = (...names: string[]) =>
  names.flatMap((name) => Object.keys(nightlySuites[name]?.secondsOf ?? {})).sort();
const seconds = (files: readonly string[]) =>
  suites.flatMap(({ secondsOf }) => files.map((file) => secondsOf[file] ?? 0)).reduce((sum, each) => sum + each, 0);

test('each suite names tests that exist and that npm test leaves out, no test belongs to two', () => {
  expect(allNightlyFiles.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(allNightlyFiles.filter((file) => !/[.]slow[.]test[.]ts$|[.]browser[.]ts$/.test(file))).toEqual([]);
  expect(new Set(allNightlyFiles).size).toBe(allNightlyFiles.length);
});

test('each path that touches a suite exists, and a change in any room of src runs something', () => {
  expect(starts.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const rooms = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(rooms.filter(({ name }) => nightlyFilesOf([`src/${name}/store/a.ts`]).files.length === 0)).toEqual([]);
});

test.each<[string, string[], string[]]>([
  ['a page of documentation needs none', ['docs/search.md'], []],
  ['a room needs its suites', ['src/webhooks/deliver.ts'], filesOf('webhooks', 'kills')],
  [
    'several changes need what each of them touches',
    ['src/webhooks/deliver.ts', 'src/sources/a.ts'],
    filesOf('kills', 'sources', 'webhooks'),
  ],
  [
    'a nightly test that changes needs itself',
    ['test/e2e/every-function.slow.test.ts'],
    ['test/e2e/every-function.slow.test.ts'],
  ],
])('%s', (_, changed, files) => {
  expect(nightlyFilesOf(changed)).toEqual({ files, cut: [] });
});

test('without a commit to compare with, and for what everything rests on, the cheapest of each suite runs', () => {
  const { files, cut } = nightlyFilesOf(undefined);
  expect(cut).toEqual([]);
  expect(nightlyFilesOf(['package-lock.json'])).toEqual({ files, cut });
  for (const { secondsOf } of suites) {
    const cheapest = Math.min(...Object.values(secondsOf));
    const chosen = Object.keys(secondsOf).filter((file) => files.includes(file));
    expect(chosen.map((file) => secondsOf[file])).toEqual(cheapest < 60 ? [cheapest] : []);
  }
});

test('what a change runs whole takes seven minutes of a processor at most; each suite left in part is named', () => {
  fc.assert(
    fc.property(fc.subarray(starts), (changed) => {
      const { files, cut } = nightlyFilesOf(changed);
      const touched = Object.entries(nightlySuites).filter(([, { touchedBy }]) =>
        changed.some((path) => touchedBy.some((start) => path.startsWith(start))),
      );
      const whole = touched.filter(([name]) => !cut.includes(name)).map(([name]) => name);
      expect(seconds(filesOf(...whole))).toBeLessThanOrEqual(420);
      for (const [name, { secondsOf }] of touched) {
        const chosen = Object.keys(secondsOf).filter((file) => files.includes(file));
        const isLong = Math.min(...Object.values(secondsOf)) >= 60;
        expect(chosen.length > 0 || (isLong && cut.includes(name))).toBe(true);
      }
      expect(whole.every((name) => filesOf(name).every((file) => files.includes(file)))).toBe(true);
      expect(cut.every((name) => touched.some(([other]) => other === name))).toBe(true);
    }),
  );
});
