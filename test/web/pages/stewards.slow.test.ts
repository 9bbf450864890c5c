import { afterEach, expect, test } from '@jest/globals';
import { answerTo, type Json } from './answers.ts';
import { type Sent, TestWindow } from './browser.ts';

const session = {
  email: 'sam@example.org',
  is_superadmin: false,
  memberships: [],
  stewardships: [{ workspace_id: 'library', group_id: 'faculty' }],
  expires_at: null,
};

const group = (id: string, parents: string[] = []): { [name: string]: Json } => ({
  ...(answerTo('/api/groups/{id}', true) as { [name: string]: Json }),
  ...{ id, name: `The ${id}`, parents: [], parent_ids: parents, taken_over_by: null, ends_at: null, starts_at: null },
  ...{ steward_count: 1, stewards: id === 'faculty' ? ['sam@example.org'] : null, version: 3 },
});
const groups = [group('faculty'), group('glass', ['faculty']), group('other')];

let window: TestWindow | undefined;
afterEach(() => window?.close());

/** Opens a page as a steward. All that the API answers is as its document says, with the groups above. */
function open(address: string, more: { [name: string]: Json } = {}): { page: TestWindow; sent: Sent[] } {
  const sent: Sent[] = [];
  window = new TestWindow(address, (one) => {
    sent.push(one);
    if (one.path === '/api/session') return { body: session };
    if (one.path === '/api/groups') return { body: { ...(answerTo(one.path, true) as object), groups, pages: 1 } };
    const known = groups.find(({ id }) => one.path === `/api/groups/${id}`);
    if (known) return { body: known };
    const isOutput = /^\/api\/(publications|works)\/[^/]+$/.test(one.path);
    const there = { deleted_at: null, replaced_by: null, merged_into: null, ...more };
    return { body: { ...(answerTo(one.path, true) as object), ...(isOutput && there) } };
  });
  return { page: window, sent };
}

const buttons = (page: TestWindow) => page.all('main button').map(({ textContent }) => textContent ?? '');

const links = (page: TestWindow) => page.all('main a').map(({ textContent }) => textContent ?? '');

test('the home says which groups are theirs, and nothing of tasks of members', async () => {
  const { page } = open('/');
  await page.has('Groups that you look after');
  await page.has('The faculty');
  expect(page.all('nav a').map(({ textContent }) => textContent)).not.toContain('Review');
});

test('a group of theirs and one below it can have members; nothing else of it can be changed', async () => {
  for (const id of ['faculty', 'glass']) {
    const { page } = open(`/groups/${id}`);
    await page.has('Add a member');
    const all = buttons(page).join(' ');
    for (const word of ['Edit', 'Hide', 'Add a steward', 'Delete']) expect(all).not.toContain(word);
    expect(links(page)).toContain('Report');
    page.close();
  }
  const { page } = open('/groups/other');
  await page.has('1 person looks after it.');
  expect(buttons(page).join(' ')).not.toContain('Add');
  expect(links(page)).not.toContain('Report');
});

test.each([
  ['/publication/10.5555/pots', 'Fetch again'],
  ['/works/work-1', 'Attach a DOI or merge'],
])('%s: what is theirs can be edited, what is not cannot', async (address, ofMembers) => {
  const own = open(address, { may_edit: true });
  await own.page.find('an editor', () => buttons(own.page).some((text) => /^(Edit|Hide|Show)/.test(text)));
  expect(buttons(own.page).join(' ')).not.toContain(ofMembers);
  expect(buttons(own.page).join(' ')).not.toMatch(/Delete|Revert|Link a person/);
  own.page.close();
  const { page } = open(address, { may_edit: false });
  await page.has('History of edits');
  expect(buttons(page).join(' ')).not.toMatch(/Edit|Hide|Show\b(?! empty)|Delete|Revert/);
});

test.each(['/publications', '/works', '/people', '/projects', '/ingestion', '/activity'])(
  '%s: nothing is offered that would be refused',
  async (address) => {
    const { page } = open(address);
    await page.find('the rows', () => page.all('tbody tr, main li').length > 0);
    expect(buttons(page).join(' ')).not.toMatch(/Delete|Hide|Restore|Add|Create|Retry|Dismiss|Mark as failed|Clean/);
  },
);
