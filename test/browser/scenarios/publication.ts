import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sampleDir } from '../../../local/options.ts';
import { waitFor } from '../../support/cloud.ts';
import { ask, dashboard, setSources } from '../dashboard.ts';
import { focused, press, tabTo, type } from '../keyboard.ts';

const article = '10.5555/acp.2019.0042';
const isolde = '0009-9999-0000-0019';
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
  await publisher.getByText('the same').waitFor();
  expect((await detailOf(article)).merged.data.publisher).toBe('Press of the Source');
});

describe('two windows, by keyboard only', () => {
  const open = () => dashboard.open(`/publication/${article}`, 'workspace_member');
  /** Changes a field without saving it. */
  const write = async (page: Page, field: string, text: string) => {
    await press(row(page, field).getByRole('button', { name: `Edit: ${field}` }));
    const editor = row(page, field).getByRole('textbox');
    await editor.waitFor();
    await focused(editor);
    await type(editor, text);
  };
  const save = async (page: Page) => {
    await press(page.getByRole('button', { name: 'Save' }));
  };

  test('keep the edits of different fields both', async () => {
    const [one, other] = await Promise.all([open(), open()]);
    await write(one, 'Volume', '41');
    await write(other, 'Issue', '4b');
    await save(one);
    await one.getByText('1 field saved').waitFor();
    // Where the edit started, because its editor is gone.
    await focused(row(one, 'Volume').getByRole('button', { name: 'Edit: Volume' }));
    await save(other);
    await other.getByText('1 field saved').waitFor();
    expect((await detailOf(article)).merged.data).toMatchObject({ volume: '41', issue: '4b' });
  });

  test('show both values of the same field, and let one be chosen', async () => {
    const [one, other] = await Promise.all([open(), open()]);
    await write(one, 'Pages', '1–10');
    await write(other, 'Pages', '1-11');
    await save(one);
    await one.getByText('1 field saved').waitFor();
    await save(other);
    const conflict = row(other, 'Pages').getByRole('alert');
    for (const value of ['1–10', '1-11']) await conflict.getByText(value, { exact: true }).waitFor();
    expect((await detailOf(article)).merged.data.pages).toBe('1–10');
    await press(conflict.getByRole('button', { name: 'Keep mine' }));
    await save(other);
    await other.getByText('1 field saved').waitFor();
    expect((await detailOf(article)).merged.data.pages).toBe('1-11');
    await tabTo(other.getByRole('button', { name: 'Undo' }));
    await other.keyboard.press('Enter');
    await other.getByText('Undone').waitFor();
    expect((await detailOf(article)).merged.data.pages).toBe('1–10');
  });
});

test('a rejected match stays rejected when the researcher is ingested again', async () => {
  const page = await dashboard.open(`/publication/${article}`, 'workspace_member');
  const match = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: isolde }) });
  await match.getByRole('button', { name: 'Not this author' }).first().click();
  await match.getByText(/Rejected/).waitFor();
  await ask('workspace_member', 'POST', '/api/import/orcid', { orcid_ids: [isolde] });
  await waitFor('the ingestion', async () => {
    const { body } = await ask('workspace_member', 'GET', `/api/ingest/status?orcid_ids=${isolde}`);
    return ['completed', 'partial_failure', 'failed'].includes(body.statuses[0].status) && body.statuses[0];
  });
  await page.reload();
  await match.getByText(/Rejected/).waitFor();
  const { body } = await ask('workspace_member', 'GET', `/api/publication-matches/${article}`);
  const found = body.researchers.find(({ orcid }: { orcid: string }) => orcid === isolde);
  expect(found).toMatchObject({ author_position: null, decision: { in_force: true } });
});

test('somebody who is no author loses the publication, until that is taken back; then any author can be chosen', async () => {
  const page = await dashboard.open(`/publication/${article}`, 'workspace_member');
  const person = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: isolde }) });
  await person.getByRole('button', { name: 'Not an author' }).click();
  await page.getByRole('heading', { name: 'No authors, as curators have said' }).waitFor();
  const people = async () => (await ask('workspace_member', 'GET', `/api/publication-matches/${article}`)).body;
  expect((await people()).not_authors).toMatchObject([{ orcid: isolde }]);
  await person.getByRole('button', { name: 'Take the decision back' }).click();
  await person.getByRole('button', { name: 'Not an author' }).waitFor();
  expect(await people()).toMatchObject({ not_authors: [] });
  // Nobody is a candidate, or not the right one.
  await person.getByRole('button', { name: 'Not this author' }).first().click();
  await person.getByRole('combobox', { name: 'Another author' }).selectOption({ index: 1 });
  await person.getByRole('button', { name: 'This is the author' }).last().click();
  const found = await waitFor('the decision', async () => {
    const match = (await people()).researchers.find(({ orcid }: { orcid: string }) => orcid === isolde);
    return match.decision?.accepted && match;
  });
  expect(found).toMatchObject({ author_position: 0, decided_by: 'curator' });
});
