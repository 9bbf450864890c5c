import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { deleteRecords } from '#src/operations/deletion/delete-records.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { leftSince } from '#src/records/store/left-rows.ts';
import { keys } from '#src/table/keys.ts';
import { getItem } from '#src/table/table.ts';
import { carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import {
  curateProject,
  curatePublication,
  curateWork,
  importProject,
  ingestPublication,
  ingestWork,
} from '../support/publicity.ts';

const doi = '10.5555/pots';
const deletedAt = '2026-01-31T12:00:00.000Z';

beforeEach(async () => {
  await freshTable();
  process.env.LISTS_MARK_LEFT_ROWS = 'true';
  await ingestPublication(doi, carberry, 'On Cracked Pots');
});

afterEach(() => {
  delete process.env.LISTS_MARK_LEFT_ROWS;
});

const left = async (collection: 'PUB' | 'WORK' = 'PUB') => (await leftSince(collection, 0))?.map(({ id }) => id);

test.each([
  ['hidden', { visible: false }],
  ['deleted', { deleted_at: deletedAt }],
  ['replaced by another version', { superseded_by: '10.5555/newer' }],
  ['without a person that it named', { researchers: [] }],
])(
  'a publication that is %s is marked with the time of its row, and a later write leaves the mark',
  async (_, change) => {
    expect(await left()).toEqual([]);
    await curatePublication(doi, change);
    const { changed } = (await getItem(keys.publicationRow(doi))) ?? {};
    expect(await leftSince('PUB', 0)).toEqual([{ id: doi, leftMs: changed }]);
    expect(await leftSince('PUB', Number(changed) + 1)).toEqual([]);
    await curatePublication(doi, {});
    expect(await leftSince('PUB', 0)).toEqual([{ id: doi, leftMs: changed }]);
  },
);

test('what leaves no list is not marked: a new record, an edit, and what nobody saw', async () => {
  await ingestPublication(doi, carberry, 'On Mended Pots');
  await ingestPublication('10.5555/draft', carberry, 'Draft');
  expect(await left()).toEqual([]);
  await curatePublication('10.5555/draft', { visible: false });
  await curatePublication('10.5555/draft', { deleted_at: deletedAt });
  expect(await left()).toEqual(['10.5555/draft']);
});

test('works and permanent deletions are marked, and projects, which are always in memory, are not', async () => {
  await ingestWork('3f2a', carberry, 'Pots');
  await curateWork('3f2a', carberry, { visible: false });
  expect(await left('WORK')).toEqual(['3f2a']);
  await ingestWork('4b5c', carberry, 'Pans');
  await deleteRecords('WORK', ['4b5c'], () => {});
  expect((await left('WORK'))?.sort()).toEqual(['3f2a', '4b5c']);
  await importProject('kilns', 'Kilns');
  await curateProject('kilns', { visible: false });
  await deleteRecords('PUB', [doi], () => {});
  expect(await left()).toEqual([doi]);
});

test('a write that fails leaves no mark', async () => {
  const before = await getPublication(doi);
  if (!before) throw new Error('no publication');
  await curatePublication(doi, {});
  expect(await savePublication({ ...before, visible: false, version: before.version + 1 }, before, [])).toBe('stale');
  expect(await left()).toEqual([]);
});

test('without lists in a database, nothing is marked', async () => {
  delete process.env.LISTS_MARK_LEFT_ROWS;
  await curatePublication(doi, { visible: false });
  await deleteRecords('PUB', [doi], () => {});
  expect(await left()).toEqual([]);
});

test('a mark expires, so that the marks do not grow with the registry', async () => {
  await curatePublication(doi, { visible: false });
  const { changed, expiresAtSeconds } = (await getItem(keys.leftRow(keys.publicationRow(doi)))) ?? {};
  expect(Number(expiresAtSeconds) * 1_000).toBeGreaterThan(Number(changed));
  expect(Number(expiresAtSeconds) * 1_000).toBeLessThan(Number(changed) + 24 * 3_600_000);
});
