import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { addWorkBatch, getWorkBatch, saveContributors } from '#src/ingestion/store/work-batches.ts';
import { keys } from '#src/table/keys.ts';
import { getItem } from '#src/table/table.ts';
import { anAuthor } from '../../support/builders.ts';
import { freshTable } from '../../support/engine.ts';

const now = new Date('2026-01-31T00:00:00Z');

beforeAll(async () => {
  await freshTable();
});
afterEach(() => {
  delete process.env.JOB_REPORT_RETENTION_DAYS;
});

test.each([
  ['90 days', undefined, 90],
  ['as long as the setting says', '7', 7],
])('the names of contributors are kept %s, as the reports of the job', async (job, setting, days) => {
  if (setting) process.env.JOB_REPORT_RETENTION_DAYS = setting;
  await addWorkBatch(job, 0, [1], now);
  await saveContributors(job, 0, new Map([[1, [anAuthor('Josiah Carberry')]]]));
  expect((await getWorkBatch(job, 0))?.contributors?.get(1)).toMatchObject([{ name: 'Josiah Carberry' }]);
  const item = await getItem(keys.workBatch(job, 0));
  expect(item?.expiresAtSeconds).toBe(now.getTime() / 1000 + days * 86_400);
});
