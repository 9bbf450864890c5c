import { afterEach, describe, expect, test } from '@jest/globals';
import { answerTo, type Json } from './answers.ts';
import { type Answer, type Sent, TestWindow } from './browser.ts';

type Role = 'workspace_member' | 'workspace_admin';

const sessionOf = (role: Role) => ({
  email: 'curator@example.org',
  is_superadmin: false,
  memberships: [{ workspace_id: 'library', role }],
  expires_at: null,
});

const parent = (id: string) => ({ id, starts_at: null, ends_at: null });

const group = (id: string, name: string, parents: string[] = [], more: { [name: string]: Json } = {}) => ({
  id,
  name,
  kind: null,
  parents: parents.map(parent),
  parent_ids: parents,
  taken_over_by: null,
  ror: null,
  homepage: null,
  external_id: null,
  printed_names: [],
  visible: true,
  starts_at: null,
  ends_at: null,
  member_count: 0,
  waiting_count: 0,
  created_at: 1,
  updated_at: 1,
  version: 3,
  ...more,
});

const groups = [
  group('centre', 'Centre for Kilns', ['faculty', 'network'], { member_count: 4, waiting_count: 2 }),
  group('faculty', 'Faculty of Clay'),
  group('glass', 'Institute of Glass', ['faculty'], { ends_at: Date.UTC(2024, 0, 1) }),
  group('network', 'Network of Fire'),
];

let window: TestWindow | undefined;
afterEach(() => window?.close());

/** Opens a page. `api` answers what is not the session, the tree or a group; else the document of the API does. */
function open(address: string, role: Role, api: (sent: Sent) => Answer | undefined = () => undefined): TestWindow {
  window = new TestWindow(address, (sent) => {
    if (sent.path === '/api/session') return { body: sessionOf(role) };
    const answer = api(sent);
    if (answer) return answer;
    if (sent.path === '/api/groups') return { body: { ...(answerTo(sent.path, true) as object), groups, pages: 1 } };
    // Nobody edits what is deleted, or part of another record.
    const there = { deleted_at: null, replaced_by: null, merged_into: null };
    const isOutput = /^\/api\/(publications|works)\/[^/]+$/.test(sent.path);
    if (isOutput) return { body: { ...(answerTo(sent.path, true) as object), ...there } };
    const one = groups.find(({ id }) => sent.method === 'GET' && sent.path === `/api/groups/${id}`);
    return { body: one ?? answerTo(sent.path, true) ?? {} };
  });
  return window;
}

const lines = (page: TestWindow) => page.all('.group-line').map(({ textContent }) => textContent);

test('a group with two parents is below both, and one that has ended is marked', async () => {
  const page = open('/groups', 'workspace_member');
  await page.has('Network of Fire');
  expect(lines(page)).toEqual([
    'Faculty of Clay0 members',
    'Centre for Kilns4 members · 2 without an iD',
    'Institute of GlassEnded0 members',
    'Network of Fire0 members',
    'Centre for Kilns4 members · 2 without an iD',
  ]);
  await page.click('Close Faculty of Clay');
  expect(lines(page)).toHaveLength(3);
  page.go('/groups?q=kilns');
  await page.find('the groups found', () => lines(page).length === 4);
  expect(lines(page).join()).not.toContain('Glass');
});

test('the page of a group leads to a report of all its outputs', async () => {
  const page = open('/groups/centre', 'workspace_member');
  const link = await page.find('the link', () =>
    page.all('main a').find(({ textContent }) => textContent === 'Report'),
  );
  expect(link.getAttribute('href')).toBe('/reports/new?group_id=centre&include=works');
});

describe('who may not write', () => {
  test.each(['/groups', '/groups/centre', '/publication/10.5555/a', '/works/work-1'])(
    'sees %s without the buttons',
    async (address) => {
      const buttons = (page: TestWindow) =>
        page.all('main button').map((each) => each.getAttribute('aria-label') ?? each.textContent);
      const known = /^(Edit|End|New group|New sub-group|Import members|Add a member|Remove|Choose a group|Hide|Delete)/;
      const mine = (page: TestWindow) => buttons(page).filter((name) => known.test(name ?? ''));
      const find = (page: TestWindow) => page.find('the groups', () => page.all('main .group-line, main .section')[0]);
      const asAdmin = open(address, 'workspace_admin');
      await find(asAdmin);
      await asAdmin.find('buttons', () => mine(asAdmin).some((name) => /group|member/.test(name ?? '')));
      await asAdmin.close();
      const page = open(address, 'workspace_member');
      await find(page);
      await page.find('the end of loading', () => page.all('main .skeleton-row').length === 0);
      expect(mine(page).filter((name) => /group|member|Remove some|Remove Faculty/.test(name ?? ''))).toEqual([]);
    },
  );

  test('is told who may import, and who may create a group', async () => {
    await open('/import?kind=memberships', 'workspace_member').has('You do not have permission');
    await window?.close();
    await open('/new-group', 'workspace_member').has('You do not have permission');
  });
});

test('only what was changed is sent, with the version, and the undo takes it back', async () => {
  const patches: [Json, string | null][] = [];
  window = new TestWindow('/groups/centre', (sent, headers) => {
    if (sent.path === '/api/session') return { body: sessionOf('workspace_admin') };
    if (sent.path === '/api/groups') return { body: { ...(answerTo(sent.path, true) as object), groups, pages: 1 } };
    if (sent.path !== '/api/groups/centre') return { body: answerTo(sent.path, true) ?? {} };
    if (sent.method === 'PATCH') patches.push([sent.body, headers.get('If-Match')]);
    return { body: { ...group('centre', 'Centre for Kilns', ['faculty', 'network']), version: 3 + patches.length } };
  });
  const page = window;
  await page.click('Edit');
  await page.type('Kind', 'centre');
  await page.type('From', '2020-10-01', 0);
  await page.type('Until', '2021-03-31', 0);
  await page.submit('Save');
  await page.has('The group was saved');
  await page.click('Undo');
  await page.has('Undone');
  const period = { ends_at: Date.UTC(2021, 3, 1) };
  expect(patches).toMatchObject([
    [
      { kind: 'centre', parents: [{ id: 'faculty', starts_at: Date.UTC(2020, 9, 1), ...period }, parent('network')] },
      '"3"',
    ],
    [{ kind: null, parents: [parent('faculty'), parent('network')] }, '"4"'],
  ]);
  expect(Object.keys(patches[0]?.[0] as object).sort()).toEqual(['kind', 'parents']);
});

test('members are those of today at first, and all of them without a state', async () => {
  const page = open('/groups/centre', 'workspace_member');
  const asked = () =>
    page.sent.filter(({ path, query }) => path.endsWith('/members') && query.get('perPage') === '50').at(-1);
  await page.find('the members', () => asked()?.query.get('state') === 'current');
  await page.choose('When', 'all');
  await page.find('all members', () => asked()?.query.has('state') === false);
});

test('a membership that is removed can be brought back', async () => {
  const member = {
    id: '0000-0002-1825-0097~m1',
    group_id: 'centre',
    orcid: '0000-0002-1825-0097',
    staff_id: null,
    name: 'Josiah Carberry',
    role: 'professor',
    is_primary: true,
    starts_at: Date.UTC(2020, 0, 1),
    ends_at: null,
    source: 'import',
    import_id: 'i',
    created_at: 1,
    updated_at: 1,
  };
  const page = open('/groups/centre', 'workspace_admin', ({ method, path }) => {
    if (!path.startsWith('/api/groups/centre/members') || method !== 'GET') return undefined;
    const answer = answerTo('/api/groups/centre/members', true) as object;
    return { body: { ...answer, members: [member], with_orcid: 1, without_orcid: 2 } };
  });
  await page.has('1 of 3 people have an ORCID iD.');
  await page.has('Jan 1, 2020');
  await page.click('Remove Josiah Carberry: the membership was a mistake');
  await page.click('Undo');
  await page.has('Undone');
  const sent = page.sent.filter(({ method, path }) => method !== 'GET' && path.includes('/members'));
  const { orcid, role, is_primary, starts_at, ends_at } = member;
  expect(sent.map(({ method, path, body }) => [method, decodeURIComponent(path), body])).toEqual([
    ['DELETE', `/api/groups/centre/members/${member.id}`, null],
    ['POST', '/api/groups/centre/members', { orcid, role, is_primary, starts_at, ends_at }],
  ]);
});

test('an import of another day, or of somebody else, can be taken back', async () => {
  const one = {
    id: 'one',
    mode: 'add',
    groups: [{ id: 'glass', name: 'Glass' }],
    group_count: 3,
    actor: 'user:other@example.org',
    created_at: 1_767_225_600_000,
    undone_at: null as number | null,
    undo_pending: false,
  };
  let hasFailed = false;
  // A steward's are behind many of others.
  const answers: Record<string, Json> = {
    '': { imports: [], next_cursor: '1' },
    1: { imports: [], next_cursor: '2' },
    2: { imports: [one], next_cursor: '3' },
    3: { imports: [{ ...one, id: 'two', groups: [{ id: 'clay', name: 'Clay' }], group_count: 1 }], next_cursor: null },
  };
  const page = open('/import?kind=memberships', 'workspace_admin', ({ path, query }) => {
    if (path === '/api/groups/imports') return { body: answers[query.get('cursor') ?? ''] ?? {} };
    if (path !== '/api/groups/imports/one/undo') return undefined;
    one.undone_at = 1_767_225_700_000;
    one.undo_pending = !hasFailed;
    if (hasFailed) return { body: { restored: 2, left: [] } };
    hasFailed = true;
    return { status: 503, body: { error: 'Busy', code: 'unavailable' } };
  });
  await page.has('Glass and 2 more');
  await page.click('Show older ones');
  await page.has('Clay');
  await page.click('Undo the import of Glass and 2 more');
  await page.has('Taken back in part');
  await page.click('Undo the rest of the import of Glass and 2 more');
  await page.has('2 people have their earlier memberships again.');
  await page.has('Taken back');
});

test('a check tells rows whose names are not those of the registry, and shows them alone', async () => {
  const csv = ['staff_id,name,group', '1,Jo Potter,glass', '2,Josiah Stranger,glass', '3,Paula,glass'].join('\n');
  const outcomes = [
    { outcome: 'created', message: null, code: null, about: null },
    { outcome: 'created', message: 'x', code: 'name_differs', about: 'Josiah Carberry (0000-0002-1825-0097)' },
    { outcome: 'failed', message: 'x', code: 'staff_id_taken', about: 'Josiah Carberry (0000-0002-1825-0097)' },
  ];
  const page = open('/import?kind=memberships', 'workspace_admin', ({ path }) => {
    if (path !== '/api/groups/import') return undefined;
    return { body: { import_id: 'x', rows: outcomes.map((each, n) => ({ line: n + 2, ...each })), left: 0 } };
  });
  await page.type('Members as CSV', csv);
  await page.click('Check');
  await page.has('1 row has another name than the registry: look at it first.');
  await page.choose('Show', 'failed');
  await page.has('Its staff id is that of Josiah Carberry (0000-0002-1825-0097).');
  await page.choose('Show', 'differing');
  await page.has('2 · Josiah Stranger · glass');
  await page.has('The registry knows them as Josiah Carberry (0000-0002-1825-0097)');
  expect(page.all('tbody tr')).toHaveLength(1);
});

describe('an import that replaces', () => {
  interface Part {
    rows: { line: number }[];
    dry_run?: boolean;
    is_last: boolean;
  }
  const csv = ['orcid,group', '0000-0002-1825-0097,glass', '0000-0002-1694-233X,glass'].join('\n');

  async function replace(outcomeOf: (line: number) => string) {
    const parts: Part[] = [];
    const page = open('/import?kind=memberships', 'workspace_admin', ({ path, body }) => {
      if (path !== '/api/groups/import') return undefined;
      const part = body as unknown as Part;
      parts.push(part);
      const rows = part.rows.map(({ line }) => ({ line, outcome: outcomeOf(line), message: null }));
      return { body: { import_id: 'x', rows, left: part.is_last ? 7 : 0 } };
    });
    await page.type('Members as CSV', csv);
    await page.choose('What the rows are', 'replace');
    await page.click('Check');
    await page.has('7 memberships of earlier imports would end');
    expect(parts).toMatchObject([{ dry_run: true }]);
    await page.click('Import 2 rows');
    return { page, sent: () => parts.slice(1).map(({ rows, is_last }) => [rows.map(({ line }) => line), is_last]) };
  }

  test('ends the memberships that no row names once all rows have arrived', async () => {
    const { page, sent } = await replace(() => 'created');
    await page.has('7 memberships that no row names have ended.');
    expect(sent()).toEqual([
      [[2, 3], false],
      [[], true],
    ]);
    await page.click('Undo this import');
    await page.has('This import was undone.');
  });

  test('ends none while a row has failed, unless somebody says so', async () => {
    const { page, sent } = await replace((line) => (line === 3 ? 'failed' : 'created'));
    await page.has('1 row has failed, so nobody has left yet.');
    expect(sent()).toEqual([[[2, 3], false]]);
    await page.click('End the other memberships');
    await page.has('7 memberships that no row names have ended.');
    expect(sent().at(-1)).toEqual([[], true]);
  });
});

test('publications are filtered by groups, with and without what belongs to them', async () => {
  const page = open('/publications?group_id=faculty', 'workspace_member', ({ path, query }) => {
    if (path !== '/api/publications' || query.get('facets') !== 'group') return undefined;
    const group = [
      { value: 'faculty', count: 12, title: 'Faculty of Clay' },
      { value: null, count: 30 },
    ];
    return { body: { ...(answerTo(path, true) as object), facets: { group } } };
  });
  const asked = () =>
    page.sent.filter(({ path, query }) => path === '/api/publications' && !query.get('facets')).at(-1)?.query;
  await page.find('the chip', () => page.all('.chosen-value').some((each) => each.textContent === 'Faculty of Clay'));
  expect(asked()?.get('group_id')).toBe('faculty');
  await page.click('GroupFaculty of Clay');
  await page.has('Without a group');
  await page.has('30');
  const check = async (name: string) => {
    const box = await page.find(name, () =>
      page
        .all('label.checkbox')
        .find((label) => label.textContent === name)
        ?.querySelector('input'),
    );
    (box as unknown as { click(): void }).click();
  };
  await check('With sub-groups');
  await check('Without a group');
  await page.find('the filter', () => page.address.includes('none'));
  expect(page.address).toBe('/publications?group_id=faculty%7Cnone&subgroups=false');
  await page.find('the list', () => asked()?.get('group_id') === 'faculty|none');
  expect(asked()?.get('subgroups')).toBe('false');
});
