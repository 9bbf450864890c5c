import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { decideDuplicate } from '#src/curation/duplicates.ts';
import { changeGroup, createGroup } from '#src/curation/groups/groups.ts';
import { addMember, membershipId, removeMembership } from '#src/curation/groups/members.ts';
import { setGroupsByHand } from '#src/curation/groups/outputs.ts';
import { createWork, mergeWorkInto } from '#src/curation/works.ts';
import { proposePair } from '#src/duplicates/find.ts';
import { pairId } from '#src/duplicates/store/pairs.ts';
import { publicationChangesWith } from '#src/lists/changes/output-changes.ts';
import { erasePerson } from '#src/operations/erasure/erase-person.ts';
import { readErasureKey } from '#src/records/people/store/unless-erased.ts';
import * as changes from '../../../lambdas/integrations/changes/list.ts';
import * as publications from '../../../lambdas/integrations/publications/list.ts';
import * as works from '../../../lambdas/integrations/works/list.ts';
import { freshTable } from '../../support/engine.ts';
import { authorizerOf, call } from '../../support/event.ts';
import { captureLog } from '../../support/log.ts';
import { manyOrcids, storePerson } from '../../support/people.ts';
import { ingestPublication } from '../../support/publicity.ts';

captureLog();
const [ada = '', bea = '', cai = '', dan = '', eve = ''] = manyOrcids(5);
const context = () => ({
  actor: 'user:curator@example.org',
  workspace: 'default',
  requestId: 'included',
  steward: undefined,
  now: new Date(),
});
const anyway = () => undefined;
const allScopes = 'publications.read works.read people.read groups.read';
const routes = { changes, publications, works };
const get = (route: keyof typeof routes, query = '', scopes = allScopes) =>
  call(routes[route], {
    url: `/integrations/v1/${route}?${query}`,
    authorizer: { ...authorizerOf(routes[route].route.auth), scopes },
  });

type Groups = { id: string; is_direct: boolean }[];
interface Item {
  doi?: string;
  id?: string;
  groups?: Groups;
}
/** The groups of each item, direct ones with a star. */
const shown = (items: (Item | null)[]) =>
  Object.fromEntries(
    items.flatMap((item) =>
      item ? [[item.doi ?? item.id, item.groups?.map(({ id, is_direct }) => `${id}${is_direct ? '*' : ''}`)]] : [],
    ),
  );
/** A copy of a list, kept by the feed. */
async function copyOf(list: 'publications' | 'works', include: string, filter = '') {
  let cursor = '';
  const items = new Map<string, Item>();
  return async () => {
    const resets: boolean[] = [];
    for (;;) {
      const { status, body } = await get(
        'changes',
        `list=${list}&include=${include}&limit=2&cursor=${cursor}${filter}`,
      );
      expect(status).toBe(200);
      if (cursor === '') expect(body.changes.filter(({ item }: { item: unknown }) => item === null)).toEqual([]);
      resets.push(body.reset);
      if (body.reset) items.clear();
      for (const change of body.changes) {
        if (change.item) items.set(change.id, change.item);
        else items.delete(change.id);
      }
      cursor = body.cursor;
      if (!body.has_more) return { items: shown([...items.values()].sort(byId)), isReset: resets.includes(true) };
    }
  };
}
const byId = (one: Item, other: Item) => ((one.doi ?? one.id ?? '') < (other.doi ?? other.id ?? '') ? -1 : 1);

let report = '';
beforeAll(async () => {
  await freshTable();
  for (const [orcid, name] of [
    [ada, 'Ada'],
    [bea, 'Bea'],
    [cai, 'Cai'],
  ] as const)
    await storePerson(orcid, name, 'X');
  await createGroup({ id: 'faculty', name: 'Faculty' }, context());
  await createGroup({ id: 'institute', name: 'Institute', parent_id: 'faculty' }, context());
  await createGroup({ id: 'centre', name: 'Centre', parent_id: 'faculty', visible: false }, context());
  await addMember('institute', { orcid: ada }, context());
  await addMember('centre', { orcid: bea }, context());
  // Without a date, only groups by hand count.
  await ingestPublication('10.5555/a', ada, 'Pots');
  await ingestPublication('10.5555/b', bea, 'Kilns');
  await ingestPublication('10.5555/c', cai, 'Shards');
  await setGroupsByHand({ kind: 'publication', id: '10.5555/a' }, { added: ['institute'], excluded: [] }, context());
  await setGroupsByHand({ kind: 'publication', id: '10.5555/b' }, { added: ['centre'], excluded: [] }, context());
  const made = await createWork(
    { title: 'A report', work_type: 'report', publication_date: '2024', researcher_orcids: [ada, bea] },
    context(),
  );
  report = made.work.id;
});

describe('include=groups', () => {
  test('names public groups, those above included, and says which are direct', async () => {
    const list = await get('publications', 'include=groups');
    expect(list.status).toBe(200);
    expect(shown(list.body.publications)).toEqual({
      '10.5555/a': ['faculty', 'institute*'],
      '10.5555/b': ['faculty'],
      '10.5555/c': [],
    });
    const ofWorks = await get('works', 'include=groups');
    expect(shown(ofWorks.body.works)).toEqual({ [report]: ['faculty', 'institute*'] });
  });

  test('goes with citations, and items without it have none', async () => {
    const both = (await get('publications', 'include=citation,groups')).body.publications[0];
    expect(both).toMatchObject({ citation: { style: 'apa' }, groups: expect.any(Array), researcher_orcids: [cai] });
    for (const include of ['', 'citation'])
      expect((await get('publications', `include=${include}`)).body.publications[0]).not.toHaveProperty('groups');
    expect((await get('works', 'include=citation,groups')).body.works[0]).toMatchObject({
      citation: { style: 'apa' },
      groups: [
        { id: 'faculty', is_direct: false },
        { id: 'institute', is_direct: true },
      ],
    });
  });

  test('403: without the scope groups.read', async () => {
    const scopes = 'publications.read works.read people.read';
    for (const [route, query] of [
      ['publications', 'include=groups'],
      ['works', 'include=groups'],
      ['changes', 'list=publications&include=citation,groups'],
      ['changes', 'list=works&include=groups'],
      ['publications', 'group_id=faculty'],
      ['publications', 'subgroups=false'],
      ['works', 'group_id=faculty'],
      ['works', 'group_basis=ever'],
      ['changes', 'list=publications&group_id=faculty'],
      ['changes', 'list=works&group_primary=true'],
    ] as const) {
      expect(await get(route, query, scopes)).toMatchObject({ status: 403, body: { code: 'scope_not_granted' } });
      expect((await get(route, query)).status).toBe(200);
    }
    for (const route of ['publications', 'works'] as const)
      expect((await get(route, 'include=citation', scopes)).status).toBe(200);
  });

  test('400: for a list whose items have no groups', async () => {
    for (const [list, include] of [
      ['people', 'groups'],
      ['people', 'citation'],
      ['groups', 'groups'],
      ['publications', 'members'],
    ])
      expect(await get('changes', `list=${list}&include=${include}`)).toMatchObject({
        status: 400,
        body: { details: { issues: [{ path: 'include' }] } },
      });
    for (const filter of ['group_id=faculty', 'subgroups=false', 'group_basis=ever', 'group_primary=true'])
      for (const list of ['people', 'groups'])
        expect(await get('changes', `list=${list}&${filter}`)).toMatchObject({
          status: 400,
          body: { details: { issues: [{ path: filter.split('=')[0] }] } },
        });
  });

  test('a cursor of a copy without groups starts over', async () => {
    const without = await get('changes', 'list=works');
    const then = await get('changes', `list=works&include=groups&cursor=${without.body.cursor}`);
    expect(then.body).toMatchObject({ reset: true, changes: [{ item: { groups: [{}, {}] } }] });
    const again = await get('changes', `list=works&include=groups&cursor=${then.body.cursor}`);
    expect(again.body.reset).toBe(false);
  });

  test('the cursor of a list with groups leads to their changes', async () => {
    const { body } = await get('works', 'include=groups&cursor=');
    const { reset } = (await get('changes', `list=works&include=groups&cursor=${body.changes_cursor}`)).body;
    expect(reset).toBe(false);
    const without = await get('changes', `list=works&cursor=${body.changes_cursor}`);
    expect(without.body.reset).toBe(true);
  });

  test('a copy made under other settings starts over', async () => {
    const { body } = await get('changes', 'list=works&include=groups');
    for (const [name, value] of [
      ['GROUP_BASIS', 'ever'],
      ['GROUP_MONTHS_AFTER', '6'],
    ] as const) {
      const before = process.env[name];
      process.env[name] = value;
      const then = await get('changes', `list=works&include=groups&cursor=${body.cursor}`);
      if (before === undefined) delete process.env[name];
      else process.env[name] = before;
      expect(then.body).toMatchObject({ reset: true });
    }
  });
});

describe('filters by group', () => {
  test.each([
    ['faculty', ['10.5555/a', '10.5555/b']],
    ['institute', ['10.5555/a']],
    ['faculty&subgroups=false', []],
    ['none', ['10.5555/c']],
    ['institute|none', ['10.5555/a', '10.5555/c']],
    // Hidden and unknown groups are the same.
    ['centre', []],
    ['unknown', []],
  ])('group_id=%s', async (asked, expected) => {
    const { body } = await get('publications', `group_id=${encodeURI(asked)}`);
    expect(body.publications.map(({ doi }: Item) => doi).sort()).toEqual(expected);
    expect(body.group_id).toBe(asked.split('&')[0]);
  });

  test('of works, and of pages by cursor, which are for this group only', async () => {
    expect((await get('works', 'group_id=institute')).body).toMatchObject({ total: 1, group_id: 'institute' });
    expect((await get('works', 'group_id=centre')).body.total).toBe(0);
    const first = await get('publications', 'group_id=faculty&per_page=1&cursor=');
    expect(first.body).toMatchObject({ total: 2, publications: [{}] });
    const cursor = first.body.next_cursor;
    const second = await get('publications', `group_id=faculty&per_page=1&cursor=${cursor}`);
    expect(second.body).toMatchObject({ next_cursor: null, publications: [{}] });
    for (const other of ['group_id=institute', 'group_id=faculty&subgroups=false', ''])
      expect((await get('publications', `${other}&per_page=1&cursor=${cursor}`)).status).toBe(400);
  });
});

test('a copy hears of a membership, a hidden group, a merge and an erasure, and names no hidden group', async () => {
  const [syncPublications, syncWorks] = [
    await copyOf('publications', 'citation,groups'),
    await copyOf('works', 'groups'),
  ];
  expect(await syncPublications()).toEqual({
    isReset: true,
    items: { '10.5555/a': ['faculty', 'institute*'], '10.5555/b': ['faculty'], '10.5555/c': [] },
  });
  expect(await syncWorks()).toEqual({ isReset: true, items: { [report]: ['faculty', 'institute*'] } });

  await changeGroup('institute', { visible: false }, context(), anyway);
  expect((await syncPublications()).items).toMatchObject({ '10.5555/a': ['faculty'], '10.5555/b': ['faculty'] });
  expect(await syncWorks()).toEqual({ isReset: false, items: { [report]: ['faculty'] } });
  await changeGroup('institute', { visible: true }, context(), anyway);

  // The kept one takes over the groups of the other, and gives them back.
  const [kept, gone] = ['10.5555/c', '10.5555/a'].map((id) => ({ kind: 'publication' as const, id }));
  if (!kept || !gone) throw new Error('There are two');
  await proposePair(kept, { record: gone, likeness: { score: 90, reasons: [] } }, new Date());
  await decideDuplicate(pairId(kept, gone), { decision: 'merge', keep: kept.id }, context(), () => {});
  expect((await syncPublications()).items).toEqual({
    '10.5555/b': ['faculty'],
    '10.5555/c': ['faculty', 'institute*'],
  });
  await decideDuplicate(pairId(kept, gone), { decision: 'undo' }, context(), () => {});
  expect((await syncPublications()).items).toMatchObject({ '10.5555/a': ['faculty', 'institute*'], '10.5555/c': [] });

  const options = { key: await readErasureKey(), context: context(), dryRun: false };
  await erasePerson({ orcid: ada, ...options, settlingMs: 0, deadlineMs: Number.POSITIVE_INFINITY });
  // Of the work, only Bea is left, who is in a hidden part of the faculty.
  expect((await syncWorks()).items).toEqual({ [report]: ['faculty'] });
  expect((await syncPublications()).items['10.5555/b']).toEqual(['faculty']);
});

describe('a copy of what is of some groups', () => {
  const asked = [
    ['publications', '&group_id=school'],
    ['publications', '&group_id=clinic%7Cnone'],
    ['publications', '&group_id=school&group_basis=ever'],
    ['works', '&group_id=school'],
    ['works', '&group_id=clinic%7Cnone&subgroups=false'],
  ] as const;
  const ids = async (list: 'publications' | 'works', filter: string) => {
    const { status, body } = await get(list, `per_page=100${filter}`);
    expect(status).toBe(200);
    return body[list].map(({ doi, id }: Item) => doi ?? id).sort();
  };

  test('is the filtered list after each change, in both lists', async () => {
    await storePerson(dan, 'Dan', 'X');
    await storePerson(eve, 'Eve', 'X');
    await createGroup({ id: 'school', name: 'School' }, context());
    await createGroup({ id: 'clinic', name: 'Clinic', parent_id: 'school' }, context());
    for (const [doi, orcid] of [
      ['10.5555/k', dan],
      ['10.5555/l', eve],
      ['10.5555/m', eve],
    ] as const)
      await ingestPublication(doi, orcid, `Of ${orcid}`);
    const [report = '', memo = ''] = await Promise.all(
      [dan, eve, eve].map(async (orcid, index) => {
        const fields = { title: `Report ${index}`, publication_date: '2024', researcher_orcids: [orcid] };
        return (await createWork({ ...fields, work_type: 'report' }, context())).work.id;
      }),
    );
    const copies = await Promise.all(
      asked.map(async ([list, filter]) => ({ list, filter, sync: await copyOf(list, 'groups', filter) })),
    );
    let resets = 0;
    const check = async (step: string) => {
      for (const { list, filter, sync } of copies) {
        const { items, isReset } = await sync();
        if (isReset) resets++;
        expect([step, list, filter, Object.keys(items)]).toEqual([step, list, filter, await ids(list, filter)]);
      }
    };
    const byHand = (doi: string, added: string[], excluded: string[] = []) =>
      setGroupsByHand({ kind: 'publication', id: doi }, { added, excluded }, context());

    await check('nobody');
    expect(await ids('works', '&group_id=clinic')).toEqual([]);
    const joined = await addMember('clinic', { orcid: dan }, context());
    await byHand('10.5555/l', ['clinic']);
    await check('join');
    expect(await ids('works', '&group_id=clinic')).toEqual([report]);
    expect(await ids('publications', '&group_id=clinic&group_basis=ever')).toEqual(['10.5555/k', '10.5555/l']);
    await byHand('10.5555/k', [], ['school']);
    await check('exclude');
    await removeMembership('clinic', membershipId(joined), context());
    await check('leave');
    expect(await ids('works', '&group_id=school')).toEqual([]);
    await addMember('clinic', { orcid: eve }, context());
    await check('another joins');
    await changeGroup('clinic', { visible: false }, context(), anyway);
    await check('hide');
    expect(await ids('works', '&group_id=clinic')).toEqual([]);
    await changeGroup('clinic', { visible: true }, context(), anyway);
    await check('show');
    await changeGroup('clinic', { parents: [] }, context(), anyway);
    await check('move');
    const [kept, gone] = ['10.5555/k', '10.5555/l'].map((id) => ({ kind: 'publication' as const, id }));
    if (!kept || !gone) throw new Error('There are two');
    await proposePair(kept, { record: gone, likeness: { score: 90, reasons: [] } }, new Date());
    await decideDuplicate(pairId(kept, gone), { decision: 'merge', keep: kept.id }, context(), () => {});
    await mergeWorkInto(memo, report, context());
    await check('merge');
    expect(await ids('publications', '&group_id=clinic')).toContain('10.5555/k');
    await decideDuplicate(pairId(kept, gone), { decision: 'undo' }, context(), () => {});
    await check('undo');
    const options = { key: await readErasureKey(), context: context(), dryRun: false };
    await erasePerson({ orcid: eve, ...options, settlingMs: 0, deadlineMs: Number.POSITIVE_INFINITY });
    await check('erase');
    expect(await ids('works', '&group_id=clinic')).toEqual([]);
    expect(await ids('publications', '&group_id=clinic')).toEqual(['10.5555/l']);
    // Erasure may begin a copy anew; nothing else does after the first time.
    expect(resets).toBeLessThanOrEqual(2 * copies.length);
  });

  test('starts over with another question, and goes on with the same one in other words', async () => {
    const { cursor } = (await get('changes', 'list=works&group_id=clinic|school')).body;
    for (const [filter, reset] of [
      ['group_id=school|clinic', false],
      ['group_id=clinic%7Cschool&subgroups=true', false],
      ['group_id=school', true],
      ['group_id=clinic|school&subgroups=false', true],
      ['group_id=clinic|school&group_basis=ever', true],
      ['group_id=clinic|school&group_primary=true', true],
      ['group_id=clinic|school&include=groups', true],
      ['include=groups', true],
      ['', true],
    ] as const)
      expect([filter, (await get('changes', `list=works&${filter}&cursor=${cursor}`)).body.reset]).toEqual([
        filter,
        reset,
      ]);
    const listed = (await get('works', 'group_id=school&cursor=')).body.changes_cursor;
    expect((await get('changes', `list=works&group_id=school&cursor=${listed}`)).body.reset).toBe(false);
    expect((await get('changes', `list=works&cursor=${listed}`)).body.reset).toBe(true);
  });

  test('starts over on another day only if it asks who is a member today', () => {
    const rulesOn = (day: string, basis: 'current' | 'ever') => {
      const rule = { ids: ['school'], subgroups: true, primary: false, basis };
      return publicationChangesWith(null, { ...rule, now: new Date(day) }).rules();
    };
    expect(rulesOn('2026-01-31', 'current')).not.toBe(rulesOn('2026-02-01', 'current'));
    expect(rulesOn('2026-01-31', 'ever')).toBe(rulesOn('2026-02-01', 'ever'));
  });
});

// Last: lists in a database count as current until the day that it sets.
test('a copy of who is a member today starts over on the next day, and no other copy does', async () => {
  const dayMs = 86_400_000;
  for (const [basis, isReset] of [
    ['current', true],
    ['ever', false],
  ] as const) {
    process.env.GROUP_BASIS = basis;
    const { body } = await get('changes', 'list=works&include=groups');
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + dayMs);
    const then = await get('changes', `list=works&include=groups&cursor=${body.cursor}`);
    clock.mockRestore();
    delete process.env.GROUP_BASIS;
    expect([basis, then.body.reset]).toEqual([basis, isReset]);
  }
});
