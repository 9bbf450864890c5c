import { beforeEach, describe, expect, test } from '@jest/globals';
import { mergeWork, undoWorkMerge } from '#src/duplicates/merging/merge-work.ts';
import { getPair, pairId } from '#src/duplicates/store/pairs.ts';
import { newPair } from '#src/records/likeness/pair.ts';
import { getWorkEdits } from '#src/records/publications/store/edits.ts';
import { getWork, saveWork, worksOf, worksWith } from '#src/records/publications/store/works.ts';
import { type WorkRecord, workPeople } from '#src/records/works/work.ts';
import { applyWork } from '#src/records/works/work-content.ts';
import { aSummary, carberry, lovelace } from '../support/builders.ts';
import { dyingAt } from '../support/crash.ts';
import { freshTable, indexCaughtUp } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { storePerson } from '../support/people.ts';
import { events } from '../support/table.ts';

captureLog();
const now = new Date('2026-01-31T12:00:00Z');
const curator = { workspace: 'primary_entity', actor: 'user:curator@example.org', now };
const [one, other] = ['1'.repeat(32), '2'.repeat(32)];

const stored = async (id: string): Promise<WorkRecord> => {
  const work = await getWork(id);
  if (!work) throw new Error('no work');
  return work;
};
const contentOf = async (id: string) => ({ ...(await stored(id)), version: 0, withdrawn_at: 0 });

/** Ingests the work of a person's record again. */
async function ingest(id: string, orcid: string, putCode: number, title = 'Report on Pots'): Promise<void> {
  const before = await getWork(id);
  const preferred = aSummary({ putCode, title, workType: 'report' });
  await saveWork(applyWork(before, { id, orcid, preferred, putCodes: [putCode] }, now), before);
}

const change = async (id: string, fields: Partial<WorkRecord>) => {
  const before = await stored(id);
  await saveWork({ ...before, ...fields, version: before.version + 1 }, before);
};

/** The pair of two works before and after a decision. */
async function pairOf(kept: string, gone: string, isMerged: boolean) {
  const works = [
    { kind: 'work', id: kept },
    { kind: 'work', id: gone },
  ] as const;
  const id = pairId(...works);
  const before = await getPair(id);
  const pair = before ?? newPair(id, [...works], { score: 90, reasons: [] }, now);
  const decided = isMerged ? ({ status: 'merged', kept } as const) : ({ status: 'open', kept: null } as const);
  return { before, after: { ...pair, ...decided, version: pair.version + 1 } };
}

const merge = async (kept = one, gone = other) => mergeWork(await pairOf(kept, gone, true), curator);
const undo = async (kept = one, gone = other) => undoWorkMerge(await pairOf(kept, gone, false), curator);

beforeEach(async () => {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
  await storePerson(lovelace, 'Ada', 'Lovelace');
  await ingest(one, carberry, 1);
  await ingest(other, lovelace, 2);
});

describe('merging a work into another one', () => {
  test('the kept one takes over people and edits, and the other is deleted', async () => {
    await change(other, { edits: { title: 'Edited', data: { note: 'b' } }, edit_count: 1 });
    await change(one, { edits: { data: { note: 'a' } }, edit_count: 1 });
    expect(await merge()).toBe('saved');
    const kept = await stored(one);
    expect(kept).toMatchObject({ title: 'Edited', edits: { title: 'Edited', data: { note: 'a' } }, edit_count: 2 });
    expect(workPeople(kept)).toEqual([carberry, lovelace]);
    expect(await stored(other)).toMatchObject({
      deleted_at: now.toISOString(),
      is_merged: true,
      merged_into: one,
      taken_over: { edit: 2, orcids: [lovelace] },
    });
    expect((await getWorkEdits(one, [2]))[0]?.changes).toMatchObject([{ field: '/title', after: 'Edited' }]);
    await indexCaughtUp();
    expect((await worksWith(lovelace)).map(({ id }) => id).sort()).toEqual([one, other]);
    expect((await worksOf(lovelace)).map(({ id }) => id)).toEqual([other]);
    expect(await events()).toMatchObject([{ event_type: 'publication.merged', resource_id: one }]);
  });

  test('an ingestion updates the other one, and never restores it', async () => {
    await merge();
    await ingest(other, lovelace, 2, 'Another title');
    expect(await stored(other)).toMatchObject({ title: 'Another title', is_merged: true, merged_into: one });
    expect((await stored(other)).deleted_at).not.toBeNull();
    await ingest(one, carberry, 1);
    expect(workPeople(await stored(one))).toEqual([carberry, lovelace]);
  });

  test('does not link a person whom curators unlinked from the kept one', async () => {
    await ingest(other, carberry, 2);
    await change(one, { is_owner_unlinked: true });
    await merge();
    expect(workPeople(await stored(one))).toEqual([]);
  });

  test('can be undone: both are as they were', async () => {
    await change(other, { edits: { title: 'Edited' }, edit_count: 1 });
    const before = [await contentOf(one), await contentOf(other)];
    await merge();
    expect(await undo()).toBe('saved');
    expect(await contentOf(other)).toEqual(before[1]);
    expect(await contentOf(one)).toEqual({ ...before[0], edit_count: 2, last_edited_at: now.getTime() });
    await indexCaughtUp();
    expect((await worksWith(lovelace)).map(({ id }) => id)).toEqual([other]);
    expect((await getWorkEdits(one, [2]))[0]).toMatchObject({ reverts: 1 });
  });

  test('cannot be undone twice, or after the kept one was merged itself', async () => {
    const third = '3'.repeat(32);
    await ingest(third, carberry, 3);
    await merge();
    await merge(third, one);
    await expect(undo()).rejects.toMatchObject({ code: 'conflict' });
    await undo(third, one);
    await undo();
    await expect(undo()).rejects.toMatchObject({ code: 'conflict' });
    for (const id of [one, other, third]) expect((await stored(id)).deleted_at).toBeNull();
  });

  test.each<[string, Partial<WorkRecord>]>([
    ['is deleted', { deleted_at: now.toISOString(), is_deleted: true }],
    ['has become a publication', { deleted_at: now.toISOString(), replaced_by: '10.5555/pots' }],
  ])('is refused if one of the two %s', async (_, fields) => {
    await change(other, fields);
    await expect(merge()).rejects.toMatchObject({ code: 'conflict' });
    await expect(merge(other, one)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('with an unknown work is refused', async () => {
    await expect(merge(one, 'unknown')).rejects.toMatchObject({ code: 'conflict' });
    await expect(merge('unknown', one)).rejects.toMatchObject({ code: 'conflict' });
  });
});

test('killed at any call, a merge and its undo are done or not done, and can be repeated', async () => {
  for (const [step, isMerged] of [
    [() => merge(), true],
    [() => undo(), false],
  ] as const) {
    for (let n = 1, died = true; died; n++) {
      died = await dyingAt(n, step);
      const [kept, gone] = [await stored(one), await stored(other)];
      expect(kept.linked_orcids.length > 0).toBe(gone.merged_into !== null);
    }
    expect((await stored(other)).is_merged).toBe(isMerged);
  }
});

test('of two merges at once in opposite directions, one is stale', async () => {
  const outcomes = await Promise.allSettled([merge(), merge(other, one)]);
  const saved = outcomes.filter((each) => each.status === 'fulfilled' && each.value === 'saved');
  expect(saved).toHaveLength(1);
  const works = [await stored(one), await stored(other)];
  expect(works.filter(({ deleted_at }) => deleted_at === null)).toHaveLength(1);
});
