import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { putObject } from '#src/runtime/requests/bucket.ts';
import { ownerEnvironment } from '../../local/iam/access.ts';

interface Received {
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

const received: Received[] = [];
const server = http.createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    received.push({ headers: request.headers, body: Buffer.concat(chunks) });
    response.end();
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  Object.assign(process.env, ownerEnvironment);
  process.env.AWS_ENDPOINT_URL_S3 = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.BUCKET_NAME = 'registry-test';
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

test('an object in pieces arrives whole, with the length and the checksums of the whole', async () => {
  const pieces = [Buffer.from('one'), new Uint8Array(3_000_000).fill(7), Buffer.from('three')];
  const whole = Buffer.concat(pieces);
  await putObject('in-pieces', pieces);
  await putObject('whole', whole);
  const hash = createHash('sha256').update(whole).digest();
  for (const { headers, body } of received) {
    expect(body.equals(whole)).toBe(true);
    expect(headers).toMatchObject({
      'content-length': String(whole.length),
      'x-amz-content-sha256': hash.toString('hex'),
      'x-amz-checksum-sha256': hash.toString('base64'),
    });
    expect(headers['transfer-encoding']).toBeUndefined();
  }
  expect(received).toHaveLength(2);
});
