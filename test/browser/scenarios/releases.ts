import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { release } from '../../../src/release.ts';
import { ask, dashboard } from '../dashboard.ts';

/** A tab that stays open over a deployment: pages of one release with the API of another. */

const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../../openapi/dashboard-api.json'), 'utf8'));

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** The names of fields whose values are listed, wherever in the document. */
const listed = new Set<string>();
function findListed(value: Json, name = ''): void {
  if (value === null || typeof value !== 'object') return;
  if (Array.isArray(value)) {
    for (const each of value) findListed(each, name);
    return;
  }
  if (Array.isArray(value.enum) && value.enum.some((each) => typeof each === 'string')) listed.add(name);
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'properties') for (const [field, schema] of Object.entries(inner ?? {})) findListed(schema, field);
    else if (key !== 'enum') findListed(inner, key === 'items' || /Of$/.test(key) ? name : '');
  }
}
findListed(document.components);

/** An answer of a newer API: every object has a field more, and every listed value is one that nobody knows. */
function newer(value: Json, name = ''): Json {
  if (typeof value === 'string') return listed.has(name) ? 'of_a_newer_release' : value;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((each) => newer(each, name));
  const known = Object.entries(value).map(([key, inner]) => [key, newer(inner, key)]);
  return { ...Object.fromEntries(known), field_of_a_newer_release: { more: [1] } };
}

const article = '10.5555/jcp.2020.115';
const josiah = '0000-0002-1825-0097';

/** Changes what the API answers to GET in all tabs. Who somebody is stays, so that they may open the pages. */
async function answerAs(page: Page, change: (body: Json) => Json): Promise<void> {
  await page.context().route('**/api/**', async (route) => {
    if (route.request().method() !== 'GET' || /\/api\/(session|auth)\b/.test(route.request().url()))
      return route.fallback();
    const response = await route.fetch();
    const type = response.headers()['content-type'] ?? '';
    if (!response.ok() || !type.includes('json')) return route.fulfill({ response });
    return route.fulfill({ response, json: change(await response.json()) });
  });
}

/** Opens all these pages in a few tabs. Returns those that show an error or nothing in place of their content. */
async function brokenPages(page: Page, addresses: readonly string[]): Promise<string[]> {
  const waiting = [...addresses];
  const openAll = async () => {
    const tab = await page.context().newPage();
    const broken: string[] = [];
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      await tab.goto(dashboard.cloud.dashboardUrl + address, { waitUntil: 'networkidle' });
      const main = tab.locator('main');
      await main.waitFor();
      const hasFailed = (await main.locator('[role="alert"]').count()) > 0;
      if (hasFailed || (await main.locator('h1').count()) === 0) broken.push(`${address} ${await main.innerText()}`);
    }
    return broken;
  };
  const broken = (await Promise.all([openAll(), openAll(), openAll()])).flat();
  await page.context().unrouteAll({ behavior: 'wait' });
  return broken;
}

describe('a tab that stays open over a deployment', () => {
  test('shows values and ignores fields that only the newer API knows', async () => {
    const { body } = await ask('superadmin', 'GET', '/api/projects');
    const { body: jobs } = await ask('superadmin', 'GET', '/api/ingest/jobs');
    const { body: installations } = await ask('superadmin', 'GET', '/api/installations');
    expect(listed.size).toBeGreaterThan(20);
    const page = await dashboard.open('/account', 'superadmin');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await answerAs(page, newer);
    const addresses = [
      '/',
      '/publications',
      `/publication/${article}`,
      '/people',
      `/people/${josiah}`,
      '/projects',
      `/projects/${body.projects[0].id}`,
      '/ingestion?view=all',
      `/ingestion/${jobs.jobs[0].job_id ?? jobs.jobs[0].id}`,
      '/review?queue=matches',
      '/review?queue=duplicates',
      '/review?queue=proposals',
      '/activity',
      '/activity/audit',
      '/installations',
      `/installations/${installations.installations[0].id}`,
      '/members',
      '/api-keys',
      '/rollout',
      '/site-tools',
      '/account',
    ];
    await page.goto(`${dashboard.cloud.dashboardUrl}/ingestion?view=all`);
    await page.getByText('Of a newer release').first().waitFor();
    expect(await brokenPages(page, addresses)).toEqual([]);
  });

  test('names its release, and offers the newer pages if a part of its own is gone', async () => {
    const page = await dashboard.open('/members', 'workspace_admin');
    await page.getByText(`Version ${release}`).waitFor();
    await page.route('**/assets/page-*', (route) => route.fulfill({ status: 404, body: '' }));
    await page.getByRole('link', { name: 'Review' }).click();
    await page.getByText('may be outdated').waitFor();
    await page.unroute('**/assets/page-*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Review', level: 1 }).waitFor();
    dashboard.problems.splice(0);
  });
});
