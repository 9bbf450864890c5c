import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { unzipSync } from 'fflate';
import { ask, dashboard } from '../dashboard.ts';

const carberry = '0000-0002-1825-0097';
const group_id = 'institute-of-reports';

interface Counted {
  whole: number;
  query: Record<string, string>;
}

/** How many a list has: publications alone, or works among them. */
async function lengthOf({ query }: Pick<Counted, 'query'>): Promise<number> {
  const { body } = await ask('workspace_member', 'GET', `/api/publications?${new URLSearchParams(query)}`);
  return body.outputs_total ?? body.total;
}

test('the list of an institute: numbers that lead to their lists, a document, and what differs the next day', async () => {
  await ask('workspace_admin', 'POST', '/api/groups', { id: group_id, name: 'Institute of Reports' });
  await ask('workspace_admin', 'POST', `/api/groups/${group_id}/members`, { orcid: carberry });

  // From the filtered list to a saved report.
  const page = await dashboard.open(`/publications?group_id=${group_id}&group_basis=ever`, 'workspace_member');
  await page.getByRole('link', { name: 'Report', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('List of the institute');
  await page.getByLabel('Outputs', { exact: true }).selectOption('both');
  await page.getByLabel('Then by').selectOption('open_access');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'List of the institute', level: 1 }).waitFor();

  const { reports } = (await ask('workspace_member', 'GET', '/api/reports')).body;
  const { id, definition } = reports.find((each: { definition: { name: string } }) =>
    each.definition.name.startsWith('List of'),
  );
  expect(definition).toMatchObject({ filter: { group_id, group_basis: 'ever' }, group_by: ['year', 'open_access'] });
  const preview = (await ask('workspace_member', 'POST', '/api/reports/preview', { definition })).body;
  const cells: Counted[] = preview.counts;
  expect(cells.reduce((sum, { whole }) => sum + whole, 0)).toBe(preview.total);
  for (const counted of [...cells, ...preview.sums, preview.overall])
    expect([counted.query, await lengthOf(counted)]).toEqual([counted.query, counted.whole]);

  // The page has the same numbers, and one leads to its list.
  const table = page.getByRole('table', { name: 'Numbers' });
  await table.waitFor();
  const shown = await table.locator('tbody tr td:nth-of-type(1)').allTextContents();
  expect(shown.map(Number).toSorted()).toEqual(cells.map(({ whole }) => whole).toSorted());
  const [link] = await table.locator('tbody a').all();
  const expected = Number(await link?.textContent());
  await link?.click();
  await page.getByText(new RegExp(`^${expected} of ${expected}$`)).waitFor();
  await page.goBack();

  // A run, and its document.
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('Finished').waitFor();
  const first = new URL(page.url()).pathname.split('/').at(-1);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Word' }).click();
  const file = await (await download).path();
  const document = new TextDecoder().decode(unzipSync(readFileSync(file))['word/document.xml']);
  expect(document).toContain('Carberry');
  const csv = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  expect(readFileSync(await (await csv).path(), 'utf8')).toContain('Carberry');
  await page.getByRole('button', { name: 'Freeze' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('List of the institute');
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze' }).click();
  await page.getByText('The run is frozen').waitFor();
  const before = (await ask('workspace_member', 'GET', `/api/report-runs/${first}`)).body;

  // Three are added, one is hidden, one gets another title.
  const [hidden, retitled] = (
    await ask('workspace_member', 'GET', `/api/publications?orcid_id=${carberry}&visibility=visible`)
  ).body.publications.map((publication: { id: string }) => publication.id);
  for (const title of ['On glaze', 'On clay', 'On fire']) {
    const work = { title, work_type: 'report', publication_date: '2024', researcher_orcids: [carberry] };
    expect((await ask('workspace_member', 'POST', '/api/works', work)).status).toBe(201);
  }
  const edit = (path: string, value: unknown) => [{ op: 'replace', path, value }];
  await ask('workspace_member', 'PATCH', `/api/publications/${hidden}`, edit('/visible', false));
  await ask('workspace_member', 'PATCH', `/api/publications/${retitled}`, edit('/title', 'Quite another title'));

  await page.goto(`${dashboard.cloud.dashboardUrl}/reports/${id}`);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('3 new').waitFor();
  await page.getByText('1 gone').waitFor();
  await page.getByText('1 changed').waitFor();
  const changed = page.getByRole('region', { name: '1 changed' });
  expect(await changed.locator('tbody tr').count()).toBe(1);
  await changed.getByRole('cell', { name: 'Quite another title' }).waitFor();
  expect((await ask('workspace_member', 'GET', `/api/report-runs/${first}`)).body).toEqual(before);

  await ask('workspace_member', 'PATCH', `/api/publications/${hidden}`, edit('/visible', true));
});
