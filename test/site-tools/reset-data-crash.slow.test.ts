import { expect, test } from '@jest/globals';
import { addPendingItems } from '#src/ingestion/store/job-items.ts';
import { keys } from '#src/table/keys.ts';
import { aSummary, carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { storePerson } from '../support/people.ts';
import { expectWholeData } from '../support/whole-data.ts';
import {
  data,
  intercept,
  isWrite,
  request,
  reset,
  storeManyItems,
  storePublication,
  storeWork,
} from './reset-data-fixture.ts';

/** Runs it until its n-th write; that write and all later ones are not made. Returns whether it got that far. */
async function dyingAtWrite(n: number, run: () => Promise<unknown>): Promise<boolean> {
  let writes = 0;
  let die = () => {};
  const dead = new Promise<true>((resolve) => {
    die = () => resolve(true);
  });
  const end = intercept((command, real) => {
    if (writes >= n || (isWrite(command) && ++writes === n)) {
      die();
      return new Promise(() => {});
    }
    return real();
  });
  const died = await Promise.race([run().then(() => false), dead]);
  end();
  return died;
}
test('a reset killed between any two calls: nothing is half deleted, and another call completes it', async () => {
  await freshTable();
  let survived = false;
  let n = 0;
  while (!survived) {
    n += 1;
    await storeLittle();
    survived = !(await dyingAtWrite(n, () => reset({ clearIngestionJobs: true })));
    await expectWholeData();
    await reset({ clearIngestionJobs: true });
    expect(await data()).toEqual([]);
  }
  // Two audit records, two steps for the publication, and at least one write for each other kind.
  expect(n).toBeGreaterThan(8);
});

/** One of each kind: a publication that is deleted in two steps, and a job with a list. */
async function storeLittle() {
  await storePublication('10.5555/many', ['10.5555/many-alias']);
  await storeManyItems(keys.publication('10.5555/many').pk);
  await storeWork('work-1');
  await storePerson(carberry, 'Josiah', 'Carberry');
  const { job } = await request(carberry);
  await addPendingItems(job.job_id, [{ doi: '10.5555/kilns', aliases: [], others: [], summary: aSummary() }]);
}
