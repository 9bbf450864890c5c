import { expect, test } from '@jest/globals';
import { ask, dashboard } from '../dashboard.ts';

test.each([
  ['/import', ['', '?kind=publications', '?kind=projects']],
  ['/ingestion', ['', '?view=stuck', '?view=failed', '?view=dismissed', '?view=all']],
  ['/review', ['?queue=matches', '?queue=duplicates', '?queue=proposals']],
  ['/activity', ['', '?view=ingestions', '?view=all', '/audit']],
])('the tabs of %s are addresses: a reload keeps the tab, and Back returns to the one before', async (path, tabs) => {
  const page = await dashboard.open(path, 'superadmin');
  const links = page.locator('.tabs a');
  await links.first().waitFor();
  expect(await links.count()).toBe(tabs.length);
  const isCurrent = async (tab: number) => {
    await page.waitForURL((url) => `${url.pathname}${url.search}` === `${path}${tabs[tab]}`);
    await page.locator(`.tabs a:nth-child(${tab + 1})[aria-current="page"]`).waitFor();
    expect(await page.locator('.tabs a[aria-current]').count()).toBe(1);
  };
  // The first click on the last one changes data.
  const last = tabs.length - 1;
  await links.nth(last).click();
  await isCurrent(last);
  await links.nth(0).click();
  await isCurrent(0);
  await links.nth(last).click();
  await isCurrent(last);
  await page.reload();
  await isCurrent(last);
  await page.goBack();
  await isCurrent(0);
  await page.goForward();
  await isCurrent(last);
});

test('the navigation shows where the page of a record belongs', async () => {
  const { body } = await ask('workspace_member', 'GET', '/api/projects');
  const page = await dashboard.open('/publications', 'superadmin');
  const current = page.getByRole('navigation', { name: 'Pages' }).locator('a[aria-current]');
  for (const [address, name, value] of [
    ['/publications', 'Publications', 'page'],
    ['/publication/10.5555/jcp.2020.115', 'Publications', 'true'],
    ['/projects', 'Projects', 'page'],
    [`/projects/${body.projects[0].id}`, 'Projects', 'true'],
    ['/new-project', 'Projects', 'true'],
    ['/people/0000-0002-1825-0097', 'People', 'true'],
    ['/activity/audit', 'Activity', 'true'],
    ['/', 'Overview', 'page'],
  ] as const) {
    await page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(address)} })`);
    await page
      .getByRole('navigation', { name: 'Pages' })
      .locator(`a[aria-current="${value}"]`, { hasText: name })
      .waitFor();
    expect(await current.allTextContents()).toEqual([name]);
  }
  await page.evaluate(`__TSR_ROUTER__.navigate({ href: '/account' })`);
  await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
  expect(await current.count()).toBe(0);
});

test.each(['/publications?sort=best&perPage=7&other=1', '/publication/'])(
  'the address %s, with what nobody can choose, opens the list',
  async (address) => {
    const page = await dashboard.open(address, 'workspace_member');
    await page.getByRole('row').nth(1).waitFor();
    await page.getByRole('heading', { name: 'Publications', level: 1 }).waitFor();
  },
);

test('the address of an import that there is none of opens the first one', async () => {
  const page = await dashboard.open('/import?kind=nothing', 'workspace_member');
  await page.getByRole('heading', { name: 'Import', level: 1 }).waitFor();
});
