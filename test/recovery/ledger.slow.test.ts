import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { readLedger } from '#src/operations/recovery/ledger.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { putObject } from '#src/runtime/requests/bucket.ts';
import { objectKeys } from '#src/table/keys.ts';

let server: FauxqsServer;
beforeAll(async () => {
  server = await startFauxqs({ port: 0, logger: false });
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${server.port}`,
    LEDGER_BUCKET_NAME: 'ledger',
  });
  server.createBucket('ledger');
});
afterAll(() => server.stop());

test('a ledger of more than a page is read whole', async () => {
  const entry = (n: number) => ({ at: 5_000 + n, id: String(n), revocations: [] });
  await inParallel([...Array(1_203).keys()], 32, (n) =>
    putObject(objectKeys.revocation(5_000 + n, String(n)), Buffer.from(JSON.stringify(entry(n))), 'LEDGER_BUCKET_NAME'),
  );
  const found = await readLedger(5_003);
  expect([found.length, found[0]?.at, found.at(-1)?.at]).toEqual([1_200, 5_003, 6_202]);
});
