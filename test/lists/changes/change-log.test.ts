import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import { progressFromNow } from '#src/lists/changes/change-log.ts';
import { peopleChanges } from '#src/lists/changes/people-changes.ts';
import { projectChanges, publicationChanges } from '#src/lists/changes/record-changes.ts';
import { lateCommitMs } from '#src/lists/load/shards.ts';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { savePublication } from '#src/records/publications/store/publications.ts';
import { raiseEpoch } from '#src/records/store/list-rows.ts';
import { keys } from '#src/table/keys.ts';
import { db, tableName, transact } from '#src/table/table.ts';
import { anIncoming, aProject } from '../../support/builders.ts';
import { listsCompared } from '../../support/engine.ts';
import { storeProject } from '../../support/projects.ts';
import { curatePublication, ingestPublication } from '../../support/publicity.ts';
import { Copy, clock, listings, logs, names, orcids, storePerson } from './change-log-fixture.ts';

/** Stores a publication that is hidden from the start. */
const hidden = (doi: string, orcid: string) =>
  savePublication(
    { ...applyIncoming(undefined, anIncoming({ doi, orcid }), [], new Date(clock.nowMs)), visible: false },
    undefined,
    [],
  );

test('once everything is settled and nothing changes, a sync is one request without changes and the progress stays the same', async () => {
  await ingestPublication('10.5555/settled', orcids[0], 'Settled');
  for (const name of names) {
    const copy = new Copy(logs[name]);
    await copy.sync();
    clock.nowMs += 2 * lateCommitMs;
    await copy.sync();
    const { progress } = copy;
    clock.nowMs += 1;
    expect(await copy.next(100)).toEqual({ changes: [], progress, hasMore: false, isReset: false });
  }
});

test('a new copy gets no removals from before it began, but those that happen while it is made', async () => {
  for (const n of [1, 2, 3]) await ingestPublication(`10.5555/gone.${n}`, orcids[0], 'Gone');
  await curatePublication('10.5555/gone.1', { visible: false });
  clock.nowMs += 2 * lateCommitMs;
  const copy = new Copy(publicationChanges);
  await copy.sync();
  expect(copy.removed).toEqual(new Set());
  const other = new Copy(publicationChanges);
  let page = await other.next(1);
  await curatePublication('10.5555/gone.2', { deleted_at: '2026-01-31T12:00:00.000Z' });
  while (page.hasMore) page = await other.next(1);
  expect(other.removed).toEqual(new Set(['10.5555/gone.2']));
});

test('an entry that was never public is in no change', async () => {
  const copies = [new Copy(publicationChanges), new Copy(projectChanges), new Copy(peopleChanges)];
  for (const copy of copies) await copy.sync();
  await storePerson('0000-0000-0000-0009', 'Unknown');
  await hidden('10.5555/secret', '0000-0000-0000-0009');
  await storeProject(aProject({ id: 'secret', visible: false }), new Date(clock.nowMs));
  await storeProject(aProject({ id: 'secret', visible: false, title: 'Still secret' }), new Date(clock.nowMs));
  for (const copy of copies) expect((await copy.next(100)).changes).toEqual([]);
});

test('changes to a hidden entry are not visible', async () => {
  await ingestPublication('10.5555/draft', orcids[0], 'Draft');
  const copy = new Copy(publicationChanges);
  await copy.sync();
  await curatePublication('10.5555/draft', { visible: false });
  clock.nowMs += 2 * lateCommitMs;
  await copy.sync();
  clock.nowMs += 2 * lateCommitMs;
  await copy.sync();
  await curatePublication('10.5555/draft', { edits: { title: 'Still a draft' } });
  expect((await copy.next(100)).changes).toEqual([]);
});

test('a person is removed with the last of their public publications', async () => {
  const orcid = '0000-0000-0000-0008';
  await storePerson(orcid, 'Twice');
  for (const n of [1, 2]) await ingestPublication(`10.5555/twice.${n}`, orcid, 'Twice');
  const copy = new Copy(peopleChanges);
  await copy.sync();
  for (const [n, isLeft] of [
    [1, true],
    [2, false],
  ] as const) {
    clock.nowMs += 2 * lateCommitMs;
    await copy.sync();
    await curatePublication(`10.5555/twice.${n}`, { visible: false });
    await copy.sync();
    expect(copy.rows.has(orcid)).toBe(isLeft);
  }
});

test('a copy made page by page continues with the changes since it began', async () => {
  await ingestPublication('10.5555/moves', orcids[0], 'Before');
  const copy = new Copy(publicationChanges);
  copy.progress = await progressFromNow(publicationChanges, 0);
  const rows = await listings.publications();
  await curatePublication('10.5555/moves', { edits: { title: 'After' } });
  for (const [id, row] of rows) copy.rows.set(id, row);
  await copy.sync();
  expect(copy.rows).toEqual(await listings.publications());
});

test('after rows were deleted for good every copy is reset', async () => {
  await ingestPublication('10.5555/reset.a', orcids[0], 'Stays');
  await ingestPublication('10.5555/reset.b', orcids[1], 'Goes');
  clock.nowMs += 2 * lateCommitMs;
  const copies = [new Copy(publicationChanges), new Copy(peopleChanges)];
  for (const copy of copies) await copy.sync();
  await db.send(new DeleteCommand({ TableName: tableName(), Key: keys.publicationRow('10.5555/reset.b') }));
  await transact((at) => [raiseEpoch('PUB', at)]);
  await listsCompared();
  for (const copy of copies) expect((await copy.next(1)).isReset).toBe(true);
  for (const copy of copies) await copy.sync();
  expect(copies[0]?.rows).toEqual(await listings.publications());
  expect(copies[1]?.rows).toEqual(await listings.people());
});
