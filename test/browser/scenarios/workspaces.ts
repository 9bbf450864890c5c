import { expect, test } from '@jest/globals';
import { ask, dashboard } from '../dashboard.ts';

test('changing the workspace leaves no row of the other one, also not after Back', async () => {
  const [first, second] = ['press_office', 'Main workspace'];
  const hide = (doi: string, workspace: string) => {
    const patch = [{ op: 'replace', path: '/visible', value: false }];
    return ask('superadmin', 'PATCH', `/api/publications/${doi}`, patch, workspace);
  };
  const [here, there] = ['10.5555/synthetic.20', '10.5555/synthetic.21'];
  expect((await hide(here, first)).status).toBe(200);
  expect((await hide(there, 'primary_entity')).status).toBe(200);
  const page = await dashboard.open('/activity', 'two_workspaces');
  const row = (doi: string) => page.locator(`a[href="/publication/${doi}"]`);
  await row(here).waitFor();
  expect(await row(there).count()).toBe(0);
  await page.getByRole('button', { name: `Workspace ${first}` }).click();
  await page.getByRole('menuitemradio', { name: second }).click();
  await page.getByRole('button', { name: `Workspace ${second}` }).waitFor();
  const asked: (string | undefined)[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/api/activity') asked.push(request.headers()['x-workspace-id']);
  });
  await page.getByRole('link', { name: 'Activity' }).click();
  await row(there).waitFor();
  expect(await row(here).count()).toBe(0);
  // The page of the first workspace is in the history.
  await page.goBack();
  await page.goBack();
  await row(there).waitFor();
  expect(await row(here).count()).toBe(0);
  expect(new Set(asked)).toEqual(new Set(['primary_entity']));
});

test('a tab stays in its workspace when another tab has changed to another one, also after a reload', async () => {
  const [first, second] = ['press_office', 'Main workspace'];
  const page = await dashboard.open('/activity', 'two_workspaces');
  await page.getByRole('button', { name: `Workspace ${first}` }).waitFor();
  const other = await page.context().newPage();
  await other.goto(`${dashboard.cloud.dashboardUrl}/activity`);
  await other.getByRole('button', { name: `Workspace ${first}` }).click();
  await other.getByRole('menuitemradio', { name: second }).click();
  await other.getByRole('button', { name: `Workspace ${second}` }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: `Workspace ${first}` }).waitFor();
  await other.reload();
  await other.getByRole('button', { name: `Workspace ${second}` }).waitFor();
});
