import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { startTimeoutMs } from '../support/cloud.ts';
import { type Dashboard, startDashboard } from './dashboard.ts';

let dashboard: Dashboard;
let site: Server;
/** What the site of an installation answers. */
let published = 'nothing yet';

beforeAll(async () => {
  dashboard = await startDashboard();
  site = createServer((_request, response) => response.setHeader('content-type', 'text/plain').end(published));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
}, startTimeoutMs * 2);
afterAll(async () => {
  site?.close();
  await dashboard?.stop();
});
afterEach(() => dashboard.closeWindows());

describe('an API key', () => {
  test('shows its secret once: it is gone after a reload and after Back', async () => {
    const page = await dashboard.open('/api-keys', 'superadmin');
    await page.getByRole('button', { name: 'New API key' }).click();
    await page.getByLabel('Client').fill('Library');
    await page.getByRole('dialog').getByRole('button', { name: 'New API key' }).click();
    const secret = (await page.locator('.secret code').textContent()) ?? '';
    expect(secret).toMatch(/^prk_/);
    await page.getByRole('link', { name: 'Rollout' }).click();
    await page.getByRole('heading', { name: 'Rollout', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('rowheader', { name: /Library/ }).waitFor();
    expect(await page.content()).not.toContain(secret);
    await page.reload();
    await page.getByRole('rowheader', { name: /Library/ }).waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(dashboard.problems).toEqual([]);
  }, 60_000);

  test('is deleted only after it is switched off, and by typing its name', async () => {
    const page = await dashboard.open('/api-keys', 'superadmin');
    const row = page.getByRole('row', { name: /sample-ingest/ });
    await row.getByRole('button', { name: /^Rotate/ }).waitFor();
    expect(await row.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
    await row.getByRole('button', { name: /^Switch off/ }).click();
    await row.getByRole('button', { name: /^Delete/ }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('button', { name: 'Delete', exact: true }).isDisabled()).toBe(true);
    await dialog.getByLabel(/^To confirm/).fill('sample-ingest');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await row.waitFor({ state: 'detached' });
    expect(dashboard.problems).toEqual([]);
  }, 60_000);
});

test('an origin that failed says why, and is verified when its site is corrected', async () => {
  const page = await dashboard.open('/installations', 'workspace_admin');
  await page.getByRole('button', { name: 'New installation' }).click();
  await page.getByLabel('Name').fill('Our site');
  await page.getByRole('dialog').getByRole('button', { name: 'New installation' }).click();
  await page.getByLabel(/^Origin: /).fill(`http://127.0.0.1:${(site.address() as AddressInfo).port}`);
  await page.getByRole('button', { name: 'Add origin' }).click();
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await page.getByText('contains a different text').first().waitFor();
  published = (await page.locator('.copy-line code').first().textContent()) ?? '';
  await page.getByRole('button', { name: 'Verify again' }).click();
  await page.getByText('Verified', { exact: true }).waitFor();
  await page.getByText('Active', { exact: true }).waitFor();
  expect(dashboard.problems).toEqual([]);
}, 60_000);

test('the rollout warns of a step that skips a stage, and the previous stage is the undo', async () => {
  const page = await dashboard.open('/rollout', 'superadmin');
  await page.getByRole('button', { name: /^50/ }).click();
  await page.getByText('skips the next planned stage').waitFor();
  await page.getByRole('button', { name: /^Set 50/ }).click();
  await page.getByText(/^The stage is 50/).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('50%, on → 0%, on').waitFor();
  expect(dashboard.problems).toEqual([]);
}, 60_000);

test('a reset with a wrong phrase is refused, and does not enable the run', async () => {
  const page = await dashboard.open('/site-tools', 'superadmin');
  const tool = page.getByRole('region', { name: 'Reset the data' });
  await tool.getByLabel('Confirmation phrase').fill('reset');
  const [answer] = await Promise.all([
    page.waitForResponse('**/api/site-tools/reset-data'),
    tool.getByRole('button', { name: 'Dry run' }).click(),
  ]);
  expect(answer.status()).toBe(400);
  await tool.getByRole('alert').waitFor();
  expect(await tool.getByRole('button', { name: 'Run', exact: true }).isDisabled()).toBe(true);
  expect(dashboard.problems).toEqual([]);
}, 60_000);
