import { expect, test } from '@jest/globals';
import { getJob } from '../../src/ingestion/storage/jobs.ts';
import { partitions } from '../../src/storage/keys.ts';
import { getPublication } from '../../src/storage/publications/publications.ts';
import { carberry } from '../support/builders.ts';
import { dyingAt } from '../support/crash.ts';
import { freshTable } from '../support/engine.ts';
import { crossref, delivery, doi, ingest, kilns, listed, plan, pots } from '../support/grouped-dois.ts';
import { ingestWork } from '../support/ingest-work.ts';
import { captureLog } from '../support/log.ts';
import { storePerson } from '../support/people.ts';
import { allItems } from '../support/table.ts';

captureLog();

/** A new delivery has a signal of its own. */
const deliverAgain = (receiveCount: number, isLast = false) => ({
  ...delivery,
  signal: new AbortController().signal,
  receiveCount,
  isLast,
});
const notes = async () => (await allItems()).filter(({ pk }) => pk === partitions.relating);

/** A registry with a publication that names the one that a job is about to store, which states no relation itself. */
async function planned(): Promise<string> {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
  crossref(kilns, 'Kilns of the Far North', { relation: { 'is-supplemented-by': [{ 'id-type': 'doi', id: pots }] } });
  await ingest(carberry, listed('Kilns of the Far North', doi(kilns)));
  return plan(carberry, listed('On Cracked Pots of the North', doi(pots)));
}

async function expectRelated(jobId: string): Promise<void> {
  expect(await getJob(jobId)).toMatchObject({ status: 'completed', counts: { created: 1, failed: 0 } });
  expect((await getPublication(pots))?.related).toEqual([expect.objectContaining({ doi: kilns })]);
  expect(await notes()).toEqual([]);
}

test('a new publication that others name is related, however often its function is killed between any two calls', async () => {
  for (let n = 1, died = true; died; n++) {
    const jobId = await planned();
    died = await dyingAt(n, () => ingestWork(jobId, pots, deliverAgain(1)));
    await ingestWork(jobId, pots, deliverAgain(2));
    await expectRelated(jobId);
    expect(n).toBeLessThan(40);
  }
});

test('the last delivery leaves a note with what it stores', async () => {
  for (let n = 1, died = true; died; n++) {
    const jobId = await planned();
    died = await dyingAt(n, () => ingestWork(jobId, pots, deliverAgain(5, true)));
    const stored = await getPublication(pots);
    if (stored?.related.length === 0) expect(await notes()).toMatchObject([{ sk: pots }]);
    expect(n).toBeLessThan(40);
  }
});

test('delivered twice, or at once with another one, it is related once', async () => {
  const jobId = await planned();
  await Promise.all([ingestWork(jobId, pots, deliverAgain(1)), ingestWork(jobId, pots, deliverAgain(2))]);
  await expectRelated(jobId);
  const { version } = (await getPublication(pots)) ?? {};
  await ingestWork(jobId, pots, deliverAgain(3));
  await expectRelated(jobId);
  expect((await getPublication(pots))?.version).toBe(version);
});
