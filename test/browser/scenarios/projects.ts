import { expect, test } from '@jest/globals';
import { ask, dashboard } from '../dashboard.ts';

test('projects of a CSV: faults beside their rows, what the API refuses apart, and nothing twice', async () => {
  const page = await dashboard.open('/projects', 'workspace_member');
  await page.getByRole('button', { name: 'Import from CSV' }).click();
  const text = [
    'id,programme,title,title_de,start_date,end_date,visible',
    'kiln-one,Clay Fund,Kiln One,Ofen eins,2024,2026,no',
    'kiln-two,Clay Fund,Kiln Two,,2024-13,,',
    'kiln-three,Clay Fund,Kiln Three,,2026,2024,',
    'kiln-one,Clay Fund,Kiln One again,,,,',
  ].join('\n');
  await page.getByLabel('Projects as CSV').fill('id,name\na,b');
  await page.getByText('The first line must name the columns').waitFor();
  await page.getByLabel('Projects as CSV').fill(text);
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('start_date: not a date').waitFor();
  await page.getByText('The same as in line 2').waitFor();
  // A dry run reports what would be stored and what is refused.
  await page.getByText('1 project would be created. 1 would be refused.').waitFor();
  const planned = (id: RegExp, text: string) => page.getByRole('row', { name: id }).getByText(text).waitFor();
  await planned(/kiln-one/, 'New');
  await planned(/kiln-three/, 'must not be before start_date');
  expect((await ask('workspace_member', 'GET', '/api/projects/kiln-one')).status).toBe(404);
  await page.getByRole('button', { name: 'Import 2 projects' }).click();
  await page
    .getByRole('row', { name: /kiln-one/ })
    .getByText('Created')
    .waitFor();
  await page
    .getByRole('row', { name: /kiln-three/ })
    .getByText('must not be before start_date')
    .waitFor();
  const { body } = await ask('workspace_member', 'GET', '/api/projects/kiln-one');
  expect(body).toMatchObject({ title: { en: 'Kiln One', de: 'Ofen eins' }, visible: false });
  expect((await ask('workspace_member', 'GET', '/api/projects/kiln-three')).status).toBe(404);
  // The same again: stored projects are replaced or unchanged.
  await page.getByRole('button', { name: 'New import' }).click();
  await page
    .getByLabel('Projects as CSV')
    .fill(`${text.split('\n').slice(0, 2).join('\n')}\nkiln-four,Clay Fund,Kiln Four,,,,`);
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('1 project would be created. 1 stays as it is.').waitFor();
  await page.getByRole('button', { name: 'Back to the entries' }).click();
  await page.getByLabel('Projects as CSV').fill('id,programme,title\nkiln-one,Clay Fund,Kiln the First');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('1 would be replaced, in all its fields.').waitFor();
  await planned(/kiln-one/, 'Replaces the stored one');
});
