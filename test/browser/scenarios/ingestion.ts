import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { syntheticPerson } from '../../../local/data/synthetic.ts';
import type { ReplayAnswer } from '../../../local/sources/recordings.ts';
import { waitFor } from '../../support/cloud.ts';
import { ask, dashboard, setSources } from '../dashboard.ts';

const isolde = '0009-9999-0000-0019';
const tomas = '0009-9999-0000-0027';
const html: ReplayAnswer = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Please wait</html>' };
const request = (orcid: string) => ask('workspace_member', 'POST', '/api/import/orcid', { orcid_ids: [orcid] });
const statusOf = async (orcid: string): Promise<string> =>
  (await ask('workspace_member', 'GET', `/api/ingest/status?orcid_ids=${orcid}`)).body.statuses[0].status;

test('a source that fails leaves a job partly done, with the reason at each work', async () => {
  const dataset = '10.5072/sherds.v2';
  setSources(async ({ path }) => (path === `/dois/${dataset}` ? html : undefined));
  await request(isolde);
  await waitFor('the job', async () => (await statusOf(isolde)) === 'partial_failure');
  const page = await dashboard.open('/ingestion?view=failed', 'workspace_member');
  await page
    .getByRole('row', { name: new RegExp(isolde) })
    .getByRole('link')
    .first()
    .click();
  await page.getByText('Partly failed').first().waitFor();
  await page.getByLabel('Outcome').selectOption('failed');
  await page
    .getByRole('row', { name: new RegExp(dataset) })
    .getByRole('cell', { name: /datacite/i })
    .waitFor();
  await waitFor('the other works to go', async () => (await page.getByRole('row').count()) === 2);
});

test('a job that was ended as failed stays failed, whatever the source answers later', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let asked = 0;
  setSources(async ({ source, path }) => {
    if (source !== 'orcid' || !path.includes(tomas)) return undefined;
    asked++;
    await held;
    return undefined;
  });
  await request(tomas);
  await waitFor('the source to be asked', () => asked > 0);
  const page = await dashboard.open('/ingestion', 'workspace_member');
  const row = page.getByRole('row', { name: new RegExp(tomas) });
  await row.getByRole('button', { name: 'End as failed' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^To confirm/).fill(tomas);
  await dialog.getByRole('button', { name: 'End as failed' }).click();
  await page.getByText(/^The job of .+ was ended as failed$/).waitFor();
  release();
  await waitFor('the function to end', () =>
    dashboard.cloud.queues.names().every((name) => {
      const { inFlight, ready } = dashboard.cloud.queues.byName(name).inspect();
      return inFlight.length + ready.length === 0;
    }),
  );
  expect(await statusOf(tomas)).toBe('failed');
  await page.getByRole('link', { name: 'Failed', exact: true }).click();
  await row.getByText('Failed', { exact: true }).waitFor();

  // Dismissed, it leaves the list; the undo outlasts the message.
  await row.getByRole('button', { name: 'Dismiss', exact: true }).click();
  const message = page.locator('.toast', { hasText: /^The failures of .+ are dismissed/ });
  await message.waitFor();
  await row.waitFor({ state: 'detached' });
  await message.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Recent changes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Undo/ }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await row.waitFor();
});

test('a table of iDs is queued, and its result can be downloaded and outlives its page', async () => {
  // Nothing is fetched for them: this scenario covers only the import.
  setSources(() => new Promise(() => {}));
  const iDs = Array.from({ length: 9 }, (_, index) => syntheticPerson(index).orcid);
  const wrong = ['0000-0002-1825-0098', 'Carberry, Josiah', iDs[0] as string];
  const table = ['name,orcid', ...[...iDs, ...wrong].map((id, index) => `Person ${index},"${id}"`)].join('\r\n');
  const page = await dashboard.open('/import', 'workspace_member');
  await page.getByLabel('File').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
  await page.getByText('12 rows').waitFor();
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByLabel('Show').selectOption('problems');
  const reasons = await page.getByRole('row').allTextContents();
  expect(reasons.slice(1)).toHaveLength(3);
  await page.getByRole('button', { name: 'Import 9 researchers' }).click();
  await page.getByLabel('Show').selectOption('all');
  await page.getByRole('button', { name: 'New import' }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the result (CSV)' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
  expect(lines).toHaveLength(13);
  expect(lines.filter((line) => /,(queued|processing),/.test(line))).toHaveLength(9);
  const said = ['checksum', 'invalid', 'duplicate'];
  expect(lines.slice(-3).map((line) => said.find((each) => line.includes(`,${each},`)))).toEqual(said);

  // The result is there again after another page, and after a reload.
  await page
    .getByRole('link', { name: /^Ingestion/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Ingestion', level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'New import' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'New import' }).click();
  await page.getByRole('button', { name: 'Check' }).waitFor();
});
