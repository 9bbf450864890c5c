import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { GatewayUnavailable } from '../../src/credentials/gateway-api.ts';
import { putGatewayKey, removeGatewayKey } from '../../src/credentials/gateway-keys.ts';
import { startGateway, type TestGateway } from '../support/gateway-keys.ts';

let gateway: TestGateway;
const hash = 'a1'.repeat(32);
const real = globalThis.fetch;

beforeAll(async () => {
  Object.assign(process.env, { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' });
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  jest.restoreAllMocks();
  for (const { id } of gateway.plans.keys()) gateway.plans.deleteKey(id);
});

const planId = (name: string) => gateway.plans.plans().find((plan) => plan.name === name)?.id ?? '';
const answering = (...answers: (Response | Error | undefined)[]) =>
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (...given) => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer ?? real(...given);
  });
const json = (status: number, body: object) => new Response(JSON.stringify(body), { status });

describe('a key is put', () => {
  test.each([
    [1, 60],
    [60, 60],
    [61, 300],
    [1200, 1200],
    [1201, Number.POSITIVE_INFINITY],
  ])('with a limit of %i into the smallest plan that holds it', async (perMinute, tier) => {
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
  ])('from the plan it is in into the one it belongs in, its id %s', async (_, isKnown) => {
    const id = await putGatewayKey(hash, 60, null);
    expect(await putGatewayKey(hash, 5000, isKnown ? id : null)).toBe(id);
    expect(gateway.limitOf(hash)).toBe(Number.POSITIVE_INFINITY);
  });

  test('although an earlier try made it and got no further', async () => {
    gateway.plans.createKey({ name: `registry-key-${hash}`, value: hash, enabled: true, description: undefined });
    await putGatewayKey(hash, 60, null);
    expect(gateway.limitOf(hash)).toBe(60);
  });

  test('although it was deleted by hand under the id that was noted', async () => {
    const id = await putGatewayKey(hash, 60, null);
    gateway.plans.deleteKey(id);
    await putGatewayKey(hash, 60, id);
    expect(gateway.limitOf(hash)).toBe(60);
  });

  test('again where the gateway was busy, broken, or did not answer', async () => {
    const fetched = answering(json(429, {}), json(503, {}), new Error('socket hang up'));
    await putGatewayKey(hash, 60, null);
    expect(fetched).toHaveBeenCalledTimes(5);
    expect(gateway.limitOf(hash)).toBe(60);
  });

  test('not where somebody else holds its value under another name', async () => {
    gateway.plans.createKey({ name: 'mine', value: hash, enabled: true, description: undefined });
    await expect(putGatewayKey(hash, 60, null)).rejects.toThrow(GatewayUnavailable);
  });

  test('not where the gateway forbids it, which is not tried again', async () => {
    const fetched = answering(json(403, { message: 'no' }));
    await expect(putGatewayKey(hash, 60, null)).rejects.toThrow(GatewayUnavailable);
    expect(fetched).toHaveBeenCalledTimes(1);
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
  answering(
    undefined,
    json(200, { item: [longer], position: 'next' }),
    json(200, { item: [{ id, name: `registry-key-${hash}` }] }),
  );
  expect(await putGatewayKey(hash, 60, null)).toBe(id);
});

test('a call is signed for the gateway of its region, and asks for plain JSON', async () => {
  const endpoint = process.env.AWS_ENDPOINT_URL;
  delete process.env.AWS_ENDPOINT_URL;
  process.env.AWS_SESSION_TOKEN = 'the-session';
  try {
    const fetched = answering(json(200, { item: [] }));
    await removeGatewayKey(hash, null);
    const [url, init] = fetched.mock.calls[0] as [URL, { method: string; headers: Record<string, string> }];
    expect(String(url)).toBe(`https://apigateway.us-east-1.amazonaws.com/apikeys?name=registry-key-${hash}`);
    expect(init.headers).toMatchObject({ accept: 'application/json', 'x-amz-security-token': 'the-session' });
    expect(init.headers.authorization).toMatch(/Credential=test\/\d{8}\/us-east-1\/apigateway\/aws4_request/);
  } finally {
    process.env.AWS_ENDPOINT_URL = endpoint;
    delete process.env.AWS_SESSION_TOKEN;
  }
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
