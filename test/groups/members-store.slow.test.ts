import { beforeEach, describe, expect, test } from '@jest/globals';
import { backfill } from '#src/operations/backfill/backfill.ts';
import { parts } from '#src/operations/backfill/parts.ts';
import { deleteRecords } from '#src/operations/deletion/delete-records.ts';
import { importedMemberWrite } from '#src/records/groups/store/imports.ts';
import { getGroupMember } from '#src/records/groups/store/members.ts';
import { readEpoch } from '#src/records/store/list-rows.ts';
import { keys } from '#src/table/keys.ts';
import { deleteItems, getItem, transact } from '#src/table/table.ts';
import { job } from '../../lambdas/background/backfill-records.ts';
import { carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { findInconsistencies } from '../support/inconsistencies.ts';
import { captureLog } from '../support/log.ts';
import { storePerson } from '../support/people.ts';
import { underRole } from '../support/roles.ts';
import { allItems } from '../support/table.ts';
import { aMembership, now, storeGroup, storeMember } from './groups-fixture.ts';

captureLog();
const run = underRole(job, (at: Date) => backfill(parts, { now: at, deadlineMs: Number.POSITIVE_INFINITY }));

beforeEach(async () => {
  await freshTable();
  await storeGroup('clay');
  await storePerson(carberry, 'Josiah', 'Carberry');
});

describe('a person who is deleted for good', () => {
  test('leaves no membership, row or staff id, and readers of the list are told', async () => {
    await storeMember(carberry, [aMembership('clay')], { staff_id: 'p1' });
    const epoch = await readEpoch('GROUP_MEMBER');
    await deleteRecords('PERSON', [carberry], () => {});
    expect(JSON.stringify(await allItems())).not.toContain(carberry);
    expect(JSON.stringify(await allItems())).not.toContain('STAFF#p1');
    expect(await readEpoch('GROUP_MEMBER')).toBe(epoch + 1);
  });

  test('at the moment of joining a group: both or neither', async () => {
    for (let round = 0; round < 5; round++) {
      await storePerson(carberry, 'Josiah', 'Carberry');
      await Promise.allSettled([
        storeMember(carberry, [aMembership('clay')], { staff_id: 'p1' }),
        deleteRecords('PERSON', [carberry], () => {}),
      ]);
      expect(findInconsistencies(await allItems())).toEqual([]);
      expect(await getGroupMember(carberry)).toBeUndefined();
    }
  });

  test('by an earlier release: the backfill removes the row, the staff id and the notes of imports, within a week', async () => {
    await run(now);
    await run(new Date(now.getTime() + 2 * 3_600_000));
    await storeMember(carberry, [aMembership('clay')], { staff_id: 'p1' });
    const imported = {
      id: 'i',
      mode: 'add' as const,
      group_ids: [],
      actor: null,
      created_at: 1,
      undone_at: null,
      undo_pending: false,
      version: 1,
    };
    const found = { member_id: carberry, before: null, version: 1, kept: [] };
    await transact([importedMemberWrite(imported, found)]);
    await deleteItems([keys.groupsOfPerson(carberry), keys.person(carberry), keys.personRow(carberry)]);
    await run(new Date(now.getTime() + 7 * 24 * 3_600_000));
    expect(await getItem(keys.groupMemberRow(carberry))).toBeUndefined();
    const left = (await allItems()).filter(({ pk }) => !String(pk).startsWith('PASS#'));
    expect(left.filter((item) => JSON.stringify(item).includes(carberry))).toEqual([]);
  });
});
