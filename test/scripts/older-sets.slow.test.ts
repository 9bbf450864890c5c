import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { unpackItems } from '../../scripts/stored-data/items.ts';
import { reduceOlderSets } from '../../scripts/stored-data/older.ts';
import { wholeVersions } from '../support/stored-data.ts';

const stored = join(import.meta.dirname, '../fixtures/stored');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const add = (from: string, to: string) => cpSync(join(stored, from), join(folder, to), { recursive: true });
const itemsOf = (name: string) => unpackItems(readFileSync(join(folder, name, 'items.jsonl.br')));
const partitions = (name: string) => new Set(itemsOf(name).map(({ pk }) => String(pk?.S).split('#')[0]));

test('a release leaves the newest data of two versions whole, and of older data what no job writes anew', () => {
  const [previous = '', newest = ''] = wholeVersions;
  add(previous, '1.1.0+2026-11-22');
  add(previous, previous);
  add(newest, '1.2.0+2026-11-27');
  add(newest, newest);
  const before = [previous, newest].map(itemsOf);
  reduceOlderSets(folder);
  expect([previous, newest].map(itemsOf)).toEqual(before);
  for (const older of ['1.1.0+2026-11-22', '1.2.0+2026-11-27']) {
    expect(readdirSync(join(folder, older))).toEqual(['items.jsonl.br']);
    const kept = partitions(older);
    for (const partition of ['JOB', 'ACTIVITY', 'AUDIT', 'KEY', 'INSTALLATION']) expect([...kept]).toContain(partition);
    expect(itemsOf(older).filter(({ merged_into }) => merged_into?.S)).toHaveLength(1);
    for (const partition of ['USER', 'WORK', 'PROJECT']) expect([...kept]).not.toContain(partition);
  }
  reduceOlderSets(folder);
  expect(partitions('1.1.0+2026-11-22').size).toBeGreaterThan(5);
});
