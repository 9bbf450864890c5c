import { beforeAll, describe, expect, test } from '@jest/globals';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { saveWork } from '#src/records/publications/store/works.ts';
import { applyWork } from '#src/records/works/work-content.ts';
import * as publicList from '../../../../lambdas/consumer/publications/list.ts';
import * as publicSearch from '../../../../lambdas/consumer/search/list.ts';
import * as addMember from '../../../../lambdas/dashboard/group-members/create.ts';
import * as createGroup from '../../../../lambdas/dashboard/groups/create.ts';
import * as updateGroup from '../../../../lambdas/dashboard/groups/update.ts';
import * as groupsOfPerson from '../../../../lambdas/dashboard/person-groups/list.ts';
import * as setGroups from '../../../../lambdas/dashboard/publication-groups/update.ts';
import * as publications from '../../../../lambdas/dashboard/publications/list.ts';
import * as search from '../../../../lambdas/dashboard/search/list.ts';
import * as works from '../../../../lambdas/dashboard/works/list.ts';
import * as pluginSearch from '../../../../lambdas/integrations/search/list.ts';
import { aBibliography, anIncoming, aSummary } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { authorizerOf, call, sessionOf } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { manyOrcids, storePerson } from '../../../support/people.ts';

/** A faculty with two institutes and a centre, which belongs to the faculty and to a network. */
captureLog();
const authorizer = sessionOf('workspace_admin');
const [half = '', mover = '', leaver = '', stranger = ''] = manyOrcids(4);
const day = (text: string) => Date.parse(text);

/** The outputs, by whom and when. */
const outputs: [name: string, orcids: string[], date: string | null][] = [
  ['half-2024', [half], '2024-03-01'],
  ['mover-may', [mover], '2024-05-20'],
  ['mover-september', [mover], '2024-09-20'],
  ['book', [mover], '2024'],
  ['leaver-before', [leaver], '2024-01-15'],
  ['leaver-after', [leaver], '2024-11-01'],
  ['joint', [half, mover], '2024-10-10'],
  ['old', [leaver], '2023-06-01'],
  ['undated', [half], null],
  ['foreign', [stranger], '2024-02-02'],
];

async function storePublication([name, orcids, date]: (typeof outputs)[number]): Promise<void> {
  const original = aBibliography({
    title: name,
    publication_date: date,
    publication_year: date === null ? null : Number(date.slice(0, 4)),
  });
  const doi = `10.5555/${name}`;
  for (const orcid of orcids) {
    const before = await getPublication(doi);
    await savePublication(applyIncoming(before, anIncoming({ doi, orcid, original }), [], new Date(1)), before, []);
  }
}

const create = async (body: object) => {
  const answer = await call(createGroup, { url: '/api/groups', body, authorizer });
  expect(answer.status).toBe(201);
  return answer.body.id as string;
};
const join = async (group: string, orcid: string, from: string | null, to: string | null, more: object = {}) => {
  const body = { orcid, starts_at: from === null ? null : day(from), ends_at: to === null ? null : day(to), ...more };
  const { status } = await call(addMember, {
    url: `/api/groups/${group}/members`,
    body,
    authorizer,
  });
  expect(status).toBe(201);
};
const patch = async (id: string, body: object) => {
  const { status } = await call(updateGroup, { url: `/api/groups/${id}`, body, authorizer });
  expect(status).toBe(200);
};

const list = async (query: string) =>
  (await call(publications, { url: `/api/publications?perPage=100${query}`, authorizer })).body;
const namesIn = (body: { publications: { id: string }[] }) =>
  body.publications.map(({ id }) => id.replace('10.5555/', '')).sort();
const of = async (group: string, more = '') => namesIn(await list(`&group_id=${group}${more}`));
const in2024 = (group: string, more = '') => of(group, `&publication_year=2024${more}`);
const shown = async (query: string) => {
  const { body } = await call(publicList, { url: `/v1/publications?per_page=100&${query}` });
  return body.publications.map(({ doi }: { doi: string }) => doi.replace('10.5555/', '')).sort();
};

beforeAll(async () => {
  await freshTable();
  for (const orcid of [half, mover, leaver, stranger]) await storePerson(orcid, 'P', orcid.slice(-4));
  for (const output of outputs) await storePublication(output);
  await create({ id: 'faculty', name: 'Faculty' });
  await create({ id: 'network', name: 'Network' });
  await create({ id: 'ceramics', name: 'Ceramics', parent_id: 'faculty' });
  await create({ id: 'glass', name: 'Glass', parent_id: 'faculty' });
  await create({ id: 'centre', name: 'Centre', parents: [{ id: 'faculty' }, { id: 'network' }] });
  await join('ceramics', half, '2020-01-01', null, { role: 'professor', is_primary: true });
  await join('centre', half, '2022-01-01', null);
  await join('ceramics', mover, '2021-01-01', '2024-07-01');
  await join('glass', mover, '2024-07-01', null);
  await join('ceramics', leaver, '2019-01-01', '2024-04-01');
});

test('a person has the memberships of all times, the latest first, and a stranger has none', async () => {
  const of = (orcid: string) => call(groupsOfPerson, { url: `/api/people/${orcid}/groups`, authorizer });
  const { body } = await of(mover);
  expect(body.memberships).toMatchObject([
    { group_id: 'glass', starts_at: day('2024-07-01'), ends_at: null },
    { group_id: 'ceramics', starts_at: day('2021-01-01'), ends_at: day('2024-07-01') },
  ]);
  expect(await of(stranger)).toMatchObject({ status: 200, body: { memberships: [] } });
  expect(await of('0000-0002-1825-0097')).toMatchObject({ status: 404 });
});

describe('the outputs of 2024 are those on paper', () => {
  const ofHalf = ['half-2024', 'joint'];
  test.each<[group: string, more: string, expected: string[]]>([
    // A book of 2024 is one of each of its days: of both institutes of the person who moved.
    ['ceramics', '', [...ofHalf, 'mover-may', 'book', 'leaver-before']],
    ['glass', '', ['joint', 'book', 'mover-september']],
    ['centre', '', ofHalf],
    ['network', '', ofHalf],
    ['faculty', '', [...ofHalf, 'mover-may', 'mover-september', 'book', 'leaver-before']],
    ['faculty', '&subgroups=false', []],
    ['glass|centre', '', [...ofHalf, 'book', 'mover-september']],
    ['centre', '&group_primary=true', []],
    ['ceramics', '&group_basis=current', ofHalf],
    [
      'ceramics',
      '&group_basis=ever',
      [...ofHalf, 'mover-may', 'mover-september', 'book', 'leaver-before', 'leaver-after'],
    ],
    ['none', '', ['foreign', 'leaver-after']],
    ['none|centre', '', ['foreign', 'leaver-after', ...ofHalf]],
    ['unknown', '', []],
  ])('%s %s', async (group, more, expected) => {
    expect(await in2024(group, more)).toEqual([...expected].sort());
  });

  test('the settings decide where a request says nothing', async () => {
    process.env.GROUP_BASIS = 'ever';
    expect(await in2024('ceramics')).toEqual(await in2024('ceramics', '&group_basis=ever'));
    delete process.env.GROUP_BASIS;
    // Until the end of November: the one who left in April has a paper of that month.
    process.env.GROUP_MONTHS_AFTER = '8';
    expect(await in2024('ceramics')).toContain('leaver-after');
    process.env.GROUP_MONTHS_AFTER = '7';
    expect(await in2024('ceramics')).not.toContain('leaver-after');
    delete process.env.GROUP_MONTHS_AFTER;
  });

  test('what has no date belongs to whom people are now, and to no group at its publication', async () => {
    expect(await of('centre', '&group_basis=current')).toContain('undated');
    expect(await of('none')).toContain('undated');
  });

  test('the facet counts each output once for each group, and those without one', async () => {
    const { facets, total } = await list('&publication_year=2024&facets=group');
    expect(total).toBe(8);
    expect(facets.group).toEqual([
      { value: 'faculty', count: 6, title: 'Faculty' },
      { value: 'ceramics', count: 5, title: 'Ceramics' },
      { value: 'glass', count: 3, title: 'Glass' },
      { value: 'centre', count: 2, title: 'Centre' },
      { value: 'network', count: 2, title: 'Network' },
      { value: null, count: 2 },
    ]);
  });

  test('the public list finds the same, and repeats what it was asked', async () => {
    expect(await shown('group_id=glass&publication_year=2024')).toEqual(await in2024('glass'));
    const { body } = await call(publicList, { url: '/v1/publications?group_id=glass&subgroups=false' });
    expect(body).toMatchObject({ group_id: 'glass', subgroups: false });
    expect(body).not.toHaveProperty('group_basis');
  });
});

test('a publication added by hand is the group’s, and one excluded by hand is not, nor that of the groups above', async () => {
  const set = async (name: string, body: object) => {
    const id = `10.5555/${name}`;
    const { status } = await call(setGroups, {
      url: `/api/publication-groups/${id}`,
      body,
      authorizer,
    });
    expect(status).toBe(200);
  };
  await set('foreign', { added: ['glass'], excluded: [] });
  await set('mover-may', { added: [], excluded: ['ceramics'] });
  expect(await in2024('glass')).toContain('foreign');
  expect(await in2024('faculty')).toEqual(
    ['half-2024', 'joint', 'mover-september', 'book', 'leaver-before', 'foreign'].sort(),
  );
  await set('foreign', { added: [], excluded: [] });
  await set('mover-may', { added: [], excluded: [] });
  expect(await in2024('faculty')).toHaveLength(6);
});

test('works without a DOI have the groups of their people', async () => {
  const preferred = aSummary({ title: 'A report', publicationDate: '2024-08' });
  await saveWork(
    applyWork(undefined, { id: 'report', orcid: mover, preferred, putCodes: [1] }, new Date(1)),
    undefined,
  );
  const { body } = await call(works, { url: '/api/works?group_id=glass', authorizer });
  expect(body.works).toHaveLength(1);
  expect((await call(works, { url: '/api/works?group_id=centre', authorizer })).body.works).toEqual([]);
  const counted = await call(works, { url: '/api/works?facets=group,publication_year', authorizer });
  expect(counted.body.facets).toEqual({
    group: [
      { value: 'faculty', count: 1, title: 'Faculty' },
      { value: 'glass', count: 1, title: 'Glass' },
    ],
    publication_year: [{ value: 2024, count: 1 }],
  });
  expect((await call(works, { url: '/api/works?facets=group&subgroups=false', authorizer })).body.facets).toEqual({
    group: [{ value: 'glass', count: 1, title: 'Glass' }],
  });
  expect((await call(works, { url: '/api/works?facets=colour', authorizer })).status).toBe(400);
});

test('searches find what is the group’s', async () => {
  const found = async (group: string) =>
    (await call(search, { url: `/api/search?q=o&group_id=${group}`, authorizer })).body;
  expect(await found('glass')).toMatchObject({ total_works: 1, works: [{ id: 'report' }] });
  expect((await found('glass')).publications.map(({ title }: { title: string }) => title).sort()).toEqual(
    (await of('glass', '&q=o')).sort(),
  );
  expect(await found('centre')).toMatchObject({ total_works: 0 });
  const { body } = await call(publicSearch, { url: '/v1/search?q=o&group_id=glass&group_basis=ever' });
  expect(body).toMatchObject({ group_id: 'glass', group_basis: 'ever' });
  expect(body.total_publications).toBe((await of('glass', '&q=o&group_basis=ever')).length);
  expect((await call(publicSearch, { url: '/v1/search?q=o&group_id=unknown' })).body.total_publications).toBe(0);
  const ofPlugins = (scopes: string) =>
    call(pluginSearch, {
      url: '/integrations/v1/search?q=o&group_id=glass',
      authorizer: { ...authorizerOf(pluginSearch.route.auth), scopes },
    });
  expect((await ofPlugins('publications.read groups.read')).body.total_publications).toBe(
    (await of('glass', '&q=o')).length,
  );
  expect((await ofPlugins('publications.read')).status).toBe(403);
});

test('an institute that another one takes over: 2023 stands under the new one, and the faculty is unchanged', async () => {
  const before = { ceramics: await of('ceramics'), faculty: await of('faculty') };
  expect(await of('glass', '&publication_year=2023')).toEqual([]);
  await patch('ceramics', { ends_at: day('2026-01-01'), taken_over_by: 'glass' });
  expect(await of('glass', '&publication_year=2023')).toEqual(['old']);
  expect(await of('ceramics')).toEqual(before.ceramics);
  expect(await of('faculty')).toEqual(before.faculty);
});

test('a hidden centre is nowhere outside, and what is in it still counts for the groups above', async () => {
  expect(await shown('group_id=centre')).toContain('joint');
  const faculty = await shown('group_id=faculty');
  await patch('centre', { visible: false });
  expect(await shown('group_id=centre')).toEqual([]);
  expect(await shown('group_id=faculty')).toEqual(faculty);
  expect((await call(publicSearch, { url: '/v1/search?q=o&group_id=centre' })).body.total_publications).toBe(0);
  expect(await of('centre')).toContain('joint');
});
