import { expect, test } from '@jest/globals';
import { keys } from '#src/table/keys.ts';
import { getItem } from '#src/table/table.ts';
import { carberry } from '../support/builders.ts';
import { dyingAt } from '../support/crash.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { storePerson } from '../support/people.ts';
import { expectWholeData } from '../support/whole-data.ts';
import { ada, erase, settled, storeLittle, storeMuch, tracesOf } from './erasure-fixture.ts';

captureLog();

test('an erasure killed between any two calls: nothing is half there, and another call completes it', async () => {
  await freshTable();
  await storeMuch();
  // Each run is killed at another call; what was erased before is stored again first.
  for (let n = 1; await dyingAt(n, () => erase()); n += 1) {
    await expectWholeData();
    if (n % 7 !== 0) continue;
    await erase();
    expect(await tracesOf(carberry)).toEqual([]);
    await freshTable();
    await storePerson(ada, 'Ada', 'Lovelace');
    await storeLittle();
  }
  await erase();
  expect(await tracesOf(carberry)).toEqual([]);
  expect((await erase({ at: settled })).done).toBe(true);
  expect(await getItem(keys.person(ada))).toBeDefined();
});
