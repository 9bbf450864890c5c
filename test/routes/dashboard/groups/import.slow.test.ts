import { beforeAll, describe, expect, test } from '@jest/globals';
import { dayBefore, dayTextOf } from '#src/records/groups/periods.ts';
import { doingAt, dyingAt, isWrite } from '../../../support/crash.ts';
import { freshTable } from '../../../support/engine.ts';
import { findInconsistencies } from '../../../support/inconsistencies.ts';
import { captureLog } from '../../../support/log.ts';
import { manyOrcids, storePerson } from '../../../support/people.ts';
import { allItems } from '../../../support/table.ts';
import {
  day,
  listImports,
  membersOf,
  names,
  patchMember,
  postGroup,
  postImport,
  postMember,
  undoImportOf,
} from './requests.ts';

captureLog();
const many = manyOrcids(300);
const [ada = '', bea = '', cleo = ''] = many;
const josiah = many[60];
beforeAll(async () => {
  await freshTable();
  for (const orcid of many)
    await (orcid === josiah ? storePerson(orcid, 'Josiah', 'Carberry') : storePerson(orcid, 'Some', 'Body'));
}, 60_000);

const next = names();
async function group(fields: object = {}): Promise<string> {
  const id = next();
  await postGroup({ id, name: `Group ${id}`, ...fields });
  return id;
}

interface Row {
  orcid?: string;
  staff_id?: string;
  name?: string;
  group: string;
  from?: string;
  to?: string;
  role?: string;
}
const send = (rows: readonly Row[], others: object = {}) =>
  postImport({ import_id: `i-${next()}`, mode: 'add', rows: rows.map((row, line) => ({ line, ...row })), ...others });
const outcomes = async (...input: Parameters<typeof send>): Promise<string[]> => {
  const { status, body } = await send(...input);
  expect(status).toBe(200);
  return body.rows.map(({ outcome }: { outcome: string }) => outcome);
};
const inGroup = async (id: string) =>
  (await membersOf(id, '?perPage=100')).body.members.map(
    ({ orcid, staff_id, starts_at, ends_at, role }: Record<string, string>) => ({
      who: orcid ?? staff_id,
      starts_at,
      ends_at,
      role,
    }),
  );

describe('rows', () => {
  test('find groups by id, external id or name in any language, and people by iD in any form or staff id', async () => {
    const id = next();
    await postGroup({ id, name: { en: 'Glass', de: `Glas ${id}` }, external_id: `K-${id}` });
    expect(
      await outcomes([
        { orcid: `https://orcid.org/${ada}`, group: id, staff_id: `s-${id}` },
        { orcid: bea, group: `K-${id}` },
        { staff_id: `t-${id}`, name: 'Nora', group: ` glas ${id}` },
        { staff_id: `s-${id}`, group: id },
      ]),
    ).toEqual(['created', 'created', 'waiting', 'unchanged']);
    expect((await inGroup(id)).map(({ who }: { who: string }) => who).sort()).toEqual([ada, bea, `t-${id}`].sort());
  });

  test('that are wrong fail alone, with the reason', async () => {
    const id = await group();
    const twice = next();
    await postGroup({ name: `Twice ${twice}` });
    await postGroup({ name: `Twice ${twice}` });
    const { body } = await send([
      { orcid: '0000-0002-1825-0098', group: id },
      { orcid: '0000-0001-5109-3700', group: id },
      { group: id },
      { orcid: ada, group: 'nothing' },
      { orcid: ada, group: `Twice ${twice}` },
      { orcid: ada, group: id, from: '2024-02-30' },
      { orcid: ada, group: id, from: '2024', to: '2023' },
      { staff_id: 'a b', group: id },
      { orcid: ada, group: id },
    ]);
    expect(body.rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      ...Array(8).fill('failed'),
      'created',
    ]);
    expect(body.rows.slice(0, 8).every(({ message }: { message: string }) => message.length > 5)).toBe(true);
    expect(body.rows.map(({ code, about }: { code: string; about: string }) => [code, about])).toEqual([
      ['orcid_invalid', '0000-0002-1825-0098'],
      ['person_unknown', '0000-0001-5109-3700'],
      ['no_person', null],
      ['group_unknown', 'nothing'],
      ['group_ambiguous', `Twice ${twice}`],
      ['date_invalid', '2024-02-30'],
      ['order', null],
      ['staff_id_invalid', 'a b'],
      [null, null],
    ]);
  });

  test('of two people with one staff id fail together, and name each other; who waits with it keeps the name', async () => {
    const [id, other] = [await group(), await group()];
    const rows = [
      { staff_id: `n-${id}`, name: 'Anna Schmidt', group: id },
      { staff_id: `n-${id}`, name: 'Anna Müller', group: other },
      { staff_id: `n-${id}`, group: other },
      { staff_id: `m-${id}`, name: 'Dr. Grace Hopper', group: id },
      { staff_id: `m-${id}`, name: 'HOPPER, Grace B.', group: other },
    ];
    for (const dry_run of [true, false]) {
      const { body } = await send(rows, { dry_run });
      expect(body.rows.map(({ code, about }: Record<string, string>) => code && [code, about])).toEqual([
        ['staff_id_shared', '1'],
        ['staff_id_shared', '0'],
        ['staff_id_shared', '0'],
        null,
        null,
      ]);
    }
    const { body } = await send([{ staff_id: `m-${id}`, name: 'Jo Potter', group: other, role: 'guest' }]);
    expect(body.rows).toMatchObject([{ outcome: 'failed', code: 'staff_id_taken', about: 'HOPPER, Grace B.' }]);
    expect(await inGroup(other)).toMatchObject([{ who: `m-${id}`, role: null }]);
  });

  test('with a staff id that somebody else had: refused, or both names are told; an iD decides', async () => {
    const [id, holder = ''] = [await group(), josiah];
    const staff_id = `r-${id}`;
    const told = `Josiah Carberry (${holder})`;
    const now = async (row: object) => {
      const rows = [{ group: id, staff_id, ...row }];
      const [planned] = (await send(rows, { dry_run: true })).body.rows;
      const [{ outcome, code, about, message }] = (await send(rows)).body.rows;
      expect(planned).toMatchObject({ outcome, code, about });
      return [outcome, code, about, message];
    };
    expect((await now({ orcid: holder, name: 'J. Carberry' })).slice(0, 2)).toEqual(['created', null]);
    for (const name of ['Carberry, Josiah S.', 'Prof. Dr. Josiah Carberry', ' ', undefined])
      expect((await now({ name, role: `as ${name}` })).slice(0, 2)).toEqual(['changed', null]);
    expect(await now({ name: 'Paula Stranger', role: 'guest' })).toEqual([
      'failed',
      'staff_id_taken',
      told,
      `The staff id ${staff_id} is that of ${told}, not of Paula Stranger`,
    ]);
    const differs = ['name_differs', told, `The registry knows them as ${told}`];
    expect(await now({ name: 'Josiah Stranger', role: 'a' })).toEqual(['changed', ...differs]);
    expect(await now({ name: 'Paula Stranger', orcid: holder, role: 'b' })).toEqual(['changed', ...differs]);
    const refused = await postMember(await group(), { staff_id, name: 'Paula Stranger' });
    expect([refused.status, refused.body.details]).toEqual([409, { orcid: holder }]);
    // Somebody who waits, and has married or is another one.
    const waits = { staff_id: `q-${id}`, name: 'Anna Schmidt' };
    expect((await now(waits)).slice(0, 2)).toEqual(['waiting', null]);
    expect((await now({ ...waits, name: 'Anna Weber', role: 'c' })).slice(0, 3)).toEqual([
      'changed',
      'name_differs',
      'Anna Schmidt',
    ]);
    expect((await inGroup(id)).map(({ who }: { who: string }) => who).sort()).toEqual([holder, `q-${id}`].sort());
  });

  test('say periods by partial dates, end memberships, and change roles; again, nothing changes', async () => {
    const id = await group();
    const rows: Row[] = [
      { orcid: ada, group: id, from: '2024-02', to: '2024', role: 'lecturer' },
      { orcid: bea, group: id },
    ];
    expect(await outcomes(rows)).toEqual(['created', 'created']);
    expect(await outcomes(rows)).toEqual(['unchanged', 'unchanged']);
    const changed: Row[] = [
      { orcid: ada, group: id, from: '2024-02', to: '2024', role: 'professor' },
      { orcid: bea, group: id, to: '2025-02' },
    ];
    expect(await outcomes(changed)).toEqual(['changed', 'ended']);
    expect(await inGroup(id)).toEqual(
      expect.arrayContaining([
        { who: ada, starts_at: day('2024-02-01'), ends_at: day('2025-01-01'), role: 'professor' },
        { who: bea, starts_at: null, ends_at: day('2025-03-01'), role: null },
      ]),
    );
    // Who comes back without a date comes back today.
    expect(await outcomes([{ orcid: bea, group: id }])).toEqual(['created']);
    const starts = (await inGroup(id)).flatMap((each: Record<string, unknown>) =>
      each.ends_at === null ? each.starts_at : [],
    );
    expect(starts).toEqual([Date.parse(dayTextOf(Date.now()))]);
  });

  test('remove an end only with a word, which an empty cell does not', async () => {
    const id = await group();
    await send([{ orcid: ada, group: id, from: '2024', to: '2024-06' }]);
    const from2024 = { orcid: ada, group: id, from: '2024' };
    expect(await outcomes([from2024])).toEqual(['unchanged']);
    const open = { ...from2024, to: 'Open' };
    expect([await outcomes([open]), await outcomes([open])]).toEqual([['changed'], ['unchanged']]);
    expect(await inGroup(id)).toMatchObject([{ starts_at: day('2024-01-01'), ends_at: null }]);
  });

  test('with an iD for somebody who waits: all that waits becomes theirs', async () => {
    const [one, other] = [await group(), await group()];
    await send([
      { staff_id: 'w1', name: 'Nora', group: one },
      { staff_id: 'w1', name: 'Nora', group: other, role: 'guest' },
    ]);
    expect(await outcomes([{ staff_id: 'w1', orcid: cleo, group: one }])).toEqual(['unchanged']);
    expect((await inGroup(other)).map(({ who }: { who: string }) => who)).toEqual([cleo]);
    expect(findInconsistencies(await allItems())).toEqual([]);
  });

  test('of a dry run write nothing, and have the outcomes of the real one', async () => {
    const id = await group();
    const rows: Row[] = [
      { orcid: ada, group: id },
      { staff_id: `d-${id}`, name: 'Nora', group: id },
      { orcid: 'x', group: id },
    ];
    const before = (await allItems()).length;
    const planned = await outcomes(rows, { dry_run: true });
    expect((await allItems()).length).toBe(before);
    expect(await outcomes(rows)).toEqual(planned);
  });
});

describe('replace', () => {
  test('who is in no row of the whole import leaves yesterday, unless a curator added them', async () => {
    const id = await group();
    await send([ada, bea, cleo].map((orcid) => ({ orcid, group: id, from: '2020' })));
    await postMember(id, { orcid: many[3] });
    const import_id = `r-${id}`;
    const part = (orcid: string, is_last: boolean) =>
      send([{ orcid, group: id, from: '2020' }], { import_id, mode: 'replace', is_last });
    expect((await part(ada, false)).body.left).toBe(0);
    expect((await part(bea, true)).body.left).toBe(1);
    const yesterday = dayBefore(dayTextOf(Date.now()));
    const left = (await inGroup(id)).filter((each: Record<string, unknown>) => each.ends_at !== null);
    expect(left).toEqual([expect.objectContaining({ who: cleo, ends_at: Date.parse(yesterday) + 86_400_000 })]);
    expect((await part(bea, true)).body.left).toBe(0);
    expect((await undoImportOf(import_id)).body).toEqual({ restored: 1, left: [] });
    expect((await inGroup(id)).every((each: Record<string, unknown>) => each.ends_at === null)).toBe(true);
  });
});

describe('undo', () => {
  test('is found again in the list of imports, the newest first, which says what was taken back', async () => {
    const [id, other] = [await group(), await group()];
    await send([{ orcid: ada, group: id }], { import_id: `first-${id}` });
    await send([{ orcid: ada, group: other }], { import_id: `dry-${id}`, dry_run: true });
    await send([{ orcid: ada, group: 'nothing' }], { import_id: `empty-${id}` });
    const rows = [id, other].map((each) => ({ orcid: bea, group: each }));
    await send(rows.slice(0, 1), { import_id: `second-${id}`, is_last: false });
    await send(rows.slice(1), { import_id: `second-${id}` });
    await undoImportOf(`first-${id}`);
    const { status, body } = await listImports();
    expect([status, body.imports.slice(0, 2)]).toEqual([
      200,
      [
        {
          id: `second-${id}`,
          mode: 'add',
          groups: [id, other].map((each) => ({ id: each, name: `Group ${each}` })),
          group_count: 2,
          actor: 'user:curator@example.org',
          created_at: expect.any(Number),
          undone_at: null,
          undo_pending: false,
        },
        expect.objectContaining({ id: `first-${id}`, group_count: 1, undone_at: expect.any(Number) }),
      ],
    ]);
  });

  test('that was cut off is in the list as one with a rest, until it is repeated', async () => {
    const id = await group();
    const import_id = `c-${id}`;
    await send([{ orcid: ada, group: id }], { import_id });
    const undone = { id: import_id, undone_at: expect.any(Number) };
    expect(await dyingAt(2, () => undoImportOf(import_id), isWrite)).toBe(true);
    expect((await listImports()).body.imports[0]).toMatchObject({ ...undone, undo_pending: true });
    expect((await undoImportOf(import_id)).body).toEqual({ restored: 1, left: [] });
    expect((await listImports()).body.imports[0]).toMatchObject({ ...undone, undo_pending: false });
  });

  test('gives everybody back what they had, also those who waited; who was changed since stays', async () => {
    const [id, other] = [await group(), await group()];
    await send([
      { orcid: ada, group: id, role: 'before' },
      { staff_id: `u-${id}`, name: 'Nora', group: id },
      { staff_id: `v-${id}`, name: 'Olga', group: id },
    ]);
    const before = await inGroup(id);
    const import_id = `u-${id}`;
    await send(
      [
        { orcid: ada, group: id, role: 'after' },
        { orcid: bea, group: id, staff_id: `u-${id}` },
        { orcid: many[4] ?? '', group: id },
        { orcid: many[5] ?? '', group: id },
        { staff_id: `x-${id}`, name: 'Paula', group: id },
      ],
      { import_id },
    );
    const { members } = (await membersOf(id, '?perPage=100')).body;
    const since = members.find(({ orcid }: { orcid: string }) => orcid === many[5]);
    await patchMember(id, since.id, { role: 'since' });
    await postMember(other, { orcid: cleo });
    expect((await undoImportOf(import_id)).body).toEqual({ restored: 5, left: [many[5]] });
    expect((await inGroup(id)).filter(({ who }: { who: string }) => who !== many[5])).toEqual(before);
    expect((await undoImportOf(import_id)).body).toEqual({ restored: 0, left: [many[5]] });
    expect((await send([{ orcid: ada, group: id }], { import_id })).status).toBe(409);
    expect((await undoImportOf('nothing')).status).toBe(404);
    expect(findInconsistencies(await allItems())).toEqual([]);
  });
});

test('killed between any two calls, and sent again: each row once, and an undo of all', async () => {
  const id = await group();
  const rows: Row[] = [
    ...many.slice(10, 30).map((orcid) => ({ orcid, group: id })),
    { staff_id: `k-${id}`, name: 'Nora', group: id },
  ];
  const import_id = `k-${id}`;
  for (let n = 1; await dyingAt(n, () => send(rows, { import_id }), isWrite); n++) {
    expect(findInconsistencies(await allItems())).toEqual([]);
  }
  expect((await inGroup(id)).length).toBe(rows.length);
  for (let n = 1; await dyingAt(n, () => undoImportOf(import_id), isWrite); n += 5) {
    expect(findInconsistencies(await allItems())).toEqual([]);
  }
  expect(await inGroup(id)).toEqual([]);
});

test('undone while its rows are still being written: nothing comes after the undo', async () => {
  const id = await group();
  const import_id = `w-${id}`;
  await send([{ orcid: ada, group: id }], { import_id });
  let answer: unknown;
  const sending = async () => {
    const { status, body } = await send([{ orcid: bea, group: id }], { import_id });
    answer = [status, body.error];
  };
  expect(await doingAt(1, sending, () => undoImportOf(import_id), isWrite)).toBe(true);
  expect(answer).toEqual([409, 'This import was undone: begin another one']);
  expect(await inGroup(id)).toEqual([]);
});

test('sent twice at once: nobody is a member twice', async () => {
  const id = await group();
  const rows = many.slice(30, 60).map((orcid) => ({ orcid, group: id }));
  const import_id = `t-${id}`;
  const all = await Promise.all([send(rows, { import_id }), send(rows, { import_id })]);
  expect(all.map(({ status }) => status)).toEqual([200, 200]);
  expect((await membersOf(id)).body.total).toBe(rows.length);
});

test('300 people of four groups in less than 30 seconds, and their undo', async () => {
  const groups = [await group(), await group(), await group(), await group()];
  const rows = many.map((orcid, n) => ({
    orcid,
    staff_id: `h-${n}`,
    group: groups[n % 4] ?? '',
    from: '2020',
    role: 'staff',
  }));
  const import_id = `h-${groups[0]}`;
  const startedMs = Date.now();
  const created = await outcomes(rows, { import_id });
  const importedMs = Date.now();
  expect(created.filter((outcome) => outcome === 'created').length).toBeGreaterThan(290);
  expect((await undoImportOf(import_id)).body.left).toEqual([]);
  expect(importedMs - startedMs).toBeLessThan(30_000);
  expect(Date.now() - importedMs).toBeLessThan(30_000);
}, 90_000);
