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
});
