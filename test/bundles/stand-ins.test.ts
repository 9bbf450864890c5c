import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { defaultProvider } from '../../scripts/bundle/environment-credentials.ts';
import { EventStreamSerde } from '../../scripts/bundle/no-event-streams.ts';

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
