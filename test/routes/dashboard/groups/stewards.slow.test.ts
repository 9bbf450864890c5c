import { beforeAll, describe, expect, test } from '@jest/globals';
import { saveGroupImport } from '#src/records/groups/store/imports.ts';
import { saveWork } from '#src/records/publications/store/works.ts';
import { applyWork } from '#src/records/works/work-content.ts';
import * as createImport from '../../../../lambdas/dashboard/group-imports/create.ts';
import * as listImports from '../../../../lambdas/dashboard/group-imports/list.ts';
import * as undoImport from '../../../../lambdas/dashboard/group-imports/undo.ts';
import * as addMember from '../../../../lambdas/dashboard/group-members/create.ts';
import * as removeMember from '../../../../lambdas/dashboard/group-members/delete.ts';
import * as changeMember from '../../../../lambdas/dashboard/group-members/update.ts';
import * as getGroup from '../../../../lambdas/dashboard/groups/get.ts';
import * as revertPublication from '../../../../lambdas/dashboard/publication-edits/revert.ts';
import * as putPublicationGroups from '../../../../lambdas/dashboard/publication-groups/update.ts';
import * as patchPublication from '../../../../lambdas/dashboard/publications/update.ts';
import * as revertWork from '../../../../lambdas/dashboard/work-edits/revert.ts';
import * as putWorkGroups from '../../../../lambdas/dashboard/work-groups/update.ts';
import * as patchWork from '../../../../lambdas/dashboard/works/update.ts';
import { loadRoutes } from '../../../../lib/load-declarations.ts';
import { mayCall } from '../../../e2e/access-table.ts';
import { aSummary } from '../../../support/builders.ts';
import { fetchPublication } from '../../../support/duplicates.ts';
import { freshTable } from '../../../support/engine.ts';
import { call } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { manyOrcids, storePerson } from '../../../support/people.ts';
import { allItems } from '../../../support/table.ts';
import { day, membersOf, postImport, postMember } from './requests.ts';
import { admin, callAs, drawTree, nameStewards, sam, storeUser } from './stewards-fixture.ts';

captureLog();
const mia = 'mia@example.org';
const max = 'max@example.org';
const anna = 'anna@example.org';
const orcids = manyOrcids(60);
const freshOrcid = () => orcids.pop() ?? '';
/** By group: who is a member of it only. */
const memberOf: Record<string, string> = {};
const groups = ['faculty', 'institute', 'closed', 'elsewhere', 'moved'] as const;
type GroupName = (typeof groups)[number];
const doiIn = (group: GroupName) => `10.5555/in-${group}`;
const workIn = (group: GroupName) => `work-in-${group}`;

beforeAll(async () => {
  await freshTable();
  await storeUser(mia, 'workspace_member');
  await storeUser(max, 'workspace_member');
  await storeUser(anna, 'workspace_admin');
  await drawTree();
  await nameStewards('faculty', sam, mia);
  for (const orcid of orcids) await storePerson(orcid, 'Some', 'Body');
  for (const group of groups) {
    const orcid = freshOrcid();
    memberOf[group] = orcid;
    await postMember(group, { orcid, ends_at: day('2019-01-01') });
    const fields = { publication_date: '2018-06-01', publication_year: 2018 };
    await fetchPublication(doiIn(group), { orcids: [orcid], fields });
    const preferred = aSummary({ title: 'A report', publicationDate: '2018-06-01' });
    await saveWork(applyWork(undefined, { id: workIn(group), orcid, preferred, putCodes: [1] }, new Date()), undefined);
  }
}, 60_000);

const title = (value: string) => [{ op: 'replace', path: '/title', value }];
let count = 0;
const fresh = () => `n${++count}`;

/** A request about a group, for each route that stewards may call, and its status for those who may. */
const requests: Record<string, (group: GroupName, email: string) => Promise<{ status: number }>> = {
  'dashboard group-members.create': (group, email) =>
    callAs(addMember, email, { url: `/api/groups/${group}/members`, body: { staff_id: fresh(), name: 'A' } }),
  'dashboard group-members.update': async (group, email) =>
    callAs(changeMember, email, { url: await aMembership(group), body: { role: fresh() } }),
  'dashboard group-members.delete': async (group, email) =>
    callAs(removeMember, email, { url: await aMembership(group) }),
  'dashboard group-imports.create': (group, email) => callAs(createImport, email, anImport(fresh(), [group])),
  'dashboard group-imports.list': async (group, email) => {
    const id = fresh();
    await call(createImport, { ...anImport(id, [group]), authorizer: admin });
    const { status, body } = await callAs(listImports, email, { url: '/api/groups/imports' });
    // An import of other groups is not in the list.
    const isListed = body.imports?.some((each: { id: string }) => each.id === id);
    return { status: status === 200 && !isListed ? 403 : status };
  },
  'dashboard group-imports.undo': async (group, email) => {
    const id = fresh();
    await call(createImport, { ...anImport(id, [group]), authorizer: admin });
    return callAs(undoImport, email, { url: `/api/groups/imports/${id}/undo` });
  },
  'dashboard publication-groups.update': (group, email) => putByHand('publication', group, email),
  'dashboard work-groups.update': (group, email) => putByHand('work', group, email),
  'dashboard publications.update': (group, email) =>
    callAs(patchPublication, email, { url: `/api/publications/${doiIn(group)}`, body: title(fresh()) }),
  'dashboard works.update': (group, email) =>
    callAs(patchWork, email, { url: `/api/works/${workIn(group)}`, body: title(fresh()) }),
  'dashboard publication-edits.revert': async (group, email) => {
    const url = `/api/publications/${doiIn(group)}`;
    const { body } = await call(patchPublication, { url, body: title(fresh()), authorizer: admin });
    const revert = { url: `/api/publication-edits/${doiIn(group)}`, body: { revert: String(body.edit_count) } };
    return callAs(revertPublication, email, revert);
  },
  'dashboard work-edits.revert': async (group, email) => {
    const url = `/api/works/${workIn(group)}`;
    const { body } = await call(patchWork, { url, body: title(fresh()), authorizer: admin });
    return callAs(revertWork, email, {
      url: `/api/work-edits/${workIn(group)}`,
      body: { revert: String(body.edit_count) },
    });
  },
};

async function aMembership(group: string): Promise<string> {
  const { body } = await postMember(group, { staff_id: fresh(), name: 'B' });
  return `/api/groups/${group}/members/${encodeURIComponent(body.id)}`;
}
const anImport = (import_id: string, of: readonly string[], more: object = {}) => ({
  url: '/api/groups/import',
  body: {
    import_id,
    mode: 'add',
    rows: of.map((group, line) => ({ line, staff_id: fresh(), name: 'C', group })),
    ...more,
  },
});
/** Adds a group to an output by hand that already has one of somebody else. */
async function putByHand(kind: 'publication' | 'work', group: string, email: string) {
  const id = fresh();
  const module = kind === 'publication' ? putPublicationGroups : putWorkGroups;
  if (kind === 'publication') await fetchPublication(`10.5555/${id}`);
  else {
    const orcid = freshOrcid();
    const work = applyWork(undefined, { id, orcid, preferred: aSummary(), putCodes: [1] }, new Date());
    await saveWork(work, undefined);
  }
  const url = `/api/${kind}-groups/${kind === 'publication' ? `10.5555/${id}` : id}`;
  await call(module, { url, body: { added: ['elsewhere'], excluded: ['moved'] }, authorizer: admin });
  const others = { added: ['elsewhere'], excluded: ['moved'] };
  const toggled = group === 'elsewhere' ? { ...others, added: [] } : { ...others, added: ['elsewhere', group] };
  return callAs(module, email, {
    url,
    body: group === 'moved' ? { added: ['elsewhere'], excluded: [] } : toggled,
  });
}

describe('every route that stewards may call', () => {
  test('has a request here, and limits its callers', async () => {
    const ofStewards = Object.keys(mayCall).filter((name) => mayCall[name]?.endsWith('or steward'));
    expect(Object.keys(requests).sort()).toEqual(ofStewards.sort());
    // Each of them can make sure of what a steward writes in the transaction.
    for (const { declaration } of await loadRoutes()) {
      const name = `${declaration.api} ${declaration.id}`;
      expect([name, declaration.grants.includes('stewards:limit' as never)]).toEqual([name, name in requests]);
    }
  });

  const names = Object.keys(requests);
  const ok = (name: string) => (name.endsWith('members.create') ? 201 : 200);
  const isEdit = (name: string) => /^dashboard (publications|works)\.update$|-edits\.revert$/.test(name);

  test.each(names)('%s: a steward may for their group and those below it now, and for no other', async (name) => {
    const seen: Record<string, number> = {};
    for (const group of groups) seen[group] = (await requests[name]?.(group, sam))?.status ?? 0;
    // An output of the faculty is also one that was below it when it was published.
    const moved = isEdit(name) ? 200 : 403;
    const own = ok(name);
    expect(seen).toEqual({ faculty: own, institute: own, closed: own, elsewhere: 403, moved });
  });

  test.each(names)('%s: a member who is a steward, one who is not, and an administrator', async (name) => {
    const statuses = async (email: string) => [
      (await requests[name]?.('institute', email))?.status,
      (await requests[name]?.('elsewhere', email))?.status,
    ];
    const own = ok(name);
    expect(await statuses(anna)).toEqual([own, own]);
    expect(await statuses(mia)).toEqual([own, isEdit(name) ? own : 403]);
    expect(await statuses(max)).toEqual(isEdit(name) ? [own, own] : [403, 403]);
  });

  test.each(names)('%s: somebody who was a steward until a moment ago', async (name) => {
    await nameStewards('faculty', mia);
    expect((await requests[name]?.('faculty', sam))?.status).toBe(403);
    await nameStewards('faculty', mia, sam);
    expect((await requests[name]?.('faculty', sam))?.status).toBe(ok(name));
  });
});

describe('what reaches beyond the groups of a steward is refused, whole', () => {
  const rows = (id: string, of: readonly string[], more: object = {}) =>
    callAs(createImport, sam, anImport(id, of, more));
  const changing = async (run: () => Promise<{ status: number; body: object }>) => {
    const before = JSON.stringify(await allItems());
    const { status, body } = await run();
    return { status, body, isChanged: JSON.stringify(await allItems()) !== before };
  };
  const refused = { status: 403, isChanged: false };

  test('an import with one row of another group, also as a dry run', async () => {
    for (const dry_run of [false, true]) {
      const answer = await changing(() => rows(fresh(), ['institute', 'elsewhere'], { dry_run }));
      expect(answer).toMatchObject({ ...refused, body: { code: 'forbidden', details: { groups: ['elsewhere'] } } });
    }
  });

  test('rows, the end and the undo of an import that somebody else has begun with another group', async () => {
    const id = fresh();
    await postImport(anImport(id, ['elsewhere'], { mode: 'replace', is_last: false }).body);
    const others = await membersOf('elsewhere');
    for (const more of [{ is_last: true }, { is_last: false }]) {
      expect(await changing(() => rows(id, ['institute'], { mode: 'replace', ...more }))).toMatchObject(refused);
    }
    expect(await changing(() => rows(id, [], { mode: 'replace', is_last: true }))).toMatchObject(refused);
    const undo = () => callAs(undoImport, sam, { url: `/api/groups/imports/${id}/undo` });
    expect(await changing(undo)).toMatchObject(refused);
    expect((await membersOf('elsewhere')).body.members).toEqual(others.body.members);
  });

  test('imports of others, behind which their own stay in the list', async () => {
    const own = fresh();
    await callAs(createImport, sam, anImport(own, ['institute']));
    const others = { mode: 'add', actor: null, undone_at: null, undo_pending: false } as const;
    for (let n = 0; n < 260; n++) {
      const later = {
        ...others,
        id: fresh(),
        created_at: Date.now() + 1_000 + n,
        version: 1,
        group_ids: ['elsewhere'],
      };
      expect(await saveGroupImport(later, undefined)).toBe(true);
    }
    const list = (query = '') => callAs(listImports, sam, { url: `/api/groups/imports${query}` });
    const { body: latest } = await list();
    expect(latest).toEqual({ imports: [], next_cursor: expect.any(String) });
    const { body: older } = await list(`?cursor=${encodeURIComponent(latest.next_cursor)}`);
    expect(older.imports[0]).toMatchObject({ id: own, actor: `user:${sam}`, undo_pending: false });
    expect((await list('?cursor=x')).status).toBe(400);
  });

  test('a person for somebody who also waits elsewhere, and another name for them', async () => {
    const staff_id = fresh();
    const { body } = await postMember('institute', { staff_id, name: 'Dana' });
    await postMember('elsewhere', { staff_id, name: 'Dana' });
    const url = `/api/groups/institute/members/${encodeURIComponent(body.id)}`;
    const orcid = freshOrcid();
    for (const run of [
      () => callAs(changeMember, sam, { url, body: { orcid } }),
      () => callAs(addMember, sam, { url: '/api/groups/faculty/members', body: { orcid, staff_id } }),
      () => callAs(addMember, sam, { url: '/api/groups/faculty/members', body: { staff_id, name: 'Dana Dora' } }),
      () =>
        callAs(createImport, sam, {
          url: '/api/groups/import',
          body: {
            import_id: fresh(),
            mode: 'add',
            rows: [{ line: 1, orcid, staff_id, group: 'faculty' }],
            dry_run: true,
          },
        }),
    ]) {
      expect(await changing(run)).toMatchObject(refused);
    }
    // Their membership of the steward's group is the steward's.
    expect((await callAs(changeMember, sam, { url, body: { role: 'guest' } })).status).toBe(200);
  });

  test('another staff id of a person; the first one is not', async () => {
    const orcid = freshOrcid();
    const add = (group: string, staff_id: string) =>
      callAs(addMember, sam, { url: `/api/groups/${group}/members`, body: { orcid, staff_id } });
    expect((await add('faculty', fresh())).status).toBe(201);
    expect(await changing(() => add('institute', fresh()))).toMatchObject(refused);
  });

  test('a membership of another group under the address of an own one', async () => {
    const { body } = await postMember('elsewhere', { staff_id: fresh(), name: 'E' });
    const url = `/api/groups/faculty/members/${encodeURIComponent(body.id)}`;
    for (const run of [
      () => callAs(changeMember, sam, { url, body: { role: 'x' } }),
      () => callAs(removeMember, sam, { url }),
    ]) {
      expect(await changing(run)).toMatchObject({ status: 404, isChanged: false });
    }
  });

  test('groups of others by hand: added, excluded and taken out', async () => {
    const doi = '10.5555/by-hand';
    await fetchPublication(doi);
    const url = `/api/publication-groups/${doi}`;
    await call(putPublicationGroups, { url, body: { added: ['elsewhere'], excluded: ['moved'] }, authorizer: admin });
    for (const body of [
      { added: [], excluded: ['moved'] },
      { added: ['elsewhere'], excluded: [] },
      { added: ['elsewhere', 'faculty'], excluded: ['moved', 'elsewhere'] },
      { added: ['faculty'], excluded: ['moved'] },
    ]) {
      expect(await changing(() => callAs(putPublicationGroups, sam, { url, body }))).toMatchObject(refused);
    }
    const body = { added: ['elsewhere', 'faculty'], excluded: ['institute', 'moved'] };
    expect((await callAs(putPublicationGroups, sam, { url, body })).body).toMatchObject(body);
  });

  test('an output that only an exclusion keeps out of the group; one that was added is theirs', async () => {
    const doi = '10.5555/excluded';
    await fetchPublication(doi, { orcids: [memberOf.institute ?? ''], fields: { publication_date: '2018' } });
    const put = (body: object) =>
      call(putPublicationGroups, { url: `/api/publication-groups/${doi}`, body, authorizer: admin });
    const edit = async () =>
      (await callAs(patchPublication, sam, { url: `/api/publications/${doi}`, body: title(fresh()) })).status;
    expect(await edit()).toBe(200);
    await put({ added: [], excluded: ['institute'] });
    expect(await edit()).toBe(403);
    await put({ added: ['institute'], excluded: [] });
    expect(await edit()).toBe(200);
  });
});

test('who sees the addresses of stewards: administrators and the stewards of the group; others see how many', async () => {
  const shown = async (email: string, id: string) => {
    const { body, headers } = await callAs(getGroup, email, { url: `/api/groups/${id}` });
    expect(headers).toHaveProperty('etag');
    return [body.steward_count, body.stewards];
  };
  expect(await shown(anna, 'faculty')).toEqual([2, [mia, sam]]);
  expect(await shown(sam, 'faculty')).toEqual([2, [mia, sam]]);
  expect(await shown(mia, 'faculty')).toEqual([2, [mia, sam]]);
  expect(await shown(max, 'faculty')).toEqual([2, null]);
  await nameStewards('elsewhere', anna);
  expect(await shown(sam, 'elsewhere')).toEqual([1, null]);
});
