import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { disableForFault, initialRollout } from '#src/lists/rollout/domain/configuration.ts';
import { getRollout, saveRollout } from '#src/lists/rollout/store/configuration.ts';
import { dashboard } from '../dashboard.ts';

let site: Server;
/** The response of an installation's site. */
let published = 'nothing yet';

beforeAll(async () => {
  site = createServer((_request, response) => response.setHeader('content-type', 'text/plain').end(published));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  site?.close();
});

test('the secret of an API key is shown once: it is gone after a reload and after Back', async () => {
  const page = await dashboard.open('/api-keys', 'superadmin');
  await page.getByRole('button', { name: 'New API key' }).click();
  await page.getByLabel('Client').fill('Library');
  await page.getByRole('dialog').getByRole('button', { name: 'New API key' }).click();
  const secret = (await page.locator('.secret code').textContent()) ?? '';
  expect(secret).toMatch(/^prk_/);
  await page.getByRole('link', { name: 'Rollout' }).click();
  await page.getByRole('alert').getByText('Store the secret first').waitFor();
  expect(page.url()).toMatch(/\/api-keys$/);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('heading', { name: 'Rollout', level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole('rowheader', { name: /Library/ }).waitFor();
  expect(await page.content()).not.toContain(secret);
  await page.reload();
  await page.getByRole('rowheader', { name: /Library/ }).waitFor();
  expect(await page.content()).not.toContain(secret);
});

test('Back waits until a secret is stored, and then goes back', async () => {
  const page = await dashboard.open('/members', 'superadmin');
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByRole('button', { name: 'New API key' }).click();
  await page.getByLabel('Client').fill('Archive');
  await page.getByRole('dialog').getByRole('button', { name: 'New API key' }).click();
  await page.locator('.secret code').waitFor();
  await page.goBack();
  await page.getByRole('alert').getByText('Store the secret first').waitFor();
  expect(page.url()).toMatch(/\/api-keys$/);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
});

test('a long name stays in the notice of its secret, messages wrap, and buttons on a phone do not', async () => {
  const page = await dashboard.open('/api-keys', 'superadmin');
  const isCut = (selector: string) =>
    page
      .locator(selector)
      .evaluate((element) => element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight);
  const create = async (name: string) => {
    await page.getByRole('button', { name: 'New API key' }).click();
    await page.getByLabel('Client').fill(name);
    await page.getByRole('dialog').getByRole('button', { name: 'New API key' }).click();
    await page.locator('.secret code').waitFor();
  };
  await create('W'.repeat(200));
  expect(await isCut('.secret')).toBe(false);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  const name = 'Library of the university and of its branches in seven cities';
  await create(name);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('button', { name: `Switch off ${name}` }).click();
  await page.locator('.toast-text').waitFor();
  expect(await isCut('.toast-text')).toBe(false);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${dashboard.cloud.dashboardUrl}/site-tools`);
  await page.getByRole('heading', { name: 'Clear stuck jobs' }).waitFor();
  const heights = await page
    .locator('.tool .button')
    .evaluateAll((buttons) => buttons.map((button) => (button as unknown as { offsetHeight: number }).offsetHeight));
  expect(Math.max(...heights)).toBe(Math.min(...heights));
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
});

test('the rollout that disables itself says so within ten seconds', async () => {
  const page = await dashboard.open('/account', 'superadmin');
  await page.clock.install();
  await page.goto(`${dashboard.cloud.dashboardUrl}/rollout`);
  await page.getByText('on', { exact: true }).first().waitFor();
  const before = (await getRollout()) ?? initialRollout(Date.now());
  const now = new Date();
  const disabled = disableForFault(before, 'error_rate_exceeded', now.getTime());
  const reason = '30.0 % of 20 requests failed, average latency 12 ms';
  const cause = { action: 'rollout.auto_disabled' as const, reason };
  expect(await saveRollout(before, disabled, cause, { actor: null, now, requestId: 'evaluation' })).toBe(true);
  await page.clock.fastForward(10_000);
  await page.getByRole('alert').getByText(reason).waitFor();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
});
