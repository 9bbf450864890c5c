import { afterEach, describe, expect, test } from '@jest/globals';
import { answerTo, type Json } from './answers.ts';
import { TestWindow } from './browser.ts';

let window: TestWindow | undefined;
afterEach(() => window?.close());

function open(address: string, role: 'superadmin' | 'workspace_member' = 'superadmin'): TestWindow {
  const session = {
    email: 'somebody@example.org',
    is_superadmin: role === 'superadmin',
    memberships: [{ workspace_id: 'library', role: 'workspace_member' }],
    expires_at: null,
  };
  window = new TestWindow(address, ({ path }) => ({
    body: path === '/api/session' ? session : (answerTo(path, true) ?? ({} as Json)),
  }));
  return window;
}

const headings = (page: TestWindow) => page.all('main h1').map(({ textContent }) => textContent);
const isAt = (page: TestWindow, heading: string) => page.find(heading, () => headings(page)[0] === heading);

describe('the tabs of a page are addresses', () => {
  const currentTab = (page: TestWindow) =>
    page.all('.tabs a').flatMap((link, index) => (link.getAttribute('aria-current') === 'page' ? [index] : []));

  test.each([
    ['/import', ['', '?kind=publications', '?kind=file', '?kind=projects', '?kind=memberships']],
    ['/ingestion', ['', '?view=stuck', '?view=failed', '?view=dismissed', '?view=all']],
    ['/activity', ['', '?view=ingestions', '?view=all', '/audit']],
  ])('%s', async (path, tabs) => {
    const page = open(path);
    await page.find('the tabs', () => page.all('.tabs a').length === tabs.length);
    for (const [index, tab] of [...tabs.entries()].reverse()) {
      const link = page.all('.tabs a')[index] as unknown as { click(): void };
      link.click();
      await page.find(`the tab ${tab}`, () => currentTab(page)[0] === index);
      expect([page.address, currentTab(page)]).toEqual([`${path}${tab}`, [index]]);
    }
    // As after a reload.
    const last = tabs.length - 1;
    const again = open(`${path}${tabs[last]}`);
    await again.find('the last tab', () => currentTab(again)[0] === last);
    await page.close();
  });
});

test('the navigation shows where the page of a record belongs', async () => {
  const page = open('/publications');
  for (const [address, name, value] of [
    ['/publications', 'Publications', 'page'],
    ['/publication/10.5555/jcp.2020.115', 'Publications', 'true'],
    ['/projects', 'Projects', 'page'],
    ['/projects/atlas', 'Projects', 'true'],
    ['/new-project', 'Projects', 'true'],
    ['/people/0000-0002-1825-0097', 'People', 'true'],
    ['/activity/audit', 'Activity', 'true'],
    ['/', 'Overview', 'page'],
  ] as const) {
    page.go(address);
    const current = () => page.all('nav a[aria-current]').filter((link) => !link.closest('.tabs'));
    await page.find(`${name} at ${address}`, () => {
      const [link, ...others] = current();
      return others.length === 0 && link?.getAttribute('aria-current') === value && link.textContent.startsWith(name);
    });
  }
  page.go('/account');
  await isAt(page, 'Account');
  expect(page.all('nav a[aria-current]')).toEqual([]);
});

test.each([
  ['/publications?sort=best&perPage=7&other=1', 'Publications'],
  ['/publication/', 'Publications'],
  ['/import?kind=nothing', 'Import'],
])('the address %s, with what nobody can choose, opens the page', async (address, heading) => {
  const page = open(address);
  await isAt(page, heading);
  expect(page.all('main [role=alert]')).toEqual([]);
});

test.each([
  ['API keys', '/api-keys'],
  ['Members', '/members'],
  ['Installations', '/installations'],
  ['Site tools', '/site-tools'],
])('a member is told who may use the page %s, and nothing is asked for', async (title, address) => {
  const page = open(address, 'workspace_member');
  await page.has('You do not have permission');
  expect([headings(page), page.all('table').length]).toEqual([[title], 0]);
});

test('signing in is asked for in the language of the dashboard', async () => {
  window = new TestWindow('/sign-in?error=expired', () => ({ status: 401, body: { code: 'unauthorized' } }), 'de');
  const page = window;
  const link = await page.find('the link', () =>
    page.all('main a').find((each) => each.getAttribute('href')?.startsWith('/api/auth/login?')),
  );
  expect(new URLSearchParams(link.getAttribute('href')?.split('?')[1]).get('language')).toBe('de');
});
