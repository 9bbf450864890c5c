import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { defaultProvider } from '../../scripts/bundle/environment-credentials.ts';
import { STATUS_CODES } from '../../scripts/bundle/lazy-status-texts.ts';
import { EventStreamSerde } from '../../scripts/bundle/no-event-streams.ts';
import { InvokeStore } from '../../scripts/bundle/runtime-invoke-store.ts';

const saved = { ...process.env };

beforeEach(() => {
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN']) delete process.env[name];
});
afterEach(() => {
  process.env = { ...saved };
});

describe('the credentials of a bundle', () => {
  it('are those of the environment when they are asked for, not when the client is made', async () => {
    const provider = defaultProvider();
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key', AWS_SESSION_TOKEN: 'token' });
    expect(await provider()).toEqual({ accessKeyId: 'id', secretAccessKey: 'key', sessionToken: 'token' });
  });

  it('need no session token', async () => {
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key' });
    expect(await defaultProvider()()).toEqual({ accessKeyId: 'id', secretAccessKey: 'key' });
  });

  it('are missed by name', async () => {
    await expect(defaultProvider()()).rejects.toThrow('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  });
});

it('an event stream says that the bundles leave it out', () => {
  expect(() => new EventStreamSerde()).toThrow('The bundles leave event streams out');
});

describe('the store of an invocation', () => {
  const runtime = globalThis as { awslambda?: unknown };
  afterEach(() => void delete runtime.awslambda);

  it('is the one the runtime has', async () => {
    const store = { getXRayTraceId: () => 'Root=1' };
    runtime.awslambda = { InvokeStore: store };
    expect(await InvokeStore.getInstanceAsync()).toBe(store);
  });

  it('is none where the runtime has none', async () => {
    expect(await InvokeStore.getInstanceAsync()).toBeUndefined();
  });
});

it('statuses have the names that Node has for them', () => {
  expect([STATUS_CODES[415], STATUS_CODES['422'], STATUS_CODES[999]]).toEqual([
    'Unsupported Media Type',
    'Unprocessable Entity',
    undefined,
  ]);
});
