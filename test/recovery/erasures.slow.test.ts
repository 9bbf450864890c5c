import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { pendingRevocations } from '#src/identity/store/pending-revocations.ts';
import { createJob } from '#src/ingestion/store/job-requests.ts';
import { revokeSince } from '#src/operations/recovery/prepare-table.ts';
import { getMark } from '#src/records/people/store/erasure-marks.ts';
import { getPerson } from '#src/records/people/store/people.ts';
import { markOf, readErasureKey } from '#src/records/people/store/unless-erased.ts';
import * as recordJob from '../../lambdas/background/record-revocations.ts';
import { context, erase, now, requestOf, settled, storeLittle, tracesOf } from '../erasure/erasure-fixture.ts';
import { carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { underRole } from '../support/roles.ts';
import { allItems, putItems } from '../support/table.ts';

captureLog();
const record = underRole(recordJob.job, recordJob.handler);
let server: FauxqsServer;
let pointInTimeMs: number;
let atPointInTime: Awaited<ReturnType<typeof allItems>>;
const application = (isTrial = false) => ({ context, isTrial, erasureKey: readErasureKey });

beforeAll(async () => {
  server = await startFauxqs({ port: 0, logger: false });
  process.env.AWS_ENDPOINT_URL_S3 = `http://127.0.0.1:${server.port}`;
  process.env.LEDGER_BUCKET_NAME = 'ledger';
  server.createBucket('ledger');
});
afterAll(() => server.stop());

beforeEach(async () => {
  await freshTable();
  server.emptyBucket('ledger');
  await storeLittle();
  pointInTimeMs = Date.now();
  atPointInTime = await allItems();
});

async function restoreTable() {
  await freshTable();
  await putItems(atPointInTime);
}

const markOfCarberry = async () => getMark(markOf(carberry, await readErasureKey()));

describe('a restore to a time before a person was erased', () => {
  test('erases them again, whether erasing had finished or not, and whether the ledger knows it or only the lost table', async () => {
    await erase();
    const lost = await pendingRevocations();
    expect(JSON.stringify(lost)).not.toContain(carberry);
    await restoreTable();
    expect(await revokeSince(pointInTimeMs, lost, application(true))).toEqual([
      expect.stringMatching(/^person erased-/),
    ]);
    expect(await getPerson(carberry)).toBeDefined();
    await revokeSince(pointInTimeMs, lost, application());
    expect(await tracesOf(carberry)).toEqual([]);
    expect((await markOfCarberry())?.finished_at).not.toBeNull();
    expect(await revokeSince(pointInTimeMs, lost, application())).toEqual([]);
    await expect(requestOf(carberry)).rejects.toThrow('was erased');
  });

  test('leaves those who were asked for again since', async () => {
    await erase();
    await erase({ at: settled });
    await record({});
    const restoredBy = { ...context, now: settled };
    const request = { orcid: carberry, requestedBy: 'user:a', workspace: 'library', requestId: 'r', restoredBy };
    await createJob(request, settled);
    const lost = await pendingRevocations();
    await restoreTable();
    expect(await revokeSince(pointInTimeMs, lost, application())).toEqual([]);
    expect(await getPerson(carberry)).toBeDefined();
  });

  test('remembers those of whom the table has nothing', async () => {
    await freshTable();
    atPointInTime = await allItems();
    await erase();
    const lost = await pendingRevocations();
    await restoreTable();
    await revokeSince(pointInTimeMs, lost, application());
    expect((await markOfCarberry())?.finished_at).toBe(now.getTime());
    expect(await revokeSince(pointInTimeMs, lost, application(true))).toEqual([]);
  });
});
