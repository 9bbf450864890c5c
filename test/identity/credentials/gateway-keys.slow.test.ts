import http from 'node:http';
import https from 'node:https';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { GatewayUnavailable } from '#src/identity/credentials/gateway-api.ts';
import { putGatewayKey, removeGatewayKey } from '#src/identity/credentials/gateway-keys.ts';
import { startGateway, type TestGateway } from '../../support/gateway-keys.ts';

let gateway: TestGateway;
const hash = 'a1'.repeat(32);

beforeAll(async () => {
  Object.assign(process.env, { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' });
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  jest.restoreAllMocks();
  gateway.answers.length = gateway.calls.length = 0;
  for (const { id } of gateway.plans.keys()) gateway.plans.deleteKey(id);
});

const planId = (name: string) => gateway.plans.plans().find((plan) => plan.name === name)?.id ?? '';
describe('a key is put', () => {
  test.each([
    [1, 60],
    [60, 60],
    [61, 300],
    [1200, 1200],
    [1201, Number.POSITIVE_INFINITY],
  ])('with a limit of %i into the smallest plan that allows it', async (perMinute, tier) => {
    const id = await putGatewayKey(hash, perMinute, null);
    expect(gateway.limitOf(hash)).toBe(tier);
    expect(gateway.plans.key(id)).toMatchObject({ value: hash, enabled: true });
  });

  test('twice: it is there once, under the same id, known or not', async () => {
    const id = await putGatewayKey(hash, 60, null);
    expect(await putGatewayKey(hash, 60, id)).toBe(id);
    expect(await putGatewayKey(hash, 60, null)).toBe(id);
    expect(gateway.plans.keys()).toHaveLength(1);
  });

  test.each([
    ['known', true],
    ['not known', false],
  ])('from its current plan into the right one, with its id %s', async (_, isKnown) => {
    const id = await putGatewayKey(hash, 60, null);
    expect(await putGatewayKey(hash, 5000, isKnown ? id : null)).toBe(id);
    expect(gateway.limitOf(hash)).toBe(Number.POSITIVE_INFINITY);
  });

  test('although an earlier attempt created it and then failed', async () => {
    gateway.plans.createKey({ name: `registry-key-${hash}`, value: hash, enabled: true, description: undefined });
    await putGatewayKey(hash, 60, null);
    expect(gateway.limitOf(hash)).toBe(60);
  });

  test('although the key with the stored id was deleted manually', async () => {
    const id = await putGatewayKey(hash, 60, null);
    gateway.plans.deleteKey(id);
    await putGatewayKey(hash, 60, id);
    expect(gateway.limitOf(hash)).toBe(60);
  });

  test('again where the gateway was busy, broken, or did not answer', async () => {
    gateway.answers.push({ status: 429, body: {} }, { status: 503, body: {} }, 'hang up');
    await putGatewayKey(hash, 60, null);
    expect(gateway.calls).toHaveLength(5);
    expect(gateway.limitOf(hash)).toBe(60);
  });

  test('not when its value exists under another name', async () => {
    gateway.plans.createKey({ name: 'mine', value: hash, enabled: true, description: undefined });
    await expect(putGatewayKey(hash, 60, null)).rejects.toThrow(GatewayUnavailable);
  });

  test('not when the gateway forbids it, which is not retried', async () => {
    gateway.answers.push({ status: 403, body: { message: 'no' } });
    await expect(putGatewayKey(hash, 60, null)).rejects.toThrow(GatewayUnavailable);
    expect(gateway.calls).toHaveLength(1);
  });
});

test('a key is found on a later page, by its whole name', async () => {
  const { id } = gateway.plans.createKey({
    name: `registry-key-${hash}`,
    value: hash,
    enabled: true,
    description: undefined,
  });
  const longer = { id: 'other', name: `registry-key-${hash}-2` };
  gateway.answers.push(
    undefined,
    { status: 200, body: { item: [longer], position: 'next' } },
    { status: 200, body: { item: [{ id, name: `registry-key-${hash}` }] } },
  );
  expect(await putGatewayKey(hash, 60, null)).toBe(id);
});

test('a call goes to the gateway of its region, signed, and asks for plain JSON', async () => {
  const endpoint = process.env.AWS_ENDPOINT_URL ?? '';
  delete process.env.AWS_ENDPOINT_URL;
  process.env.AWS_SESSION_TOKEN = 'the-session';
  const called: string[] = [];
  jest.spyOn(https, 'request').mockImplementation(((url: URL, options: http.RequestOptions) => {
    called.push(url.href);
    return http.request(new URL(url.pathname + url.search, endpoint), options);
  }) as typeof https.request);
  try {
    gateway.answers.push({ status: 200, body: { item: [] } });
    await removeGatewayKey(hash, null);
  } finally {
    process.env.AWS_ENDPOINT_URL = endpoint;
    delete process.env.AWS_SESSION_TOKEN;
  }
  expect(called).toEqual([`https://apigateway.us-east-1.amazonaws.com/apikeys?name=registry-key-${hash}`]);
  const [{ headers } = { headers: {} }] = gateway.calls;
  expect(headers).toMatchObject({
    host: 'apigateway.us-east-1.amazonaws.com',
    accept: 'application/json',
    'x-amz-security-token': 'the-session',
    authorization: expect.stringMatching(/Credential=test\/\d{8}\/us-east-1\/apigateway\/aws4_request/),
  });
});

describe('a key is removed', () => {
  test.each([
    ['known', true],
    ['not known', false],
  ])('with its place in a plan, its id %s', async (_, isKnown) => {
    const id = await putGatewayKey(hash, 60, null);
    await removeGatewayKey(hash, isKnown ? id : null);
    expect(gateway.plans.keys()).toEqual([]);
    expect(gateway.plans.keysIn(planId('60'))).toEqual([]);
  });

  test('twice, or when there was none', async () => {
    const id = await putGatewayKey(hash, 60, null);
    await removeGatewayKey(hash, id);
    await removeGatewayKey(hash, id);
    await removeGatewayKey(hash, null);
    expect(gateway.plans.keys()).toEqual([]);
  });
});
