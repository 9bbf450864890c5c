import { describe, expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { ask, dashboard, oldestFirst, openSavingData } from '../dashboard.ts';

const refuse = (route: Route) => {
  const body = { error: 'It has failed', code: 'internal_error', request_id: 'request-of-the-test' };
  return route.fulfill({ status: 500, json: body });
};

/** Delays requests with a method until `release` is called, then continues as `answer` says. */
async function hold(page: Page, address: string, method: string, answer: (route: Route) => Promise<void>) {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begin: () => void = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.continue();
    begin();
    await released;
    return answer(route);
  });
  return { begun, release };
}

/** The console has a line for every request without an answer. */
const forgetProblems = () => dashboard.problems.splice(0);

test('without a connection a change fails at once, and what was typed outlives a reload', async () => {
  const page = await dashboard.open('/new-project', 'workspace_member');
  const [programme, title] = [0, 1].map((index) => page.getByLabel('Text').nth(index));
  await programme?.fill('Clay Fund');
  await title?.fill('A kiln without a line');
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

test('what fails when its page was left is told, and what was typed is still there', async () => {
  const id = 'left-while-saving';
  await ask('workspace_member', 'POST', '/api/projects', { id, programme: 'Clay Fund', title: 'Left' });
  const page = await dashboard.open('/projects', 'workspace_member');
  await page.getByRole('link', { name: 'Left', exact: true }).click();
  const title = page.getByLabel('Text').nth(1);
  await title.fill('Left too early');
  const { begun, release } = await hold(page, `**/api/projects/${id}`, 'PATCH', refuse);
  await page.getByRole('button', { name: 'Save' }).click();
  await begun;
  await page.goBack();
  await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
  release();
  await page.getByText('Something failed in the registry').waitFor();
  await page.goForward();
  await title.waitFor();
  expect(await title.inputValue()).toBe('Left too early');
  forgetProblems();
});

describe('an edit of a publication', () => {
  const doi = '10.5555/synthetic.30';
  const place = (page: Page) => page.getByRole('row', { name: /^Publisher\b/ });

  test('that goes on while it is saved stays, and is saved next', async () => {
    const page = await dashboard.open(`/publication/${doi}`, 'workspace_member');
    await place(page).getByRole('button', { name: 'Edit: Publisher' }).click();
    await place(page).getByRole('textbox').fill('One');
    const { begun, release } = await hold(page, '**/api/publications/**', 'PATCH', (route) => route.continue());
    await page.getByRole('button', { name: 'Save' }).click();
    await begun;
    await place(page).getByRole('textbox').fill('One and more');
    release();
    await page.getByText('1 field saved').waitFor();
    expect(await place(page).getByRole('textbox').inputValue()).toBe('One and more');
    expect(await place(page).getByRole('alert').count()).toBe(0);
    await page.getByRole('button', { name: 'Save' }).click();
    await place(page).getByText('One and more').waitFor();
  });

  test('that is discarded can be brought back', async () => {
    const page = await dashboard.open(`/publication/${doi}`, 'workspace_member');
    await place(page).getByRole('button', { name: 'Edit: Publisher' }).click();
    await place(page).getByRole('textbox').fill('Written for an hour');
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await page.getByText('1 edit discarded').waitFor();
    await page.keyboard.press('z');
    expect(await place(page).getByRole('textbox').inputValue()).toBe('Written for an hour');
  });

  test('is not begun by a deletion that fails, whose reason is told', async () => {
    const page = await dashboard.open(`/publication/${doi}`, 'workspace_member');
    await page.route('**/api/publications/bulk', refuse);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alert').getByText('request-of-the-test').waitFor();
    forgetProblems();
  });
});

test('what could not be deleted stays selected, and can be deleted at once when that works again', async () => {
  const page = await dashboard.open(oldestFirst, 'workspace_member');
  await page.getByRole('row').nth(2).waitFor();
  await page.route('**/api/publications/bulk', refuse);
  for (const index of [1, 2]) await page.getByRole('row').nth(index).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('2 of 2 failed').waitFor();
  await page.getByText('2 selected').waitFor();
  await page.unroute('**/api/publications/bulk');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('2 publications deleted').waitFor();
  await page.keyboard.press('z');
  await page.getByText('Undone for 2 publications').waitFor();
  forgetProblems();
});

test('two windows that change the same field of a person: both values are shown, and none is lost', async () => {
  const { body } = await ask('workspace_member', 'GET', '/api/people?page=1&perPage=1');
  const { orcid } = body.people[0];
  const open = () => dashboard.open(`/people/${orcid}`, 'workspace_member');
  const [one, other] = await Promise.all([open(), open()]);
  for (const page of [one, other]) await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await one.getByLabel('Biography').fill('Potter');
  await other.getByLabel('Biography').fill('Glazier');
  await one.getByRole('button', { name: 'Save' }).click();
  await one.getByText('The profile was saved').waitFor();
  await other.getByRole('button', { name: 'Save' }).click();
  const conflict = other.getByRole('alert');
  for (const value of ['Potter', 'Glazier']) await conflict.getByText(value, { exact: true }).waitFor();
  const biography = async () => (await ask('workspace_member', 'GET', `/api/people/${orcid}`)).body.biography;
  expect(await biography()).toBe('Potter');
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await other.getByRole('button', { name: 'Save' }).click();
  await other.getByText('The profile was saved').waitFor();
  expect(await biography()).toBe('Glazier');
  await one.getByRole('button', { name: 'Undo' }).click();
  await one.getByText('Not undone').waitFor();
  expect(await biography()).toBe('Glazier');
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

test('a fault of a script leaves the other pages, and is reported with an id', async () => {
  const page = await dashboard.open('/account', 'workspace_admin');
  await page.route('**/api/workspace/members*', (route) => route.fulfill({ json: { members: 7 } }));
  const reported = page.waitForResponse('**/api/faults');
  await page.getByRole('link', { name: 'Members' }).click();
  const notice = page.getByRole('alert');
  await notice.getByText('a fault of the dashboard').waitFor();
  const { request_id } = await (await reported).json();
  await notice.getByText(request_id).waitFor();
  await page.getByRole('link', { name: 'Review' }).click();
  await page.getByRole('heading', { name: 'Review', level: 1 }).waitFor();
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

test('a saved view is there for its owner in another tab, and its removal can be undone', async () => {
  const page = await dashboard.open('/publications?publication_type=dataset', 'workspace_member');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel('Name of the current search').fill('All of it');
  await page.getByRole('button', { name: 'Save the view' }).click();
  await page.getByRole('button', { name: 'All of it', exact: true }).waitFor();
  const second = await page.context().newPage();
  await second.goto(`${dashboard.cloud.dashboardUrl}/publications`);
  await second.getByRole('button', { name: 'Views' }).click();
  await second.getByRole('button', { name: 'All of it', exact: true }).click();
  await second.waitForURL(/publication_type=dataset/);
  await page.getByRole('button', { name: 'Remove the view All of it' }).click();
  await page.getByText('The view All of it was removed').waitFor();
  await page.keyboard.press('z');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'All of it', exact: true }).waitFor();
});
