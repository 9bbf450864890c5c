import { beforeAll, describe, expect, test } from '@jest/globals';
import { carberry } from '../../../support/builders.ts';
import { dyingAt, isWrite } from '../../../support/crash.ts';
import { freshTable } from '../../../support/engine.ts';
import { findInconsistencies } from '../../../support/inconsistencies.ts';
import { captureLog } from '../../../support/log.ts';
import { storePerson } from '../../../support/people.ts';
import { allItems, auditRecords } from '../../../support/table.ts';
import {
  day,
  deleteGroupOf,
  deleteMember,
  getGroupOf,
  listGroups,
  names,
  patchGroup,
  postGroup,
  postMember,
} from './requests.ts';

captureLog();
beforeAll(async () => {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
});

const next = names();
const dayMs = 86_400_000;
const today = () => Math.floor(Date.now() / dayMs) * dayMs;

async function made(content: object = {}): Promise<string> {
  const id = next();
  expect(await postGroup({ id, name: `Group ${id}`, ...content })).toMatchObject({ status: 201 });
  return id;
}

const parentsOf = async (id: string) => (await getGroupOf(id)).body.parents;

describe('creating', () => {
  test('201: a group with everything, as GET and the list show it', async () => {
    const [faculty, successor, id] = [await made(), await made(), next()];
    const sent = {
      id,
      name: { en: 'Department of Pots', de: 'Institut für Töpfe' },
      kind: 'department',
      parents: [{ id: faculty, starts_at: day('2020-01-01'), ends_at: day('2025-01-01') }],
      taken_over_by: successor,
      ror: '021nxhr62',
      homepage: 'https://pots.example.org',
      external_id: `K-${id}`,
      printed_names: ['Dept. of Pots', 'Dept. of Pots', 'Inst. f. Töpfe'],
      visible: false,
      starts_at: day('2019-05-05'),
      ends_at: null,
    };
    const { status, body } = await postGroup(sent);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...sent,
      ror: 'https://ror.org/021nxhr62',
      homepage: 'https://pots.example.org/',
      printed_names: ['Dept. of Pots', 'Inst. f. Töpfe'],
      parent_ids: [],
      member_count: 0,
      waiting_count: 0,
      version: 1,
    });
    expect((await getGroupOf(id)).body).toEqual(body);
    const { version: _, stewards, steward_count, ...item } = body;
    expect([stewards, steward_count]).toEqual([[], 0]);
    for (const q of ['Töpfe', 'of pots', `k-${id}`, id]) {
      const { groups } = (await listGroups(`?q=${encodeURIComponent(q)}`)).body;
      expect(groups.filter((group: { id: string }) => group.id === id)).toEqual([item]);
    }
    const [record] = (await auditRecords()).filter(({ resource_id }) => resource_id === id);
    expect(record).toMatchObject({ action: 'group.created', after: { kind: 'department', external_id: `K-${id}` } });
  });

  test('201: without an id, one of its name, and another one for the next of that name', async () => {
    const ids = await Promise.all([1, 2, 3].map(async () => (await postGroup({ name: 'Ton & Glas' })).body.id));
    expect(ids.sort()).toEqual(['ton-glas', 'ton-glas-2', 'ton-glas-3']);
  });

  test.each([
    ['an id that is taken, also by a deleted group', async () => ({ id: await deleted(), name: 'Pots' })],
    ['the external id of another group', async () => ({ name: 'Pots', external_id: await withExternalId() })],
  ])('409: %s', async (_, body) => {
    expect(await postGroup(await body())).toMatchObject({ status: 409 });
  });
  const deleted = async () => {
    const id = await made();
    await deleteGroupOf(id);
    return id;
  };
  const withExternalId = async () => {
    const external_id = `E-${next()}`;
    await made({ external_id });
    return external_id;
  };

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'Pots', id: 'none' }, 'id'],
    [{ name: 'Pots', parents: [{ id: 'nothing' }] }, 'parents.0.id'],
    [{ name: 'Pots', parent_id: 'nothing' }, 'parents.0.id'],
    [{ name: 'Pots', taken_over_by: 'nothing' }, 'taken_over_by'],
    [{ name: 'Pots', starts_at: day('2020-01-01'), ends_at: day('2020-01-01') }, 'ends_at'],
    [{ name: 'Pots', parent_id: 'a', parents: [] }, 'parent_id'],
    [{ name: 'Pots', ror: 'x' }, 'ror'],
    [{ name: 'Pots', stewards: ['ada'] }, 'stewards.0'],
  ])('400: %j', async (body, path) => {
    const { status, body: answer } = await postGroup(body);
    expect(status).toBe(400);
    expect(JSON.stringify(answer)).toContain(path);
  });

  test('two at once with one external id: one gets 409', async () => {
    const external_id = `E-${next()}`;
    const all = await Promise.all([next(), next()].map((id) => postGroup({ id, name: 'Pots', external_id })));
    expect(all.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

describe('changing', () => {
  test('200: only the fields that are named; null clears, a list is replaced; again changes nothing', async () => {
    const id = await made({ kind: 'centre', printed_names: ['One'], external_id: `E-${next()}` });
    const { body } = await patchGroup(id, { kind: null, printed_names: ['Two'] });
    expect(body).toMatchObject({ name: `Group ${id}`, kind: null, printed_names: ['Two'], version: 2 });
    expect((await patchGroup(id, { kind: null, printed_names: ['Two'] })).body).toEqual(body);
  });

  test('an external id that was given up can be taken', async () => {
    const external_id = `E-${next()}`;
    const [one, other] = [await made({ external_id }), await made()];
    expect((await patchGroup(other, { external_id })).status).toBe(409);
    expect((await patchGroup(one, { external_id: null })).status).toBe(200);
    expect((await patchGroup(other, { external_id })).status).toBe(200);
  });

  test('parent_id: the only one from today on; what it belonged to before stays', async () => {
    const [first, second] = [await made(), await made()];
    const id = await made({ parents: [{ id: first, starts_at: day('2020-01-01') }] });
    expect((await patchGroup(id, { parent_id: second })).body.parent_ids).toEqual([second]);
    expect(await parentsOf(id)).toEqual([
      { id: first, starts_at: day('2020-01-01'), ends_at: today() },
      { id: second, starts_at: today(), ends_at: null },
    ]);
    const { version } = (await getGroupOf(id)).body;
    expect((await patchGroup(id, { parent_id: second })).body.version).toBe(version);
    expect((await patchGroup(id, { parent_id: null })).body.parent_ids).toEqual([]);
    expect(await parentsOf(id)).toEqual([{ id: first, starts_at: day('2020-01-01'), ends_at: today() }]);
  });

  test('412 with the tag of an earlier version, 200 with the current one', async () => {
    const id = await made();
    const { headers } = await getGroupOf(id);
    const etag = String(headers.etag);
    expect((await patchGroup(id, { kind: 'institute' }, { 'if-match': etag })).status).toBe(200);
    expect((await patchGroup(id, { kind: 'centre' }, { 'if-match': etag })).status).toBe(412);
  });

  test('404: no group, or a deleted one', async () => {
    const id = await made();
    await deleteGroupOf(id);
    for (const each of [id, 'nothing', 'No Id']) expect((await patchGroup(each, { kind: 'x' })).status).toBe(404);
  });
});

describe('circles', () => {
  test('409 with the groups, by parents or by who took over', async () => {
    const top = await made();
    const middle = await made({ parent_id: top });
    const low = await made({ parent_id: middle });
    for (const patch of [{ parent_id: low }, { taken_over_by: low }, { parents: [{ id: low }] }]) {
      const { status, body } = await patchGroup(top, patch);
      expect(status).toBe(409);
      expect([...body.details.groups].sort()).toEqual([low, middle, top].sort());
    }
    expect((await patchGroup(top, { parent_id: top })).status).toBe(400);
  });

  test('200: a group that belonged to the other one at another time', async () => {
    const one = await made();
    const other = await made({ parents: [{ id: one, ends_at: day('2020-01-01') }] });
    expect((await patchGroup(one, { parents: [{ id: other, starts_at: day('2020-01-01') }] })).status).toBe(200);
    expect((await patchGroup(one, { parents: [{ id: other, starts_at: day('2019-12-31') }] })).status).toBe(409);
  });

  test('409: more than ten levels', async () => {
    let parent = await made();
    for (let level = 2; level <= 10; level++) parent = await made({ parent_id: parent });
    expect((await postGroup({ name: 'Too low', parent_id: parent })).status).toBe(409);
  });

  test('two requests at once, each of which would do alone: one gets 409', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await made(), await made()];
      const all = await Promise.all([patchGroup(one, { parent_id: other }), patchGroup(other, { parent_id: one })]);
      expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  test('many changes of the tree at once: each is made or refused, none fails', async () => {
    const top = await made();
    const all = await Promise.all(Array.from({ length: 12 }, async () => made()));
    const moved = await Promise.all(all.map((id) => patchGroup(id, { parent_id: top })));
    for (const { status } of moved) expect([200, 409]).toContain(status);
    expect(moved.filter(({ status }) => status === 200).length).toBeGreaterThan(6);
  });
});

describe('deleting', () => {
  test('200: an empty group leaves the list, gives its external id up, and keeps its id', async () => {
    const external_id = `E-${next()}`;
    const id = await made({ external_id });
    expect((await deleteGroupOf(id)).body).toEqual({ success: true });
    expect((await getGroupOf(id)).status).toBe(404);
    expect((await listGroups(`?q=${id}`)).body.groups.map((group: { id: string }) => group.id)).not.toContain(id);
    expect((await deleteGroupOf(id)).status).toBe(404);
    expect((await postGroup({ name: 'Pots', external_id })).status).toBe(201);
    const audited = (await auditRecords()).filter(({ resource_id }) => resource_id === id).map(({ action }) => action);
    expect(audited.sort()).toEqual(['group.created', 'group.deleted']);
  });

  test('409: one that somebody is a member of, or a group belonged to', async () => {
    const [parent, id] = [await made(), await made()];
    const below = await made({ parents: [{ id: parent, ends_at: day('2020-01-01') }] });
    const member = (await postMember(id, { orcid: carberry })).body;
    for (const each of [parent, id]) expect((await deleteGroupOf(each)).status).toBe(409);
    await deleteMember(id, member.id);
    await deleteGroupOf(below);
    for (const each of [parent, id]) expect((await deleteGroupOf(each)).status).toBe(200);
  });

  test('while somebody joins: the group stays, or the member is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await made();
      const [removal, joining] = await Promise.all([deleteGroupOf(id), postMember(id, { orcid: carberry })]);
      expect([200, 409]).toContain(removal.status);
      expect((await getGroupOf(id)).status).toBe(joining.status === 201 ? 200 : 404);
    }
  });
});

test('killed between any two calls, a write is made whole or not at all', async () => {
  const [id, parent] = [next(), await made()];
  const write = () => postGroup({ id, name: 'Pots', parent_id: parent, external_id: `E-${id}` });
  for (let n = 1; await dyingAt(n, write, isWrite); n++) expect(findInconsistencies(await allItems())).toEqual([]);
  expect((await getGroupOf(id)).body.external_id).toBe(`E-${id}`);
});
