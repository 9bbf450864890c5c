import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { ask, dashboard } from '../dashboard.ts';

const [carberry, beispiel] = ['0000-0002-1825-0097', '0009-9999-0000-0019'];
const [faculty, institute, other] = ['faculty-of-the-year', 'institute-of-the-year', 'other-institute-of-the-year'];

const asMember = async (method: string, path: string, body?: unknown) => {
  const answer = await ask('workspace_member', method, path, body);
  expect([path, answer.status < 300]).toEqual([path, true]);
  return answer.body;
};

/** A work of 2024, and its id. */
async function add(title: string, work_type: string, orcids: readonly string[]): Promise<string> {
  const authors = orcids.map((orcid) => ({
    orcid,
    ...(orcid === carberry
      ? { name: 'Josiah Carberry', given: 'Josiah', family: 'Carberry' }
      : { name: 'Isolde Beispiel', given: 'Isolde', family: 'Beispiel' }),
  }));
  const data = {
    authors,
    ...(work_type === 'journal-article' && { container_title: 'Annals of Shards', volume: '7' }),
  };
  const work = { title, work_type, publication_date: '2024-05', data, researcher_orcids: orcids };
  return (await asMember('POST', '/api/works', work)).id;
}

async function save(page: Page, button: string): Promise<Buffer> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: button === 'CSV' }).click();
  return readFileSync(await (await download).path());
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
const run = async (page: Page) => {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('Finished').waitFor();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
};

test('articles and books of an institute in a year, as a document, and again the next day', async () => {
  const group = async (id: string, members: readonly string[], parent_id?: string) => {
    await ask('workspace_admin', 'POST', '/api/groups', { id, name: id, ...(parent_id && { parent_id }) });
    for (const orcid of members) await ask('workspace_admin', 'POST', `/api/groups/${id}/members`, { orcid });
  };
  await group(faculty, []);
  await group(institute, [carberry], faculty);
  await group(other, [beispiel], faculty);
  const [article, book] = [
    await add('Shards of the year', 'journal-article', [carberry]),
    await add('A book of the year', 'book', [carberry]),
    await add('A joint article', 'journal-article', [carberry, beispiel]),
    await add('Of the other institute', 'book', [beispiel]),
    await add('A lecture is neither', 'lecture-speech', [carberry]),
  ];

  // From the page of the institute to its report.
  const page = await dashboard.open(`/groups/${institute}`, 'workspace_member');
  await page.getByRole('link', { name: 'Report', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('The year of the institute');
  await page.getByLabel('From', { exact: true }).fill('2024');
  await page.getByLabel('To', { exact: true }).fill('2024');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: 'Type of output' }).click();
  for (const type of ['Journal article', 'Book']) await page.getByRole('checkbox', { name: type, exact: true }).check();
  await page.keyboard.press('Escape');
  await page.getByLabel('Count by').selectOption('type');
  await page.getByLabel('Then by').selectOption('open_access');
  const citation = page.locator('.report-citations li').filter({ hasText: 'Shards of the year' });
  await citation.locator('strong', { hasText: 'Carberry' }).waitFor();
  await citation.locator('em', { hasText: 'Annals of Shards' }).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'The year of the institute', level: 1 }).waitFor();
  const report = new URL(page.url()).pathname;
  const first = await run(page);

  // One number for the API, the page and the files; the table of open access adds up to it.
  const { counts, definition, total } = await asMember('GET', `/api/report-runs/${first}`);
  const wholes = counts.counts.map(({ whole }: { whole: number }) => whole);
  const byAccess = counts.sums.filter(({ by }: { by: string }) => by === 'open_access');
  expect([total, counts.overall.whole, sum(wholes)]).toEqual([3, 3, 3]);
  expect(sum(byAccess.map(({ whole }: { whole: number }) => whole))).toBe(3);
  const table = page.getByRole('table', { name: 'Numbers' });
  expect((await table.locator('tbody tr td:nth-of-type(1)').allTextContents()).map(Number)).toEqual(wholes);
  expect(await table.locator('tfoot td').first().textContent()).toBe('3');
  const csv = (await save(page, 'CSV')).toString();
  expect(csv.trim().split('\r\n')).toHaveLength(1 + total);
  for (const title of ['Shards of the year', 'A book of the year', 'A joint article']) expect(csv).toContain(title);
  const word = await save(page, 'Word');
  const document = new TextDecoder().decode(unzipSync(word)['word/document.xml']);
  const shown = {
    bold: /<w:b\/>(?:(?!<w:t).)*<w:t[^>]*>Carberry, J[.]/,
    italic: /<w:i\/>(?:(?!<w:t).)*<w:t[^>]*>Annals of Shards/,
  };
  const missing = Object.entries(shown).filter(([, pattern]) => !pattern.test(document));
  expect([missing, /lecture|other institute/.test(document)]).toEqual([[], false]);

  // The faculty counts the joint article once, and each number is that of its list.
  const ofFaculty = { ...definition, filter: { ...definition.filter, group_id: faculty }, group_by: ['group'] };
  const asked = await asMember('POST', '/api/reports/preview', { definition: ofFaculty });
  const ofGroups = Object.fromEntries(
    asked.counts.map(({ keys, whole }: { keys: string[]; whole: number }) => [keys[0], whole]),
  );
  expect(ofGroups).toEqual({ [faculty]: 4, [institute]: 3, [other]: 2 });
  const listed = await asMember('GET', `/api/publications?${new URLSearchParams(asked.overall.query)}`);
  expect([asked.overall.whole, listed.outputs_total]).toEqual([4, 4]);

  await page.getByRole('button', { name: 'Freeze' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('The year of the institute');
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze' }).click();
  await page.getByText('The run is frozen').waitFor();
  const frozen = [await asMember('GET', `/api/report-runs/${first}`), (await save(page, 'CSV')).toString()];

  // The next day, three are added, one is hidden, and one has another title.
  const added = ['On glaze and clay', 'On clay and fire', 'On fire and glaze'];
  for (const title of added) await add(title, 'book', [carberry]);
  const edit = (id: string, path: string, value: unknown) =>
    asMember('PATCH', `/api/works/${id}`, [{ op: 'replace', path, value }]);
  await edit(String(book), '/visible', false);
  await edit(String(article), '/title', 'Shards of all years');
  await page.goto(`${dashboard.cloud.dashboardUrl}${report}`);
  await run(page);
  await page.getByText('3 new').waitFor();
  await page.getByText('1 gone').waitFor();
  const section = (name: string) => page.getByRole('region', { name });
  for (const title of added) await section('3 new').getByText(title).waitFor();
  await section('1 gone').getByText('A book of the year').waitFor();
  expect(await section('1 changed').locator('tbody tr').allTextContents()).toEqual([
    'TitleShards of the yearShards of all years',
  ]);

  await page.goto(`${dashboard.cloud.dashboardUrl}${report}/runs/${first}`);
  await page.getByText('Finished').waitFor();
  expect([await asMember('GET', `/api/report-runs/${first}`), (await save(page, 'CSV')).toString()]).toEqual(frozen);
});
