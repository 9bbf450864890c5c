import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sampleDir } from '../../../local/options.ts';
import { ask, dashboard, setSources } from '../dashboard.ts';
import { focused } from '../keyboard.ts';

const article = '10.5555/acp.2019.0042';
const detailOf = async (doi: string) => (await ask('workspace_member', 'GET', `/api/publications/${doi}`)).body;
const row = (page: Page, field: string) => page.getByRole('row', { name: new RegExp(`^${field}\\b`) });

test('an edit survives a new ingestion, and reverting it shows what the source says by then', async () => {
  const file = join(sampleDir, 'crossref/works', `${encodeURIComponent(article)}.json`);
  const record = JSON.parse(await readFile(file, 'utf8'));
  record.message.publisher = 'Press of the Source';
  setSources(async ({ source, path }) =>
    source === 'crossref' && path === `/works/${article}` ? { status: 200, body: JSON.stringify(record) } : undefined,
  );
  const page = await dashboard.open(`/publication/${article}`, 'workspace_member');
  const publisher = row(page, 'Publisher');
  await publisher.getByRole('button', { name: 'Edit: Publisher' }).click();
  await publisher.getByRole('textbox').fill('Press of the Editor');
  await page.getByRole('button', { name: 'Save' }).click();
  await publisher.getByText('Press of the Editor').waitFor();
  await page.getByRole('button', { name: 'Fetch again' }).click();
  await publisher.getByText('Press of the Source').waitFor();
  expect((await detailOf(article)).merged.data.publisher).toBe('Press of the Editor');
  await publisher.getByRole('button', { name: /^Return to the sources/ }).click();
  await publisher.getByText('Press of the Editor').waitFor({ state: 'detached' });
  await publisher.getByText('Press of the Source').waitFor();
  expect((await detailOf(article)).merged.data.publisher).toBe('Press of the Source');
});

test('of two namesakes each keeps their iD when authors are removed, moved, edited and added', async () => {
  const doi = '10.5555/jcp.2020.115';
  const [first, second] = ['0000-0002-1825-0097', '0000-0001-5109-3700'];
  const wang = { name: 'Wei Wang', given: 'Wei', family: 'Wang', affiliations: [] };
  const authors = [{ ...wang, orcid: first }, { name: 'Jo Xavier' }, { ...wang, orcid: second }];
  await ask('workspace_member', 'PATCH', `/api/publications/${doi}`, [
    { op: 'add', path: '/data/authors', value: authors },
  ]);
  const page = await dashboard.open(`/publication/${doi}`, 'workspace_member');
  const field = row(page, 'Authors');
  await field.getByRole('button', { name: 'Edit: Authors' }).press('Enter');
  await field.getByRole('button', { name: 'Remove Jo Xavier' }).press('Enter');
  await field.getByRole('button', { name: 'Move down: Wei Wang' }).first().press('Enter');
  // The focus goes along with the row.
  await focused(field.getByRole('listitem').nth(1).getByRole('button', { name: 'Move down: Wei Wang' }));
  await field.getByRole('button', { name: 'Edit Wei Wang' }).last().press('Enter');
  await field.getByRole('textbox', { name: 'Given name' }).fill('Weidong');
  await field.getByRole('button', { name: 'Add a person' }).press('Enter');
  await field.getByRole('textbox', { name: 'ORCID iD' }).fill('0000-0002-1825-0098');
  await field.getByText('This is not an ORCID iD.').waitFor();
  const save = page.getByRole('button', { name: 'Save' });
  expect(await save.getAttribute('aria-disabled')).toBe('true');
  await field.getByRole('textbox', { name: 'ORCID iD' }).fill('');
  await field.getByRole('textbox', { name: 'Family name' }).fill('Yılmaz');
  await save.press('Enter');
  await page.getByText('1 field saved').waitFor();
  expect((await detailOf(doi)).merged.data.authors).toMatchObject([
    { name: 'Wei Wang', orcid: second },
    { name: 'Weidong Wang', given: 'Weidong', orcid: first },
    { name: 'Yılmaz', orcid: null },
  ]);
});
