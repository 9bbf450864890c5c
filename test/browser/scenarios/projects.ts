import { expect, test } from '@jest/globals';
import { ask, dashboard } from '../dashboard.ts';

test('projects of a CSV: faults beside their rows, and nothing twice', async () => {
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
  await page.getByText('end_date: before the start').waitFor();
  // A dry run reports what would be stored.
  await page.getByText('1 project would be created.').waitFor();
  const planned = (id: RegExp, text: string) => page.getByRole('row', { name: id }).getByText(text).waitFor();
  await planned(/kiln-one/, 'New');
  expect((await ask('workspace_member', 'GET', '/api/projects/kiln-one')).status).toBe(404);
  await page.getByRole('button', { name: 'Import 1 project' }).click();
  await page
    .getByRole('row', { name: /kiln-one/ })
    .getByText('Created')
    .waitFor();
  const { body } = await ask('workspace_member', 'GET', '/api/projects/kiln-one');
  expect(body).toMatchObject({ title: { en: 'Kiln One', de: 'Ofen eins' }, visible: false });
  expect((await ask('workspace_member', 'GET', '/api/projects/kiln-three')).status).toBe(404);
  // A repeated import: stored projects are replaced or unchanged.
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

test('a project is written with pickers: people by name, funders, an image and further data', async () => {
  const page = await dashboard.open('/new-project', 'workspace_member');
  const save = page.getByRole('button', { name: 'Save' });
  await page.getByText('Nothing has changed yet.').waitFor();
  await page.getByLabel('Text').nth(0).fill('Clay Fund');
  await page.getByText('To be corrected: Title').waitFor();
  expect(await save.getAttribute('aria-disabled')).toBe('true');
  await page.getByLabel('Text').nth(1).fill('A kiln with people');
  const members = page.getByRole('group', { name: 'Members' });
  // On a phone the panel comes up from below, wherever the page is scrolled to.
  await page.setViewportSize({ width: 390, height: 700 });
  await members.getByRole('button', { name: 'Add a person' }).click();
  const search = page.getByRole('searchbox', { name: 'Search names and ORCID iDs' });
  await search.waitFor();
  expect(await page.evaluate('scrollY')).toBeGreaterThan(0);
  const bottom = 'document.querySelector(".popover").getBoundingClientRect().bottom';
  await page.waitForFunction(`${bottom} === innerHeight`);
  await search.fill('Carberry');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Carberry/ })
    .click();
  await members.getByText('0000-0002-1825-0097').waitFor();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Add a funder' }).click();
  await page.getByLabel('Name of the funder').fill('Kintsugi Foundation');
  await page.getByRole('button', { name: 'Add an image' }).first().click();
  await page.getByLabel('Address of the image').fill('https://example.org/kiln.png');
  await page.getByRole('button', { name: 'Add an entry' }).click();
  await page.getByLabel('Name', { exact: true }).fill('grant');
  await page.getByLabel('Value', { exact: true }).fill('2026-7');
  await save.click();
  await page.getByRole('heading', { name: 'A kiln with people', level: 1 }).waitFor();
  const id = page.url().split('/').at(-1);
  expect((await ask('workspace_member', 'GET', `/api/projects/${id}`)).body).toMatchObject({
    member_orcids: ['0000-0002-1825-0097'],
    funding_entities: ['Kintsugi Foundation'],
    project_logo: { url: 'https://example.org/kiln.png' },
    data: { grant: '2026-7' },
  });
});
