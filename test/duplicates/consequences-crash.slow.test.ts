import { expect, test } from '@jest/globals';
import { notes, relateRemaining, relationsOf, rows } from '../relations/relate-fixture.ts';
import { dyingAt, isWrite } from '../support/crash.ts';
import { captureLog } from '../support/log.ts';
import {
  data,
  detach,
  doi,
  freshPeople,
  other,
  repairLinks,
  statedAbout,
  storeMerged,
  storeUnmatched,
} from './consequences-fixture.ts';

captureLog();
const hourLater = () => new Date(Date.now() + 3_600_000);

/** Kills a request at each of its writes, sends it again, and lets the job run. */
async function killedAnywhere(
  prepare: () => Promise<void>,
  request: () => Promise<unknown>,
  check: () => Promise<void>,
) {
  for (let write = 1, isCut = true; isCut; write++) {
    await freshPeople();
    await prepare();
    isCut = await dyingAt(write, request, isWrite);
    await request();
    await relateRemaining(hourLater(), Number.MAX_SAFE_INTEGER);
    await check();
    expect(await notes()).toEqual([]);
  }
}

test('after a repair of links that was killed anywhere, its journal and versions follow', () =>
  killedAnywhere(storeUnmatched, repairLinks, async () => {
    expect(await statedAbout()).toEqual([doi]);
    expect((await rows())[other]?.supersededBy).toBe(doi);
  }));

test('after an undo of a merge that was killed anywhere, the journal and relations of both follow', () =>
  killedAnywhere(
    storeMerged,
    () => detach(other),
    async () => {
      expect(await statedAbout()).toEqual([]);
      expect(await relationsOf(doi)).toEqual([]);
      expect(await relationsOf(other)).toEqual([{ type: 'is-supplemented-by', doi: data }]);
    },
  ));
