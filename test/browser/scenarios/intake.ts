import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { readingLimits } from '#src/formats/reading/entries/remarks.ts';
import { readWorkbook } from '#src/formats/reading/xlsx/workbook.ts';
import { withShownRows } from '../../formats/editing/edited-file.ts';
import { dashboard } from '../dashboard.ts';

/** One sign too many or too few each, as in files that people have written by hand. The DOIs of two are read: behind an open brace or quotation mark, all is text. */
const broken: readonly string[] = [
  '@article{brace,\n  title = {An open brace,\n  doi = {10.5555/broken.1},\n  year = {2020}\n}',
  '@article{comma,\n  title = {No comma}\n  doi = {10.5555/broken.2}\n}',
  '@article{toomany,\n  title = {A brace too many}},\n  doi = {10.5555/broken.3}\n}',
  '@article{quote,\n  title = "An open quotation mark,\n  doi = {10.5555/broken.4}\n}',
  '@article{twice,\n  title = {A field twice},\n  year = {2020},\n  year = {2021}\n}',
];

const entryOf = (n: number, doi: string | undefined): string =>
  `@article{k${n},\n  title = {Öfen und Glasuren, Fund ${n}},\n  author = {Müller, Jana},\n${doi === undefined ? '' : `  doi = {${doi}},\n`}  year = {2020}\n}`;

/**
 * 3,000 entries: 5 are broken, 290 have no DOI, 2,665 a new one, and 40 are there already: 20 have the DOI of a publication of
 * the registry, 10 repeat the DOI of another entry, and 10 one without a DOI, so that 300 of the whole ones have none.
 */
function fileInLatin1(): Buffer {
  const works = Array.from({ length: 290 }, (_, n) => entryOf(n, undefined));
  const fresh = Array.from({ length: 2_665 }, (_, n) => entryOf(1_000 + n, `10.5555/k.${n}`));
  const known = Array.from({ length: 20 }, (_, n) => entryOf(5_000 + n, `10.5555/synthetic.${n}`));
  const again = [...works.slice(0, 10), ...fresh.slice(0, 10)].map((entry) => entry.replace('{k', '{again'));
  const all = [...fresh, ...works, ...known, ...again];
  const step = Math.floor(all.length / (broken.length + 1));
  for (const [n, entry] of broken.entries()) all.splice((n + 1) * step, 0, entry);
  return Buffer.from(all.join('\n\n'), 'latin1');
}

const numbersOn = async (page: Page) =>
  Object.fromEntries(
    (await page.locator('dl.numbers > div').allInnerTexts()).map((text) => text.split(/\s*\n\s*/)),
  ) as Record<string, string>;

/** The kinds of rows that the check has found, with their numbers. */
const kindsOn = (page: Page) =>
  page.getByRole('navigation', { name: 'What was found' }).getByRole('link').allInnerTexts();

async function ask<Answer>(path: string, method = 'GET', body?: unknown): Promise<Answer> {
  const { dashboardUrl, stack } = dashboard.cloud;
  const authorization = `Bearer ${stack.dashboard_tokens.workspace_admin}`;
  const headers = { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) };
  const response = await fetch(`${dashboardUrl}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}`);
  return (await response.json()) as Answer;
}

/** Everything that the lists of publications and works show. */
async function lists(): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const list of ['publications', 'works'] as const) {
    for (let [page, pages] = [1, 1]; page <= pages; page++) {
      const answer = await ask<Record<typeof list, unknown[]> & { pages: number }>(
        `/api/${list}?sort=title&dir=asc&perPage=100&page=${page}`,
      );
      all.push(...answer[list]);
      pages = answer.pages;
    }
  }
  return all;
}

test('a BibTeX of 3,000 in Latin-1 with five broken entries and 40 duplicates: each number is right, and all of it is taken back', async () => {
  const before = await lists();
  const page = await dashboard.open('/import', 'workspace_member');
  await page.getByRole('link', { name: 'From a file' }).click();
  const file = { name: 'old list.bib', mimeType: 'application/x-bibtex', buffer: fileInLatin1() };
  await page.getByLabel('File of references').setInputFiles(file);
  // The first line that is not UTF-8, as it would be read.
  await page.getByText('title = {Öfen und Glasuren, Fund 1000},').waitFor();
  await page.getByRole('button', { name: 'Read it as Windows-1252' }).click();
  await page.getByRole('heading', { name: 'What is in it' }).waitFor();
  expect(await numbersOn(page)).toEqual({
    Entries: '3,000',
    'Without a fault': '2,995',
    'Need a look': '5',
    'With a DOI': '2,697',
    'Without a DOI': '303',
  });
  const rows = page.locator('tbody tr');
  await rows.first().waitFor();
  expect(await rows.count()).toBe(5);
  await page.getByText('A brace is not closed').last().waitFor();
  await page.getByText('A field is there twice').last().waitFor();
  await page.getByLabel('Show').selectOption('all');
  await page.getByText('1–25 of 3,000').waitFor();
  await rows.filter({ hasText: 'Fund 1007' }).getByText('Jana Müller · 2020 · 10.5555/k.7').waitFor();
  // Nothing is fetched: the sources of the sample do not know these.
  await page.getByLabel('Fetch new DOIs from the sources').uncheck();
  await page.getByRole('button', { name: 'Send 3,000 entries to be checked' }).click();
  await page.getByRole('heading', { name: 'old list.bib', level: 1 }).waitFor();
  await page.getByRole('heading', { name: 'What was found' }).waitFor();
  await page.getByRole('button', { name: 'Check again' }).waitFor();
  expect(await kindsOn(page)).toEqual([
    'Faulty (5)',
    'New, with a DOI (2,665)',
    'New, without a DOI (290)',
    'Known (20)',
    'Twice in the file (20)',
  ]);
  await page.getByText('5 rows wait for a decision').waitFor();
  expect(await lists()).toEqual(before);
  await page.getByRole('button', { name: 'Apply to 330 rows' }).click();
  await page.getByRole('button', { name: 'Undo all of this file' }).waitFor();
  expect((await lists()).length).toBe(before.length + 290);
  await page.getByRole('link', { name: 'New, without a DOI (290)' }).click();
  await page.locator('tbody tr').filter({ hasText: 'Stored' }).first().waitFor();
  await page.getByRole('button', { name: 'Undo all of this file' }).click();
  await page.getByText('290 rows were taken back').waitFor();
  expect(await lists()).toEqual(before);
  await page.getByRole('link', { name: 'Files so far' }).first().click();
  await page
    .getByRole('row', { name: /old list\.bib/ })
    .getByText('3,000')
    .waitFor();
});

const hasOffice = spawnSync('soffice', ['--version']).error === undefined;

/** The file as LibreOffice saves it, if that is there. */
function savedByOffice(bytes: Uint8Array): Buffer {
  if (!hasOffice) return Buffer.from(bytes);
  const folder = mkdtempSync(join(tmpdir(), 'edited-'));
  try {
    writeFileSync(join(folder, 'edited.xlsx'), bytes);
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    const options = [
      profile,
      '--headless',
      '--convert-to',
      'xlsx',
      '--outdir',
      join(folder, 'out'),
      join(folder, 'edited.xlsx'),
    ];
    for (let tries = 0; tries < 2; tries++) spawnSync('soffice', options, { stdio: 'ignore', timeout: 120_000 });
    return readFileSync(join(folder, 'out', 'edited.xlsx'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('200 titles go to a spreadsheet and come back: 199 are applied, and the one that somebody else has changed is shown', async () => {
  const titles = Array.from({ length: 200 }, (_, n) => `Wandering jugs, sheet ${String(n).padStart(3, '0')}`);
  const ids: string[] = [];
  for (const title of titles) {
    const { id } = await ask<{ id: string }>('/api/works', 'POST', {
      title,
      work_type: 'report',
      publication_date: '2019',
    });
    ids.push(id);
  }
  const titlesNow = async () => {
    const all: string[] = [];
    for (let page = 1; page <= 2; page++) {
      const { works } = await ask<{ works: { title: string }[] }>(
        `/api/works?q=jugs&sort=title&dir=asc&perPage=100&page=${page}`,
      );
      all.push(...works.map(({ title }) => title));
    }
    return all.sort();
  };
  const page = await dashboard.open('/works?q=wandering', 'workspace_admin');
  await page.getByText('of 200').first().waitFor();
  await page.getByRole('button', { name: 'Export' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Spreadsheet for editing (XLSX)' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('works-edit.xlsx');
  const bytes = readFileSync(String(await download.path()));
  const shown = readWorkbook(bytes, readingLimits, 'works').rows.map(({ cells }) => cells);
  const at = shown[0]?.indexOf('title') ?? -1;
  const width = shown[0]?.length ?? 0;
  expect(shown.length).toBe(201);
  const changed = shown.map((cells, row) =>
    Array.from({ length: width }, (_, place) =>
      row > 0 && place === at ? `${cells[place]}, cleaned` : (cells[place] ?? ''),
    ),
  );
  // Meanwhile, somebody else.
  const other = [{ op: 'replace', path: '/title', value: 'Wandering jugs, seen by others' }];
  await ask(`/api/works/${ids[77]}`, 'PATCH', other);
  const others = titles.with(77, 'Wandering jugs, seen by others').sort();
  const file = {
    name: 'works-edit.xlsx',
    mimeType: 'application/octet-stream',
    buffer: savedByOffice(withShownRows(bytes, changed)),
  };
  await page.goto(`${dashboard.cloud.dashboardUrl}/import?kind=file`);
  await page.getByLabel('File of references').setInputFiles(file);
  await page.getByRole('heading', { name: 'What is in it' }).waitFor();
  expect(await numbersOn(page)).toMatchObject({ Rows: '200', 'As exported': '0', 'With changed cells': '200' });
  await page.getByRole('button', { name: /^Send 200/ }).click();
  await page.getByRole('button', { name: 'Check again' }).waitFor();
  expect(await kindsOn(page)).toEqual(['Changed by others, too (1)', 'Changed (199)']);
  const conflict = page.locator('tbody tr').filter({ hasText: `sheet 077, cleaned` });
  await conflict.first().getByText('Wandering jugs, seen by others').first().waitFor();
  await page.getByRole('button', { name: 'Apply to 199 rows' }).click();
  await page.getByRole('button', { name: 'Undo all of this file' }).waitFor();
  expect(await titlesNow()).toEqual(
    others.map((title) => (title.includes('others') ? title : `${title}, cleaned`)).sort(),
  );
  await page.getByRole('button', { name: 'Undo all of this file' }).click();
  await page.getByText('199 rows were taken back').waitFor();
  expect(await titlesNow()).toEqual(others);
});
