import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { dashboard, type Role } from '../dashboard.ts';

/** A window in which nothing was asked ahead lately. */
async function openAnew(role: Role): Promise<Page> {
  const page = await dashboard.open('/account', role, { asksAhead: true });
  // The content security policy forbids waitForFunction.
  while ((await page.evaluate(`localStorage.getItem('${askedAtKey}')`)) === null) await setTimeout(50);
  await page.evaluate(`localStorage.removeItem('${askedAtKey}')`);
  return page;
}
const askedAtKey = 'registry.askedAheadAt';

/** The paths that a page asks the API for from now on. */
function askedBy(page: Page): Set<string> {
  const paths = new Set<string>();
  page.on('request', (request) => paths.add(new URL(request.url()).pathname));
  return paths;
}

test('after the first page, what the others ask first is asked ahead, but not again soon', async () => {
  const page = await openAnew('superadmin');
  const asked = askedBy(page);
  const person = page.waitForResponse((response) =>
    /^\/api\/people\/[\dX-]+\/groups$/.test(new URL(response.url()).pathname),
  );
  await page.goto(dashboard.cloud.dashboardUrl);
  await page.waitForResponse((response) => new URL(response.url()).pathname === '/api/site-tools/reset-data');
  // The person's page, opened from the list, has functions of its own.
  await person;
  await page.waitForLoadState('networkidle');
  expect(asked).toContain('/api/search');
  for (const path of ['publications', 'publication-matches', 'publication-edits', 'publication-groups'])
    expect([...asked].filter((each) => each.startsWith(`/api/${path}/10.`))).toHaveLength(1);
  for (const path of [
    '/api/works',
    '/api/people',
    '/api/projects',
    '/api/duplicates',
    '/api/activity',
    '/api/site-tools/api-keys',
  ])
    expect(asked).toContain(path);
  // A page that is opened now has its rows, whenever the API answers.
  const { promise: shown, resolve: show } = Promise.withResolvers<void>();
  await page.route('**/api/people?*', (route) => shown.then(() => route.continue()));
  await page.getByRole('navigation').getByRole('link', { name: 'People' }).click();
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
  await page.locator('tbody tr').first().waitFor();
  show();

  asked.clear();
  await page.goto(`${dashboard.cloud.dashboardUrl}/account`);
  await page.waitForLoadState('networkidle');
  expect(asked).not.toContain('/api/site-tools/reset-data');
  expect(asked).not.toContain('/api/works');
});

test('an overlay whose code was loaded ahead opens in the moment that it is asked for', async () => {
  const page = await dashboard.open('/', 'superadmin');
  const isLoaded = () =>
    page.evaluate("performance.getEntriesByType('resource').some(({ name }) => name.includes('command-palette'))");
  while (!(await isLoaded())) await setTimeout(50);
  await page.waitForLoadState('networkidle');
  const opened = await page.evaluate(`(async () => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return document.querySelector('[role=combobox]') !== null;
  })()`);
  expect(opened).toBe(true);
});

test('a double click on the search leaves it open; a later click beside it closes it', async () => {
  const page = await dashboard.open('/', 'superadmin');
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Search or jump to' }).dblclick();
  const palette = page.getByRole('combobox', { name: 'Search everything' });
  await palette.waitFor();
  await palette.fill('teapots');
  while (await palette.isVisible()) {
    await page.mouse.click(5, 500);
    await setTimeout(50);
  }
});

test('a member is asked ahead for nothing that only others may open', async () => {
  const page = await openAnew('workspace_member');
  const asked = askedBy(page);
  const refused: string[] = [];
  page.on('response', (response) => void (response.status() === 403 && refused.push(response.url())));
  const works = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/works');
  await page.goto(dashboard.cloud.dashboardUrl);
  await works;
  await page.waitForLoadState('networkidle');
  expect(asked).not.toContain('/api/site-tools/reset-data');
  expect(refused).toEqual([]);
});

test('nothing is asked ahead for people who save data', async () => {
  const page = await openAnew('superadmin');
  await page.addInitScript("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })");
  const asked = askedBy(page);
  await page.goto(dashboard.cloud.dashboardUrl);
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked).not.toContain('/api/projects');
});
