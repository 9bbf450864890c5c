import { expect, test } from '@jest/globals';
import { dashboard, oldestFirst, openSavingData } from '../dashboard.ts';

/** The console has a line for every request without an answer. */
const forgetProblems = () => dashboard.problems.splice(0);

test('without a connection a change fails at once, and what was typed outlives a reload', async () => {
  const page = await dashboard.open('/new-project', 'workspace_member');
  const [programme, title] = [0, 1].map((index) => page.getByLabel('Text').nth(index));
  await programme?.fill('Clay Fund');
  await title?.fill('A kiln without a line');
  // Otherwise pages that are loaded in advance would fail, too.
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').getByText('did not answer').waitFor();
  await page.context().setOffline(false);
  await page.reload();
  await title?.waitFor();
  expect(await title?.inputValue()).toBe('A kiln without a line');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'A kiln without a line', level: 1 }).waitFor();
  await page.goto(`${dashboard.cloud.dashboardUrl}/new-project`);
  await title?.waitFor();
  expect(await title?.inputValue()).toBe('');
  forgetProblems();
});

test('a page whose script cannot be loaded leaves the others, and can be tried again', async () => {
  const page = await openSavingData('/members');
  await page.getByRole('row').nth(1).waitFor();
  const scripts = '**/assets/page-*';
  await page.route(scripts, (route) => route.abort());
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Review' }).click();
  await page.getByRole('alert').getByText('is not loaded yet').waitFor();
  // A reload without a connection would end on the browser's own page.
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('still does not answer').waitFor();
  await page.getByRole('link', { name: 'Members' }).waitFor();
  await page.unroute(scripts);
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Review', level: 1 }).waitFor();
  forgetProblems();
});

test('a menu that cannot be loaded leaves the page as it is', async () => {
  const page = await openSavingData(oldestFirst);
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await page.route('**/assets/*menu*', (route) => route.abort());
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByText('is not loaded yet').waitFor();
  await page.getByText('1 selected').waitFor();
  forgetProblems();
});

test('once a page is shown, the other pages and overlays are loaded, and open without a connection', async () => {
  const page = await dashboard.open('/account', 'workspace_admin');
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Review' }).click();
  await page.getByRole('heading', { name: 'Review', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).waitFor();
  forgetProblems();
});

test('two tabs keep the choices of both, and what a browser has stored cannot break the pages', async () => {
  const page = await dashboard.open('/publications', 'workspace_member');
  const second = await page.context().newPage();
  await second.goto(`${dashboard.cloud.dashboardUrl}/account`);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Source' }).check();
  await second.getByLabel('Theme').last().selectOption('dark');
  const stored = JSON.parse(await second.evaluate<string>('localStorage.getItem("registry.preferences")'));
  expect(stored).toMatchObject({ theme: 'dark', hiddenColumns: { publications: expect.any(Array) } });
  expect(stored.hiddenColumns.publications).not.toContain('source');
  await page.waitForFunction('document.documentElement.dataset.theme === "dark"');
  const damaged = { theme: 'blue', views: null, hiddenColumns: 7 };
  await page.evaluate(`localStorage.setItem('registry.preferences', '${JSON.stringify(damaged)}')`);
  await page.reload();
  await page.getByRole('row').nth(1).waitFor();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel('Name of the current search').waitFor();
});
