import { beforeEach, expect, test } from '@jest/globals';
import { dyingAt } from '../support/crash.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { continueEdits, leftovers, reportOf, request, store, timesEdited } from './bulk-edits-fixture.ts';

captureLog();
const dois = ['10.5555/one', '10.5555/two'];

beforeEach(async () => {
  await freshTable();
});

test('a job that is killed at any call edits every publication once in the next run', async () => {
  let hasDied = true;
  let n = 0;
  while (hasDied) {
    n += 1;
    await freshTable();
    for (const doi of dois) await store(doi);
    const id = await request(dois);
    hasDied = await dyingAt(n, () => continueEdits());
    await continueEdits();
    const edited = dois.map((doi) => ({ id: doi, outcome: 'edited', edit_id: '1' }));
    expect(await reportOf(id)).toMatchObject({ status: 'completed', results: edited });
    for (const doi of dois) expect(await timesEdited(doi)).toEqual({ edits: 1, events: 1, authors: 1 });
    expect(await leftovers()).toEqual([]);
  }
  expect(n).toBeGreaterThan(10);
});
