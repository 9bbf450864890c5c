import { afterEach, expect, test } from '@jest/globals';
import { answerTo, type Json } from './answers.ts';
import { TestWindow } from './browser.ts';

let window: TestWindow | undefined;
afterEach(() => window?.close());

const day = (text: string) => Date.parse(text);
const proposal = (id: string, orcid: string, seen: Json) => ({
  ...{ id, kind: 'group_membership', status: 'open', doi: null, doi_url: null, title: null, orcids: [orcid] },
  ...{ project_id: null, period: null, created_at: 1, decided_at: null, decided_by: null, version: 4 },
  membership: { group_id: 'kilns', starts_at: day('2019-03-01'), ends_at: day('2022-01-01') },
  evidence: { source: 'crossref', seen_at: 1, seen },
});
const [josiah, ada] = ['0000-0002-1825-0097', '0009-0000-0000-0008'];
const printed = {
  ...{ printed: ['Department of Kilns, University'], dois: ['10.5555/b', '10.5555/a'], publications: 2 },
  ...{ first_year: 2019, last_year: 2021 },
};
const proposals = [
  proposal('p1', josiah, printed),
  proposal('p2', ada, { department: 'Kilns', organization: 'University of Invention' }),
];

/** Opens a page with two proposed members. The second one has become a member meanwhile. */
function open(address: string, role: 'workspace_member' | 'workspace_admin'): TestWindow {
  let left = proposals;
  window = new TestWindow(address, ({ method, path, body }) => {
    if (path === '/api/session') {
      const memberships = [{ workspace_id: 'library', role }];
      return { body: { email: 'curator@example.org', is_superadmin: false, memberships, expires_at: null } };
    }
    const decided = method === 'POST' ? path.replace('/api/proposals/', '') : undefined;
    if (decided === 'p2') {
      return { status: 409, body: { code: 'conflict', error: 'They are a member already', details: {} } };
    }
    if (decided === 'p1') {
      const isOpen = (body as { decision: string }).decision === 'undo';
      left = isOpen ? proposals : proposals.filter(({ id }) => id !== decided);
      return { body: {} };
    }
    if (path !== '/api/proposals') return { body: answerTo(path, true) ?? {} };
    const names = { [josiah]: 'Josiah Carberry', [ada]: 'Ada Lovelace' };
    const page = { page: 1, per_page: 50, total: left.length, pages: 1 };
    return {
      body: { ...(answerTo(path, true) as object), ...page, proposals: left, names, group_names: { kilns: 'Kilns' } },
    };
  });
  return window;
}

const decisions = (page: TestWindow) =>
  page.sent.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);

test('a group shows proposed members with the evidence; many are decided at once, and each failure is told', async () => {
  const page = open('/groups/kilns', 'workspace_admin');
  await page.has('2 publications print it, 2019–2021');
  await page.has('ORCID: Kilns, University of Invention');
  expect(page.all('a[href$="/publication/10.5555/b"]')).toHaveLength(1);
  for (const box of page.all('section[aria-labelledby="proposed-title"] tbody input'))
    (box as unknown as { click(): void }).click();
  await page.click('Accept 2');
  await page.has('1 decided; 1 could not be: They are a member already');
  expect(decisions(page)).toEqual([
    ['/api/proposals/p1', { decision: 'accept' }],
    ['/api/proposals/p2', { decision: 'accept' }],
  ]);
  await page.find('the other one', () => !page.all('a').some(({ textContent }) => textContent === 'Josiah Carberry'));
  await page.click('Undo');
  await page.has('Josiah Carberry');
});

test('members who are no administrators see them, and decide nothing', async () => {
  const page = open('/groups/kilns', 'workspace_member');
  await page.has('2 publications print it, 2019–2021');
  expect(page.all('section[aria-labelledby="proposed-title"] button')).toHaveLength(0);
});

test('review: the days of a membership can be changed before it is accepted', async () => {
  const page = open('/review?queue=proposals', 'workspace_admin');
  await page.has('Add a member to a group');
  await page.type('From', '2018-05-01');
  page.press('a');
  await page.find('the decision', () => decisions(page).length > 0);
  expect(decisions(page)).toEqual([
    ['/api/proposals/p1', { decision: 'accept', starts_at: day('2018-05-01'), ends_at: day('2022-01-01') }],
  ]);
});
