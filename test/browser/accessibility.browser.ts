import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { startTimeoutMs } from '../support/cloud.ts';
import { type Dashboard, startDashboard } from './dashboard.ts';

const root = join(import.meta.dirname, '../..');
// Evaluated by the browser's debugger, not by the page, so the content security policy stays in force.
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
  await giveLongTexts();
}, startTimeoutMs * 2);
afterAll(() => dashboard?.stop());
afterEach(() => dashboard.closeWindows());

/** The dashboard's answers to reads and changes by a superadmin. */
async function answerOf<Answer>(path: string, method = 'GET', body?: unknown): Promise<Answer> {
  const { dashboardUrl, stack } = dashboard.cloud;
  const headers = {
    authorization: `Bearer ${stack.dashboard_tokens.superadmin}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const request = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await fetch(`${dashboardUrl}${path}`, request);
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** Titles and names without a place to break, some of them right to left, wherever pages show user text. */
async function giveLongTexts(): Promise<void> {
  const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2);
  const title = (text: string) => [{ op: 'replace', path: '/title', value: text }];
  await answerOf('/api/publications/10.5555/ghost.1978.3', 'PATCH', title(word));
  await answerOf('/api/publications/10.5555/acp.2019.0042', 'PATCH', title('أباريق'.repeat(30)));
  await answerOf('/api/researchers/0000-0002-1825-0097', 'PATCH', { name: word });
  await answerOf('/api/projects', 'POST', { id: 'long', programme: word, title: word.repeat(5) });
  const fields = { platform: 'drupal', display_name: word, scopes: [] };
  await answerOf('/api/installations', 'POST', fields);
  const parents = [{ id: 'long' }];
  await answerOf('/api/groups', 'POST', { id: 'long', name: word, kind: word.slice(0, 40), printed_names: [word] });
  await answerOf('/api/groups', 'POST', { id: 'long-part', name: title('أباريق'.repeat(30))[0]?.value, parents });
  const member = { staff_id: 'long', name: word, role: word.slice(0, 100) };
  await answerOf('/api/groups/long/members', 'POST', member);
  const definition = { name: word, group_by: ['year', 'open_access', 'group'], counting: 'fractional' };
  const { id } = await answerOf<{ id: string }>('/api/reports', 'POST', { definition });
  await answerOf(`/api/reports/${id}/runs`, 'POST');
}

/** Sends rows of a file, and waits until they are checked. */
async function checkedIntake({ id }: { id: string }, rows: readonly object[]): Promise<string> {
  await answerOf(`/api/intakes/${id}/rows`, 'POST', { first: 0, rows });
  await answerOf(`/api/intakes/${id}/check`, 'POST');
  for (let state = 'checking'; state === 'checking'; await setTimeout(200)) {
    ({ state } = await answerOf<{ state: string }>(`/api/intakes/${id}`));
  }
  return id;
}

/** An entry of each kind: one that may be there, one that was deleted, a faulty, a new and a known one. */
async function referenceRows(): Promise<object[]> {
  const long = 'Steinzeugbrennofenabdichtungsmassenprüfverfahren'.repeat(4);
  const entry = (line: number, row: object, faults: object[] = []) => ({
    line,
    key: `key${line}`,
    original: `@article{key${line}, title = {${long}}}`,
    row: { doi: null, title: long, work_type: 'report', publication_date: '2020', data: {}, departments: [], ...row },
    faults,
    notes: [{ code: 'date-unread', detail: long.slice(0, 200), line }],
  });
  const deleted = { title: `${long} deleted`, work_type: 'report', publication_date: '2020' };
  const { id } = await answerOf<{ id: string }>('/api/works', 'POST', deleted);
  await answerOf(`/api/works/${id}`, 'DELETE');
  const { merged } = await answerOf<{
    merged: { title: string; publication_date: string; data: { authors: object[] } };
  }>('/api/publications/10.5555/jcp.2015.666');
  const { title, publication_date, data } = merged;
  return [
    entry(1, { title, publication_date, work_type: 'journal-article', data: { authors: data.authors } }),
    entry(2, deleted),
    entry(3, {}, [{ code: 'open-brace', detail: long.slice(0, 200), line: 3 }]),
    entry(4, { title: `${long} new` }),
    entry(5, { doi: '10.5555/jcp.2020.115', data: { volume: long } }),
  ];
}

/** Rows of a sheet: a conflict, and a damaged cell. */
function editRows(works: readonly { id: string }[]): object[] {
  const long = 'Teekannenleckstellenverzeichnis'.repeat(6);
  const row = (line: number, cells: object[]) => ({ line, id: works[line - 1]?.id, version: 'v1', cells, faults: [] });
  return [
    row(1, [{ field: 'title', from: `${long} before`, to: `${long} now` }]),
    row(2, [{ field: 'publication_date', from: '2020-11-05', to: '44140' }]),
  ];
}

/** Addresses for route patterns that need a record, and of pages with several views. */
async function examples(): Promise<Record<string, string[]>> {
  const { installations } = await answerOf<{ installations: { id: string }[] }>('/api/installations');
  const { projects } = await answerOf<{ projects: { id: string }[] }>('/api/projects');
  const { works } = await answerOf<{ works: { id: string }[] }>('/api/works');
  const { jobs } = await answerOf<{ jobs: { job_id: string }[] }>('/api/ingest/jobs');
  const begin = (more: object) =>
    answerOf<{ id: string }>('/api/intakes', 'POST', { name: `${'long'.repeat(40)}.bib`, ...more });
  const { id: intake } = await begin({ kind: 'publications', total: 1 });
  const references = await checkedIntake(await begin({ kind: 'publications', total: 5 }), await referenceRows());
  const sheet = await checkedIntake(await begin({ kind: 'edits', list: 'works', total: 2 }), editRows(works));
  const { reports } = await answerOf<{ reports: { id: string; last_run: { id: string } }[] }>('/api/reports');
  const [report] = reports;
  return {
    '/publication/$': ['/publication/10.5555/jcp.2020.115', '/publication/10.5555/unknown'],
    '/reports/new': ['/reports/new', '/reports/new?template=open_access'],
    '/reports/$id': [`/reports/${report?.id}`],
    '/reports/$id/runs/$runId': [`/reports/${report?.id}/runs/${report?.last_run.id}`],
    '/publications': [
      '/publications',
      '/publications?include=works&counted_year=2019',
      '/publications?q=nothing-is-called-like-this',
    ],
    '/people/$orcid': ['/people/0000-0002-1825-0097'],
    '/groups': ['/groups', '/groups?q=nothing-is-called-like-this'],
    '/groups/$id': ['/groups/long', '/groups/long-part', '/groups/unknown'],
    '/import': ['/import', '/import?kind=file', '/import?kind=memberships'],
    '/intakes/$id': [
      `/intakes/${intake}`,
      ...['duplicate', 'deleted', 'faulty', 'new_work', 'known'].map((its) => `/intakes/${references}?class=${its}`),
      ...['conflict', 'damaged'].map((its) => `/intakes/${sheet}?class=${its}`),
    ],
    '/projects/$id': [`/projects/${projects[0]?.id}`],
    '/works': ['/works', '/works?q=nothing-is-called-like-this'],
    '/works/$id': [`/works/${works[0]?.id}`],
    '/installations/$id': [`/installations/${installations[0]?.id}`],
    '/ingestion': ['/ingestion', '/ingestion?view=all'],
    '/ingestion/$jobId': [`/ingestion/${jobs[0]?.job_id}`],
    '/review': ['/review', '/review?queue=duplicates', '/review?queue=proposals'],
    '/sign-in': ['/sign-in', '/sign-in?error=expired'],
  };
}

/** An address of every page. The router lists the pages, so none can be missed. */
async function addresses(page: Page): Promise<string[]> {
  const patterns = await page.evaluate<string[]>('Object.keys(__TSR_ROUTER__.routesByPath)');
  const known = await examples();
  return ['/no-such-page', ...patterns].flatMap((pattern) => {
    if (!known[pattern] && pattern.includes('$')) throw new Error(`Add an address of ${pattern} to "examples"`);
    return known[pattern] ?? [pattern];
  });
}

/** Navigates like a link, which is faster than loading the dashboard for each page. */
async function show(page: Page, address: string): Promise<void> {
  await page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(address)} })`);
  await settled(page);
}

async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.locator('.skeleton-row, [aria-busy="true"]').first().waitFor({ state: 'detached' });
}

// Panels are at the end of the document, outside its landmarks; the focus moves to them.
const rules = { 'target-size': { enabled: true }, region: { enabled: false } };

/** axe's findings on the page. Only contrast checks depend on colours. */
async function findings(page: Page, where: string, only?: string): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  const options = only ? { runOnly: [only] } : { rules };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations.flatMap(({ id, impact, help, nodes }) =>
    nodes.map(({ target }) => `${where}: ${impact} ${id} at ${target.join(' ')}: ${help}`),
  );
}

const light = {
  colorScheme: 'light',
  contrast: 'no-preference',
  forcedColors: 'none',
  reducedMotion: 'reduce',
} as const;
const otherAppearances = {
  dark: { ...light, colorScheme: 'dark' },
  'dark, more contrast': { ...light, colorScheme: 'dark', contrast: 'more' },
  'forced colours': { ...light, forcedColors: 'active' },
} as const;

async function findingsInAllAppearances(page: Page, where: string): Promise<string[]> {
  await page.emulateMedia(light);
  const found = await findings(page, where);
  for (const [name, media] of Object.entries(otherAppearances)) {
    await page.emulateMedia(media);
    found.push(...(await findings(page, `${where}, ${name}`, 'color-contrast')));
  }
  return found;
}

/** Elements wider than the screen or their frame, and targets too small for a finger. */
async function misfits(page: Page, where: string): Promise<string[]> {
  const found = await page.evaluate<string[]>(`{
    const name = (element) => element.outerHTML.slice(0, 120);
    const { clientWidth, scrollWidth } = document.documentElement;
    const targets = 'button, summary, select, input:not(.visually-hidden), textarea, nav a';
    const sizes = [...document.querySelectorAll(targets)].map((element) => {
      const { width, height } = (element.closest('label') ?? element).getBoundingClientRect();
      return { element, width, height };
    });
    [
      ...(scrollWidth > clientWidth ? ['wider than the screen'] : []),
      ...[...document.querySelectorAll('.table-frame')]
        .filter((frame) => frame.scrollWidth > frame.clientWidth)
        .map((frame) => 'wider than its frame: ' + name(frame)),
      ...sizes
        .filter(({ width, height }) => width > 0 && (width < 24 || height < 24))
        .map(({ element }) => 'smaller than 24 px: ' + name(element)),
    ];
  }`);
  return found.map((text) => `${where}: ${text}`);
}

test('every page has no finding of axe in any theme, fits 320 and 1280 px, and has targets of at least 24 px', async () => {
  const page = await dashboard.open('/account', 'superadmin');
  // German has the longest words.
  await page.getByLabel('Language').selectOption('de');
  await page.getByRole('heading', { name: 'Konto' }).waitFor();
  const found: string[] = [];
  for (const address of await addresses(page)) {
    await show(page, address);
    found.push(...(await findingsInAllAppearances(page, address)));
    found.push(...(await misfits(page, `${address}, 1280 px`)));
    await page.setViewportSize({ width: 320, height: 700 });
    found.push(...(await misfits(page, `${address}, 320 px`)));
    await page.setViewportSize({ width: 1280, height: 900 });
  }
  expect(found).toEqual([]);
  expect(dashboard.problems).toEqual([]);
}, 600_000);

test('a file that was read has no finding of axe, in any theme, and fits 320 and 1280 px', async () => {
  const page = await dashboard.open('/import?kind=file', 'superadmin');
  const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(3);
  const table = `title;year;Unknown ${long};doi\n${long};2020;x;10.5555/a\n${long};some day;;\n"${long};2020\n`;
  const found: string[] = [];
  for (const [name, text] of [
    ['broken.bib', `@article{${long}, title = {${long}},\n@article{b, title = {${long}}, year = {some day}}`],
    ['table.csv', table],
  ] as const) {
    await page
      .getByLabel('File of references')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page.getByRole('heading', { name: 'How it is read' }).waitFor();
    await settled(page);
    found.push(...(await findingsInAllAppearances(page, name)));
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      found.push(...(await misfits(page, `${name}, ${width} px`)));
    }
    await press(page, 'Another file');
  }
  expect(found).toEqual([]);
  expect(dashboard.problems).toEqual([]);
}, 120_000);

/** Where each dialog is, by the file with its content, and how to open it. */
const dialogs: Record<string, [address: string, open: (page: Page) => Promise<unknown>]> = {
  'pages/api-keys/key-dialog.tsx': ['/api-keys', (page) => press(page, 'New API key')],
  'pages/groups/end-dialog.tsx': ['/groups/long', (page) => press(page, 'End the group')],
  'pages/groups/member-dialog.tsx': ['/groups/long', (page) => press(page, 'Add a member')],
  'pages/installations/create-dialog.tsx': ['/installations', (page) => press(page, 'New installation')],
  'pages/installations/edit-dialog.tsx': [
    '/installations',
    async (page) => {
      await page.getByRole('main').getByRole('table').getByRole('link').first().click();
      await press(page, 'Edit');
    },
  ],
  'pages/members/invite-dialog.tsx': ['/members', (page) => press(page, 'Invite a person')],
  'pages/people/erase-dialog.tsx': ['/people/0000-0002-1825-0097', (page) => press(page, /^Erase/)],
  'pages/people/new-period-dialog.tsx': ['/people/0000-0002-1825-0097', (page) => press(page, 'New period')],
  'pages/publications/bulk-edit.tsx': [
    '/publications',
    async (page) => {
      await page.getByRole('checkbox', { name: 'Select all rows' }).check();
      await press(page, 'Edit');
    },
  ],
  'pages/works/merge-dialog.tsx': [
    '/works',
    async (page) => {
      await page.getByRole('main').getByRole('table').getByRole('link').first().click();
      await press(page, 'Attach a DOI or merge');
    },
  ],
  'session/sign-in-dialog.tsx': [
    '/publications',
    async (page) => {
      const cookies = await page.context().cookies();
      await page.context().clearCookies();
      await page.getByRole('searchbox').fill('somebody who is signed out');
      await page.getByRole('dialog').waitFor();
      await page.context().addCookies(cookies);
    },
  ],
  'shell/command-palette.tsx': ['/', (page) => page.keyboard.press('Control+k')],
  'shell/recent-changes.tsx': [
    '/publication/10.5555/jcp.2020.115',
    async (page) => {
      // The button is there once something can be undone.
      await press(page, 'Hide');
      await press(page, 'Show');
      await press(page, /^Recent changes/);
    },
  ],
  'shell/shortcut-help.tsx': ['/', (page) => page.keyboard.press('?')],
  'ui/confirm-dialog.tsx': ['/activity', (page) => press(page, /^Delete events/)],
};

/** Menus and panels beside a button. All use the same elements. */
const panels: [address: string, name: string | RegExp][] = [
  ['/publications', 'Views'],
  ['/publications', 'Columns'],
  ['/publications', 'Filter'],
  ['/publications?publication_type=dataset', /^Type/],
  ['/publications?group_id=long', /^Group/],
  ['/publications', 'Export'],
  ['/works', 'Export'],
  ['/people', 'Export'],
  ['/projects', 'Export'],
  ['/groups', 'Export'],
  ['/', 'Theme'],
];

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click();

test('every dialog and every panel has no finding of axe, in any theme', async () => {
  const sources = globSync('**/*.tsx', { cwd: join(root, 'web/src') });
  const withDialog = sources.filter((file) => /<Dialog\b/.test(readFileSync(join(root, 'web/src', file), 'utf8')));
  expect(Object.keys(dialogs)).toEqual(withDialog.filter((file) => !file.startsWith('ui/overlay/')).sort());
  const openings = [
    ...Object.values(dialogs),
    ...panels.map(([address, name]) => [address, (page: Page) => press(page, name)] as const),
  ];
  const page = await dashboard.open('/', 'superadmin');
  const found: string[] = [];
  for (const [index, [address, open]] of openings.entries()) {
    await show(page, address);
    await open(page);
    const opened = page.locator('[role="dialog"], [role="menu"]').first();
    await opened.waitFor();
    found.push(...(await findingsInAllAppearances(page, Object.keys(dialogs)[index] ?? `a panel of ${address}`)));
    await page.keyboard.press('Escape');
    await opened.waitFor({ state: 'detached' });
  }
  expect(found).toEqual([]);
  expect(dashboard.problems).toEqual([]);
}, 300_000);

/** Serves a page of another site with a fragment of the registry in it, as that site's server would have written it. */
async function serveEmbed(baseUrl: string) {
  const fragment = await (await fetch(`${baseUrl}/v1/embed?heading=2`)).text();
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Publications</title>
<meta name="viewport" content="width=device-width"><style>body { overflow-wrap: anywhere } label { display: block; min-height: 24px }</style><link rel="icon" href="data:,">
</head><body><main><h1>Publications</h1>${fragment}</main>
<script type="module" src="${baseUrl}/assets/publication-list.js"></script></body></html>`;
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(body));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop: () => server.close() };
}

test('the public pages and an embedded list have no finding of axe, in any theme, and fit 320 and 1280 px', async () => {
  const { baseUrl } = dashboard.cloud;
  const page = await dashboard.open('/sign-in');
  const embedded = await serveEmbed(baseUrl);
  const { people } = await answerOf<{ people: { orcid: string; slug: string }[] }>('/api/people?q=Beispiel');
  const { projects } = await answerOf<{ projects: { id: string }[] }>('/api/projects');
  const shown = ['/publications/10.5555/acp.2019.0042', '/publications/10.5555/unknown', `/people/${people[0]?.orcid}`];
  const listed = await fetch(`${baseUrl}/sitemap.xml?list=projects`).then((answer) => answer.text());
  const inSitemap = projects.filter(({ id }) => listed.includes(`/projects/${id}<`));
  expect(inSitemap).not.toEqual([]);
  const addresses = [...[...shown, `/projects/${inSitemap[0]?.id}`].map((path) => baseUrl + path), embedded.address];
  const found: string[] = [];
  for (const address of addresses) {
    await page.goto(address);
    await page.locator('h1').waitFor();
    found.push(...(await findingsInAllAppearances(page, address)));
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 700 });
      found.push(...(await misfits(page, `${address}, ${width} px`)));
    }
  }
  expect(found).toEqual([]);

  // The script adds a search to the list, and takes nothing away.
  const items = page.locator('li[data-type]:visible');
  const before = await items.count();
  await page.getByRole('searchbox', { name: 'Search' }).fill('kintsugi');
  await page
    .getByRole('status')
    .getByText(/^\d+ publications? shown/)
    .waitFor();
  expect([before > 3, (await items.count()) < before]).toEqual([true, true]);
  embedded.stop();
  expect(dashboard.problems).toEqual([]);
}, 120_000);
