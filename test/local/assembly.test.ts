import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { deleteOldAssemblies } from '../../local/cloudformation/assembly.ts';
import { shareLock } from '../../local/files/lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'assemblies-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the assembly of a running cloud is kept, however many newer ones there are', () => {
  for (let age = 1; age <= 7; age++) {
    const path = join(folder, `aged-${age}`);
    mkdirSync(path);
    writeFileSync(join(path, 'manifest.json'), '{}');
    utimesSync(path, new Date(1e12 - age * 1000), new Date(1e12 - age * 1000));
  }
  const left = () => readdirSync(folder).filter((name) => !name.endsWith('.lock'));
  const latest = ['aged-1', 'aged-2', 'aged-3', 'aged-4'];

  const [one, other] = [shareLock(join(folder, 'aged-6.lock')), shareLock(join(folder, 'aged-6.lock'))];
  deleteOldAssemblies(folder);
  expect(left()).toEqual([...latest, 'aged-6']);
  one.release();
  deleteOldAssemblies(folder);
  expect(left()).toEqual([...latest, 'aged-6']);
  other.release();
  deleteOldAssemblies(folder);
  expect(readdirSync(folder)).toEqual(latest);
});
