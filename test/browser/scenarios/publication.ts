import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sampleDir } from '../../../local/options.ts';
import { waitFor } from '../../support/cloud.ts';
import { ask, dashboard, setSources } from '../dashboard.ts';
import { focused, press, type } from '../keyboard.ts';

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
  await press(field.getByRole('button', { name: 'Edit: Authors' }));
  await press(field.getByRole('button', { name: 'Remove Jo Xavier' }));
  await press(field.getByRole('button', { name: 'Move down: Wei Wang' }).first());
  // The focus goes along with the row.
  await focused(field.getByRole('listitem').nth(1).getByRole('button', { name: 'Move down: Wei Wang' }));
  await press(field.getByRole('button', { name: 'Edit Wei Wang' }).last());
  await type(field.getByRole('textbox', { name: 'Given name' }), 'Weidong');
  await press(field.getByRole('button', { name: 'Add a person' }));
  await type(field.getByRole('textbox', { name: 'ORCID iD' }), '0000-0002-1825-0098');
  await field.getByText('This is no ORCID iD.').waitFor();
  const save = page.getByRole('button', { name: 'Save' });
  expect(await save.getAttribute('aria-disabled')).toBe('true');
  await type(field.getByRole('textbox', { name: 'ORCID iD' }), '');
  await page.keyboard.press('Delete');
  await type(field.getByRole('textbox', { name: 'Family name' }), 'Yılmaz');
  await press(save);
  await page.getByText('1 field saved').waitFor();
  expect((await detailOf(doi)).merged.data.authors).toMatchObject([
    { name: 'Wei Wang', orcid: second },
    { name: 'Weidong Wang', given: 'Weidong', orcid: first },
    { name: 'Yılmaz', orcid: null },
  ]);
});

test('a year that is none and a second text of one language are refused beside the field', async () => {
  const doi = '10.5555/jcp.2020.115';
  const page = await dashboard.open(`/publication/${doi}`, 'workspace_member');
  const save = page.getByRole('button', { name: 'Save' });
  await row(page, 'Year').getByRole('button', { name: 'Edit: Year' }).click();
  await row(page, 'Year').getByRole('textbox').fill('20l9');
  await row(page, 'Year').getByText('Enter a year from 1000 to 3000.').waitFor();
  await row(page, 'Year').getByRole('textbox').fill('2019');
  const title = row(page, 'Title');
  await title.getByRole('button', { name: 'Edit: Title' }).click();
  await title.getByRole('button', { name: 'Add a language' }).click();
  const languages = title.getByRole('textbox', { name: 'Language' });
  const written = title.getByRole('textbox', { name: 'Text' });
  await written.first().fill('AI: a survey');
  await written.last().fill('KI: ein Überblick');
  for (const field of await languages.all()) await field.fill('en');
  await title.getByText('Each language needs a tag of its own').waitFor();
  expect(await save.getAttribute('aria-disabled')).toBe('true');
  await languages.last().fill('de');
  await row(page, 'Type').getByRole('button', { name: 'Edit: Type' }).click();
  await row(page, 'Type').getByRole('combobox').selectOption({ label: 'Report' });
  await save.click();
  await page.getByText('3 fields saved').waitFor();
  expect(await detailOf(doi)).toMatchObject({
    merged: {
      publication_year: 2019,
      publication_type: 'report',
      title: { en: 'AI: a survey', de: 'KI: ein Überblick' },
    },
  });
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
  await person.getByRole('button', { name: 'This is the author: Author 1' }).click();
  const found = await waitFor('the decision', async () => {
    const match = (await people()).researchers.find(({ orcid }: { orcid: string }) => orcid === isolde);
    return match.decision?.accepted && match;
  });
  expect(found).toMatchObject({ author_position: 0, decided_by: 'curator' });
});
