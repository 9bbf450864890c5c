import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sampleFaculty } from '../../local/data/curate.ts';
import { startTimeoutMs } from '../support/cloud.ts';
import { placeOf } from './browser.ts';
import { type Dashboard, type Role, startDashboard } from './dashboard.ts';

/** `npm run screenshots` writes the pictures of the documentation. */
const folder = join(import.meta.dirname, '../../docs/images');
const mostBytes = 200_000;

/** The time of all pictures, so that the same data gives the same picture on any day. */
const now = new Date('2026-06-15T10:00:00Z');
const dayMs = 86_400_000;
/** Of an intake. */
const keptDays = 90;

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
  const { dashboardUrl, stack } = dashboard.cloud;
  for (const { as, path, method = 'POST', body } of sampleFaculty) {
    const headers = { authorization: `Bearer ${stack.dashboard_tokens[as]}`, 'content-type': 'application/json' };
    const { ok, status } = await fetch(`${dashboardUrl}${path}`, { method, headers, body: JSON.stringify(body) });
    if (!ok) throw new Error(`${method} ${path} answers ${status}`);
  }
  await fetch(`${dashboardUrl}/api/publications/10.5555/jcp.2020.115`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${stack.dashboard_tokens.workspace_member}`, 'content-type': 'application/json' },
    body: JSON.stringify([{ op: 'replace', path: '/title', value: 'Leakage in teapots connected in series' }]),
  });
  await makeReport();
}, startTimeoutMs * 2);
afterAll(() => dashboard?.stop());

/** The addresses of a report of the sample, and of its run. */
let [reportAddress, runAddress] = ['', ''];

/** Makes a report, and runs it. */
async function makeReport(): Promise<void> {
  const { dashboardUrl, stack } = dashboard.cloud;
  const ask = async (method: string, path: string, body?: unknown) => {
    const authorization = `Bearer ${stack.dashboard_tokens.workspace_member}`;
    const response = await fetch(`${dashboardUrl}${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}`);
    return (await response.json()) as { id: string; run_id: string };
  };
  const definition = {
    name: 'List of the faculty',
    filter: { group_id: 'faculty-of-fragile-arts', group_basis: 'ever' },
    group_by: ['year', 'open_access'],
  };
  const { id } = await ask('POST', '/api/reports', { definition });
  const { run_id } = await ask('POST', `/api/reports/${id}/runs`);
  reportAddress = `/reports/${id}`;
  runAddress = `${reportAddress}/runs/${run_id}`;
}

/** The latest events are an hour old, except in ids of runs, statistics end on the day of the pictures, and secrets are constant. */
function atTheMoment(path: string, body: string): string {
  const today = new Date();
  const moved = body
    .replaceAll(/(?<!-)\b1\d{12}\b/g, (ms) => {
      const days = Math.round((Number(ms) - Number(today)) / dayMs);
      return days === 0 || days === keptDays ? `${+now - dayMs / 24 + days * dayMs}` : ms;
    })
    .replaceAll(/"last4":"[^"]*"/g, '"last4":"7Xq2"');
  // A run is kept for 90 days.
  if (path.endsWith('/runs'))
    return moved.replaceAll(/"expires_at":(\d+)/g, (_, ms) => `"expires_at":${+now + Number(ms) - Number(today)}`);
  if (!path.endsWith('/timeseries')) return moved;
  return moved
    .replaceAll(/"\d{4}-\d{2}-\d{2}"/g, (day) => {
      const daysAgo = Math.floor(Number(today) / dayMs) - Date.parse(JSON.parse(day)) / dayMs;
      return JSON.stringify(new Date(+now - daysAgo * dayMs).toISOString().slice(0, 10));
    })
    .replaceAll(/"(\d{4})-(\d{2})"/g, (_, year, month) => {
      const monthsAgo = (today.getUTCFullYear() - year) * 12 + today.getUTCMonth() + 1 - month;
      const shown = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo));
      return JSON.stringify(shown.toISOString().slice(0, 7));
    });
}

/** A list as it lies on somebody's desk: known, new, and broken. */
const bibliography = [
  '@article{one, title = {Leakage in teapots connected in series}, author = {Carberry, Josiah}, doi = {10.5555/jcp.2020.115}, year = {2020}}',
  '@book{two, title = {Kilns of the valley}, author = {Kiln, Ann and Carberry, Josiah}, publisher = {Clay Press}, year = {2018}}',
  '@article{three, title = {Glazes that crack}, author = {Kiln, Ann}, journal = {Journal of Pots}, year = {2019}, year = {2021}}',
  '@article{four, title = {An open brace, journal = {Journal of Pots}, year = {2017}}',
].join('\n');

async function chooseBibliography(page: Page): Promise<void> {
  const file = { name: 'publications of the institute.bib', mimeType: 'text/plain', buffer: Buffer.from(bibliography) };
  await page.getByLabel('File of references').setInputFiles(file);
  await page.getByRole('heading', { name: 'What is in it' }).waitFor();
}

/** Sends it, and waits for what was found. */
async function sendBibliography(page: Page): Promise<void> {
  await chooseBibliography(page);
  await page.getByRole('button', { name: 'Send 4 entries to be checked' }).click();
  await page.getByRole('button', { name: 'Check again' }).waitFor();
  await page.locator('tbody tr').first().waitFor();
}

type Picture = [name: string, role: Role, address: string | (() => string), prepare?: (page: Page) => Promise<void>];
const pictures: Picture[] = [
  ['overview', 'workspace_member', '/'],
  ['publications', 'workspace_member', '/publications?sort=publication_date&dir=desc'],
  ['publication', 'workspace_member', '/publication/10.5555/jcp.2020.115'],
  ['review', 'workspace_member', '/review?queue=proposals'],
  ['person', 'workspace_admin', '/people/0000-0002-1825-0097'],
  ['groups', 'workspace_admin', '/groups'],
  ['group', 'workspace_admin', '/groups/institute-of-psychoceramics'],
  ['groups-filter', 'workspace_member', '/publications?group_id=faculty-of-fragile-arts'],
  ['report', 'workspace_member', () => reportAddress],
  ['report-run', 'workspace_member', () => runAddress],
  ['intake-file', 'workspace_member', '/import?kind=file', chooseBibliography],
  ['intake', 'workspace_member', '/import?kind=file', sendBibliography],
  ['activity', 'workspace_admin', '/activity'],
  ['members', 'workspace_admin', '/members'],
  ['rollout', 'superadmin', '/rollout'],
];

test.each(pictures)(
  '%s.png',
  // With a parameter more than a row has, the runner would put its own callback there.
  async (...[name, role, address, prepare]: Picture) => {
    const page = await dashboard.open('/sign-in');
    page.setDefaultTimeout(60_000);
    const { dashboardUrl, stack } = dashboard.cloud;
    const session = { name: '__Host-registry_session', value: stack.dashboard_tokens[role] };
    await page
      .context()
      .addCookies([{ ...session, ...placeOf(dashboardUrl), httpOnly: true, secure: true, sameSite: 'Lax' }]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.clock.setFixedTime(now);
    await page.route('**/api/**', async (route) => {
      const response = await route.fetch({ timeout: 60_000 });
      const body = atTheMoment(new URL(route.request().url()).pathname, await response.text());
      await route.fulfill({ response, body });
    });
    await page.goto(`${dashboardUrl}${typeof address === 'string' ? address : address()}`);
    await page.locator('h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.locator('.skeleton-row, [aria-busy="true"]').first().waitFor({ state: 'detached' });
    await prepare?.(page);
    const picture = await page.screenshot();
    expect(picture.length).toBeLessThanOrEqual(mostBytes);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}.png`), picture);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await dashboard.closeWindows();
  },
  180_000,
);
