import { beforeAll, describe, expect, test } from '@jest/globals';
import * as empty from '../../../../lambdas/integrations/verify/empty.ts';
import * as verify from '../../../../lambdas/integrations/verify/get.ts';
import { freshTable } from '../../../support/engine.ts';
import { call } from '../../../support/event.ts';
import { storeInstallation } from '../../../support/installations.ts';
import { captureLog } from '../../../support/log.ts';

captureLog();
const get = (id: string, method = 'GET') => call(verify, { url: `/integrations/v1/verify/${id}`, method });

beforeAll(async () => {
  await freshTable();
  await storeInstallation('pending');
  await storeInstallation('failed', {}, { verification_status: 'failed' });
  await storeInstallation('verified', {}, { verification_status: 'verified' });
  await storeInstallation('revoked', {}, { verification_status: 'revoked' });
  await storeInstallation('tokenless', {}, { verification_token: null });
});

test.each(['pending', 'failed', 'verified'])('200: exactly the token while the origin is %s', async (id) => {
  const { status, body, headers } = await get(`${id}-origin`);
  expect({ status, body }).toEqual({ status: 200, body: 'token-of-it' });
  expect(headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
});

describe('404 as plain text', () => {
  test.each(['revoked-origin', 'tokenless-origin', 'unknown', 'x'.repeat(64)])('%s', async (id) => {
    const { status, body, headers } = await get(id);
    expect({ status, body }).toEqual({ status: 404, body: 'There is no origin with a token and this id' });
    expect(headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  });
});

describe('400 as plain text', () => {
  test.each(['a.b', 'x'.repeat(65), '%20', 'a%2Fb', 'a/b', '%zz', '%C3%A9'])('%s', async (id) => {
    const { status, body, headers } = await get(id);
    expect(status).toBe(400);
    expect(body).toMatch(/^The path is not valid: originId /);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  test('no id at all', async () => {
    const { status, body, headers } = await call(empty, { url: '/integrations/v1/verify' });
    expect({ status, body }).toEqual({ status: 400, body: 'The path is not valid: the origin id is missing' });
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  });
});

test('200: with a slash at the end, however the gateway hands it over', async () => {
  for (const id of ['pending-origin/', 'pending-origin%2F']) expect((await get(id)).body).toBe('token-of-it');
});

test('HEAD: the same without the body', async () => {
  expect(await get('pending-origin', 'HEAD')).toMatchObject({ status: 200, body: '' });
});
