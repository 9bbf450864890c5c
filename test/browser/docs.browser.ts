import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Cloud } from '../../local/cloud.ts';
import { startTestCloud, startTimeoutMs } from '../support/cloud.ts';
import { startBrowser } from './browser.ts';

let cloud: Cloud;
let browser: Browser;
let page: Page;
/** Errors in the page, and its requests. */
const errors: string[] = [];
const requests: string[] = [];

beforeAll(async () => {
  cloud = await startTestCloud({ seed: { kind: 'sample' } });
  browser = await startBrowser();
}, startTimeoutMs);
afterAll(async () => {
  await browser?.close();
  await cloud?.stop();
});
beforeEach(async () => {
  errors.splice(0);
  requests.splice(0);
  await page?.close();
  page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  page.setDefaultTimeout(90_000);
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('request', (request) => requests.push(request.url()));
});

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
}

async function operationsOf(address: string): Promise<Operation[]> {
  const { paths } = (await (await fetch(address)).json()) as { paths: Record<string, Record<string, Operation>> };
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}

const documents: [name: string, base: () => string, slug: string][] = [
  ['consumer', () => cloud.baseUrl, 'consumer'],
  ['integrations', () => cloud.baseUrl, 'integrations'],
  ['dashboard', () => cloud.dashboardUrl, 'dashboard'],
];

const entryOf = (summary: string) => page.locator('aside, nav').getByText(summary, { exact: true }).first();

/** Lists the operations of a tag. The page opens the first group itself while it loads, so one may be open already. */
async function openGroup(tag: string) {
  const groupNamed = (name: string) => page.getByRole('button', { name, exact: true }).first();
  const closed = groupNamed(`Open Group - ${tag}`);
  await closed
    .or(groupNamed(`Close Group - ${tag}`))
    .first()
    .waitFor();
  if (await closed.isVisible()) await closed.click();
}

describe.each(documents)('the %s API on its page', (name, base, slug) => {
  test('shows every operation of its document, asks nobody else, and has no errors', async () => {
    await page.goto(`${base()}/docs#${slug}`);
    const operations = await operationsOf(`${base()}/openapi/${name}-api.json`);
    expect(operations.length).toBeGreaterThan(3);
    for (const tag of new Set(operations.map(({ tags }) => tags[0] ?? ''))) await openGroup(tag);
    for (const { summary } of operations) await entryOf(summary).waitFor();
    // Only one is shown: rendering all takes minutes on a slow machine and proves no more.
    const { summary = '' } = operations.at(-1) ?? {};
    await entryOf(summary).click();
    await page.getByRole('heading', { name: summary }).first().waitFor();
    const foreign = requests.filter((url) => /^(https?|wss?):/.test(url) && new URL(url).origin !== base());
    expect({ foreign, errors }).toEqual({ foreign: [], errors: [] });
  });
});

/** The operation by its summary, in the dialog that sends it. */
async function tryOut(tag: string, summary: string) {
  await openGroup(tag);
  await entryOf(summary).click();
  const section = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: summary }) })
    .last();
  await section
    .getByRole('button', { name: /^Test Request/ })
    .last()
    .click();
  return page.getByRole('dialog');
}

test('the address of the public APIs opens the page, which begins with publications', async () => {
  await page.goto(cloud.baseUrl);
  expect(page.url()).toMatch(/\/docs(#.*)?$/);
  const groups = page.getByRole('button', { name: /^(Open|Close) Group - / });
  await groups.first().waitFor();
  expect(await groups.first().textContent()).toMatch(/publications/);
});

/** Enters a credential. The page shows the field immediately or under a heading. */
async function authenticate(dialog: Locator, credential: string) {
  const heading = dialog.getByRole('button', { name: /^Authentication/ });
  await heading.waitFor();
  if ((await heading.getAttribute('aria-expanded')) === 'false') await heading.click();
  await dialog.getByRole('textbox', { name: 'Value' }).first().fill(credential);
}

describe('a request sent from the page', () => {
  test('succeeds without a credential where none is needed', async () => {
    await page.goto(`${cloud.baseUrl}/docs`);
    const dialog = await tryOut('health', 'Check that the API is available');
    await dialog.getByRole('button', { name: /^Send/ }).first().click();
    await dialog.getByText('200 OK').waitFor();
    expect(requests.at(-1)).toBe(`${cloud.baseUrl}/health`);
    expect(errors).toEqual([]);
  });

  test('succeeds with the credential that was typed in, after changing to the other document', async () => {
    await page.goto(`${cloud.baseUrl}/docs`);
    await page.getByRole('button', { name: 'Consumer API' }).click();
    await page.getByText('Integrations API', { exact: true }).last().click();
    const dialog = await tryOut('installation', 'Get the calling installation with its origins and scopes');
    await authenticate(dialog, cloud.stack.installation_key);
    await dialog.getByRole('button', { name: /^Send/ }).first().click();
    await dialog.getByText('200 OK').waitFor();
    await dialog.getByText('"verification_status"').first().waitFor();
    expect(requests.at(-1)).toBe(`${cloud.baseUrl}/integrations/v1/installation`);
    expect(errors).toEqual([]);
  });

  test('that changes something succeeds with an API key', async () => {
    await page.goto(`${cloud.baseUrl}/docs`);
    const operations = await operationsOf(`${cloud.baseUrl}/openapi/consumer-api.json`);
    const summary = operations.find(({ operationId }) => operationId === 'ingest.create')?.summary ?? '';
    const dialog = await tryOut('ingest', summary);
    await authenticate(dialog, cloud.stack.api_keys.full);
    const body = dialog.locator('.cm-content').last();
    await body.fill('{"orcid_ids":["0000-0002-1825-0097"]}');
    await dialog.getByRole('button', { name: /^Send/ }).first().click();
    await dialog.getByText('202 Accepted').waitFor();
    expect(requests.at(-1)).toBe(`${cloud.baseUrl}/api/ingest`);
    expect(errors).toEqual([]);
  });
});
