import { expect, test } from '@jest/globals';
import { ask, dashboard } from '../dashboard.ts';

const carberry = '0000-0002-1825-0097';

test('a curator draws a faculty and filters the list by it', async () => {
  const page = await dashboard.open('/groups', 'workspace_admin');
  await page.getByRole('button', { name: 'New group' }).click();
  await page.getByLabel('Text').fill('Faculty of Kintsugi');
  await page.getByLabel('Kind').fill('faculty');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Faculty of Kintsugi', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'New sub-group' }).click();
  await page.getByRole('group', { name: 'Belongs to' }).getByText('Faculty of Kintsugi').waitFor();
  await page.getByLabel('Text').fill('Institute of Gold');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Institute of Gold', level: 1 }).waitFor();

  // A person, since 2019, and somebody who has no iD yet.
  await page.getByRole('button', { name: 'Add a member' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Choose a person' }).click();
  await page.getByRole('searchbox', { name: 'Search names and ORCID iDs' }).fill('Carberry');
  await page.getByRole('button', { name: /^Josiah Carberry/ }).click();
  await dialog.getByLabel('From').fill('2019-01-01');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('row', { name: /Carberry/ }).waitFor();
  await page.getByRole('button', { name: 'Add a member' }).click();
  await dialog.getByLabel('Who').selectOption('waiting');
  await dialog.getByLabel('Staff id').fill('k-1');
  await dialog.getByLabel('Name').fill('Jo Potter');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('1 of 2 people have an ORCID iD.').waitFor();

  // The number leads to the list, which has as many, and none that is older than the membership.
  const { body } = await ask('workspace_admin', 'GET', '/api/publications?group_id=faculty-of-kintsugi&perPage=100');
  const all = (await ask('workspace_admin', 'GET', `/api/publications?orcid_id=${carberry}&perPage=100`)).body;
  expect(body.total).toBeGreaterThan(0);
  expect(body.total).toBeLessThan(all.total);
  await page.getByRole('link', { name: 'Faculty of Kintsugi' }).first().click();
  await page.getByRole('heading', { name: 'Faculty of Kintsugi', level: 1 }).waitFor();
  await page
    .getByRole('link', { name: String(body.total), exact: true })
    .first()
    .click();
  const total = (count: number) => page.getByText(new RegExp(`of ${count}$`)).waitFor();
  await total(body.total);

  // As a member of the workspace: without sub-groups nothing is the faculty's, at any time all of the person's is.
  const reader = await dashboard.open(new URL(page.url()).pathname + new URL(page.url()).search, 'workspace_member');
  const chip = reader.getByRole('button', { name: /^Group/ });
  await chip.click();
  await reader.getByLabel('With sub-groups').uncheck();
  await reader.getByText('Nothing matches the search and filters').waitFor();
  await reader.getByLabel('With sub-groups').check();
  await reader.getByLabel('A membership counts').selectOption('ever');
  await reader.getByText(new RegExp(`of ${all.total}$`)).waitFor();
  await reader.keyboard.press('Escape');
  await reader.goto(`${dashboard.cloud.dashboardUrl}/groups/institute-of-gold`);
  await reader.getByRole('row', { name: /Carberry/ }).waitFor();
  expect(
    await reader
      .getByRole('main')
      .getByRole('button', { name: /member/ })
      .count(),
  ).toBe(0);

  // A publication is excluded by hand, and the undo brings it back.
  const { id } = body.publications[0];
  await page.goto(`${dashboard.cloud.dashboardUrl}/publication/${id}`);
  await page.getByRole('button', { name: 'Choose a group' }).nth(1).click();
  await page.getByRole('searchbox', { name: 'Search groups' }).fill('kintsugi');
  await page.getByRole('button', { name: 'Faculty of Kintsugi', exact: true }).click();
  await page.getByText('The groups were saved').waitFor();
  const count = async () =>
    (await ask('workspace_admin', 'GET', '/api/publications?group_id=faculty-of-kintsugi')).body.total;
  expect(await count()).toBe(body.total - 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/^Undone/).waitFor();
  expect(await count()).toBe(body.total);
});

test('members of a CSV: a dry run first, then an import, and everything undone', async () => {
  await ask('workspace_admin', 'POST', '/api/groups', { id: 'imported', name: 'Department of Lists' });
  const page = await dashboard.open('/import?kind=memberships', 'workspace_admin');
  const rows = [
    'orcid;staff_id;name;group;from;role',
    `${carberry};;;Department of Lists;1.10.2020;professor`,
    ';l-1;Ada Slip;imported;;',
    '0000-0002-1694-233X;;;imported;;',
    `${carberry};;;Department of Nothing;;`,
  ];
  await page.getByLabel('Members as CSV').fill(rows.join('\n'));
  await page.getByRole('button', { name: 'Check' }).click();
  await page
    .getByText('1 membership would be added. 1 would be added without an ORCID iD. 2 would be refused.')
    .waitFor();
  await page.getByText('There is no group Department of Nothing').waitFor();
  const members = async () => (await ask('workspace_admin', 'GET', '/api/groups/imported/members')).body.members;
  expect(await members()).toEqual([]);
  await page.getByRole('button', { name: 'Import 4 rows' }).click();
  await page.getByRole('button', { name: 'Retry 2 failed' }).waitFor();
  expect(await members()).toMatchObject([
    { staff_id: 'l-1', orcid: null },
    { orcid: carberry, role: 'professor', starts_at: Date.UTC(2020, 9, 1), source: 'import' },
  ]);
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByText('This import was undone.').waitFor();
  expect(await members()).toEqual([]);
});
