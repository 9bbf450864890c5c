import { beforeAll, describe, expect, test } from '@jest/globals';
import * as getPublicGroup from '../../../../lambdas/consumer/groups/get.ts';
import { carberry } from '../../../support/builders.ts';
import { dyingAt, isWrite } from '../../../support/crash.ts';
import { freshTable } from '../../../support/engine.ts';
import { call } from '../../../support/event.ts';
import { findInconsistencies } from '../../../support/inconsistencies.ts';
import { captureLog } from '../../../support/log.ts';
import { manyOrcids, storePerson, storePublicationRow } from '../../../support/people.ts';
import { allItems, auditRecords } from '../../../support/table.ts';
import {
  day,
  deleteMember,
  getGroupOf,
  listGroups,
  membersOf,
  names,
  patchGroup,
  patchMember,
  postGroup,
  postMember,
} from './requests.ts';

captureLog();
const [lovelace = '', ...people] = manyOrcids(13);
beforeAll(async () => {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
  await storePerson(lovelace, 'Ada', 'Lovelace');
  for (const orcid of people) await storePerson(orcid, 'Somebody', 'Else');
});

const next = names();
async function group(): Promise<string> {
  const id = next();
  await postGroup({ id, name: id });
  return id;
}
const idsIn = async (of: string, query = '') =>
  (await membersOf(of, query)).body.members.map(
    ({ orcid, staff_id }: { orcid: string; staff_id: string }) => orcid ?? staff_id,
  );

describe('adding', () => {
  test('201: a person, with the days of the period counted whole', async () => {
    const id = await group();
    const { status, body } = await postMember(id, {
      orcid: carberry,
      role: 'professor',
      is_primary: true,
      starts_at: day('2024-03-01') + 5,
      ends_at: day('2024-08-01'),
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      group_id: id,
      orcid: carberry,
      staff_id: null,
      name: 'Josiah Carberry',
      role: 'professor',
      is_primary: true,
      starts_at: day('2024-03-01'),
      ends_at: day('2024-08-01'),
      source: 'hand',
    });
    expect((await membersOf(id)).body).toMatchObject({ members: [body], total: 1, with_orcid: 1, without_orcid: 0 });
    const [record] = (await auditRecords()).filter(
      (each) => each.resource_id === id && each.action !== 'group.created',
    );
    expect(record).toMatchObject({
      action: 'group.members_changed',
      after: { members: [{ orcid: carberry, starts_at: '2024-03-01', ends_at: '2024-07-31' }] },
    });
  });

  test('201: memberships of two groups, and of one group one after the other; 409: of one group on a common day', async () => {
    const [one, other] = [await group(), await group()];
    expect((await postMember(one, { orcid: carberry, ends_at: day('2020-07-01') })).status).toBe(201);
    expect((await postMember(other, { orcid: carberry })).status).toBe(201);
    expect((await postMember(one, { orcid: carberry, starts_at: day('2020-06-30') })).status).toBe(409);
    expect((await postMember(one, { orcid: carberry, starts_at: day('2020-07-01') })).status).toBe(201);
    expect((await postMember(one, { orcid: carberry })).status).toBe(409);
  });

  test.each([
    [{}, 400],
    [{ orcid: '0000-0002-1825-0098' }, 400],
    [{ orcid: '0000-0001-5109-3700' }, 400],
    [{ staff_id: 'p-unnamed' }, 400],
    [{ staff_id: 'with a blank', name: 'Nobody' }, 400],
    [{ orcid: carberry, starts_at: day('2020-01-01'), ends_at: day('2019-01-01') }, 400],
  ])('%j is answered %i', async (body, status) => {
    expect((await postMember(await group(), body)).status).toBe(status);
  });

  test('404: no such group', async () => {
    expect((await postMember('nothing', { orcid: carberry })).status).toBe(404);
  });

  test('twice at once: one is 409, and nothing is lost of others at the same time', async () => {
    const [id, another] = [await group(), await group()];
    const [orcid = ''] = people;
    const all = await Promise.all([
      postMember(id, { orcid }),
      postMember(id, { orcid }),
      postMember(another, { orcid }),
      ...people.slice(1).map((each) => postMember(id, { orcid: each })),
    ]);
    expect(all.map(({ status }) => status).filter((status) => status === 409)).toHaveLength(1);
    expect((await membersOf(id)).body.total).toBe(people.length);
    expect(await idsIn(another)).toEqual([orcid]);
  });
});

describe('somebody without an iD', () => {
  test('waits with a name, and is found and counted', async () => {
    const id = await group();
    await postMember(id, { staff_id: 'p1', name: 'Grace Hopper' });
    await postMember(id, { orcid: carberry });
    expect((await membersOf(id)).body).toMatchObject({ with_orcid: 1, without_orcid: 1 });
    expect(await idsIn(id, '?q=hopper')).toEqual(['p1']);
    expect(await idsIn(id, '?q=carberry')).toEqual([carberry]);
    expect(await idsIn(id, '?state=waiting')).toEqual(['p1']);
    expect((await getGroupOf(id)).body).toMatchObject({ member_count: 1, waiting_count: 1 });
  });

  test('an iD turns all of their memberships into those of the person, whatever is killed, and the staff id stays theirs', async () => {
    const [one, other] = [await group(), await group()];
    const { body } = await postMember(one, { staff_id: 'p2', name: 'Ada', role: 'lecturer' });
    await postMember(other, { staff_id: 'p2' });
    const give = () => patchMember(one, body.id, { orcid: lovelace });
    for (let n = 1; await dyingAt(n, give, isWrite); n++) {
      expect(await idsIn(one)).toEqual(await idsIn(other));
      expect(findInconsistencies(await allItems())).toEqual([]);
      if ((await idsIn(one))[0] === lovelace) break;
    }
    expect([await idsIn(one), await idsIn(other)]).toEqual([[lovelace], [lovelace]]);
    expect((await membersOf(one)).body.members[0]).toMatchObject({
      role: 'lecturer',
      staff_id: 'p2',
      name: 'Ada Lovelace',
    });
    expect((await allItems()).filter(({ pk, sk }) => pk === 'STAFF#p2' && sk === 'GROUPS')).toEqual([]);
    // From now on, the staff id means the person.
    const third = await group();
    await postMember(third, { staff_id: 'p2' });
    expect(await idsIn(third)).toEqual([lovelace]);
    expect((await postMember(third, { staff_id: 'p2', orcid: carberry })).status).toBe(409);
  });

  test('given the iD by two at once, or while they join another group: nothing is lost', async () => {
    const [one, other] = [await group(), await group()];
    const [orcid = ''] = people;
    const { body } = await postMember(one, { staff_id: 'p3', name: 'Ada' });
    const answers = await Promise.all([
      patchMember(one, body.id, { orcid }),
      patchMember(one, body.id, { orcid }),
      postMember(other, { staff_id: 'p3', name: 'Ada' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([expect.any(Number), expect.any(Number), 201]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect([await idsIn(one), await idsIn(other)]).toEqual([[orcid], [orcid]]);
  });

  test('409: a staff id is not taken for somebody of another name, who would lose theirs', async () => {
    const [one, other] = [await group(), await group()];
    await postMember(one, { staff_id: 'p6', name: 'Grace Hopper' });
    const { status, body } = await postMember(other, { staff_id: 'p6', name: 'Jo Potter' });
    expect([status, body.details]).toEqual([409, { name: 'Grace Hopper' }]);
    expect(await idsIn(other)).toEqual([]);
    expect((await membersOf(one)).body.members[0].name).toBe('Grace Hopper');
    expect((await postMember(other, { staff_id: 'p6', name: 'HOPPER, Grace B.' })).status).toBe(201);
  });

  test('is forgotten with the last membership', async () => {
    const id = await group();
    const { body } = await postMember(id, { staff_id: 'p4', name: 'Grace Hopper' });
    expect((await deleteMember(id, body.id)).status).toBe(200);
    expect(JSON.stringify(await allItems())).not.toContain('p4');
    expect(await idsIn(id)).toEqual([]);
  });
});

test('nobody is a member today of a group that has ended, and it is no part of another one', async () => {
  const [faculty, id] = [await group(), await group()];
  await patchGroup(id, { parents: [{ id: faculty }] });
  await storePublicationRow({ doi: '10.5555/of-a-member', orcids: [carberry] });
  await postMember(id, { orcid: carberry });
  await postMember(id, { staff_id: 'p5', name: 'Grace Hopper' });
  const shown = async () => {
    const { body } = await call(getPublicGroup, { url: `/v1/groups/${id}` });
    const above = (await call(getPublicGroup, { url: `/v1/groups/${faculty}` })).body;
    const [listed] = (await listGroups(`?q=${id}`)).body.groups;
    return {
      people: body.people.map(({ orcid }: { orcid: string }) => orcid),
      parts: above.subgroups.map((each: { id: string }) => each.id),
      counts: [(await getGroupOf(id)).body, listed].map((each) => [each.member_count, each.waiting_count]),
      current: await idsIn(id, '?state=current'),
      former: await idsIn(id, '?state=former'),
    };
  };
  const [both, none] = [
    [1, 1],
    [0, 0],
  ];
  const everybody = ['p5', carberry];
  expect(await shown()).toEqual({
    people: [carberry],
    parts: [id],
    counts: [both, both],
    current: everybody,
    former: [],
  });
  await patchGroup(id, { ends_at: day('2025-01-01') });
  expect(await shown()).toEqual({ people: [], parts: [], counts: [none, none], current: [], former: everybody });
});

describe('changing and removing', () => {
  test('200: only what is named; two at once keep both', async () => {
    const id = await group();
    const { body } = await postMember(id, { orcid: carberry, role: 'lecturer' });
    await Promise.all([
      patchMember(id, body.id, { role: 'professor' }),
      patchMember(id, body.id, { ends_at: day('2025-01-01') }),
    ]);
    expect((await membersOf(id)).body.members).toEqual([
      expect.objectContaining({ role: 'professor', starts_at: null, ends_at: day('2025-01-01') }),
    ]);
    expect(await idsIn(id, '?state=former')).toEqual([carberry]);
    expect(await idsIn(id, '?state=current')).toEqual([]);
    expect((await patchMember(id, body.id, { starts_at: day('2026-01-01') })).status).toBe(400);
  });

  test('409: into the days of another one of the same group', async () => {
    const id = await group();
    await postMember(id, { orcid: carberry, ends_at: day('2020-01-01') });
    const { body } = await postMember(id, { orcid: carberry, starts_at: day('2020-01-01') });
    expect((await patchMember(id, body.id, { starts_at: null })).status).toBe(409);
  });

  test('404: of another group, or of nobody', async () => {
    const [id, other] = [await group(), await group()];
    const { body } = await postMember(id, { orcid: carberry });
    for (const [of, member] of [
      [other, body.id],
      [id, `${lovelace}~x`],
      [id, 'x'],
    ]) {
      expect((await patchMember(of, member, { role: 'x' })).status).toBe(404);
      expect((await deleteMember(of, member)).status).toBe(404);
    }
  });
});
