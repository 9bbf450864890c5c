import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { defaultProvider } from '../../scripts/bundle/environment-credentials.ts';
import { EventStreamSerde, eventStreamSerdeProvider } from '../../scripts/bundle/no-event-streams.ts';
import { replaceModules, standIns } from '../../scripts/functions/bundle.ts';

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

  it('are named in the error when they are missing', async () => {
    await expect(defaultProvider()()).rejects.toThrow('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  });
});

it('using event streams fails with the file that explains why', () => {
  const message = 'Event streams are not in the bundles';
  expect(() => new EventStreamSerde()).toThrow(message);
  expect(eventStreamSerdeProvider).toThrow(message);
});

it.each(Object.entries(standIns))('%s still exports all that its stand-in does', async (module, file) => {
  const standIn = await import(`../../scripts/bundle/${file}`);
  expect(Object.keys(createRequire(import.meta.url)(module))).toEqual(expect.arrayContaining(Object.keys(standIn)));
});

describe('a build with a stand-in', () => {
  const bundle = (source: string) =>
    build({
      stdin: { contents: source, resolveDir: import.meta.dirname },
      bundle: true,
      platform: 'node',
      mainFields: ['module', 'main'],
      write: false,
      logLevel: 'silent',
      plugins: [replaceModules({ '@smithy/core/event-streams': 'no-event-streams.ts' })],
    });

  it('replaces the module wherever it is imported', async () => {
    const { outputFiles } = await bundle("import { HttpProtocol } from '@smithy/core/protocols'; HttpProtocol.name;");
    expect(outputFiles[0]?.text).toContain('Event streams are not in the bundles');
    expect(outputFiles[0]?.text).not.toContain('EventStreamCodec');
  });

  it('fails when nothing imports the module', async () => {
    await expect(bundle("import '@smithy/core/schema';")).rejects.toThrow(
      'scripts/bundle/no-event-streams.ts stands in for "@smithy/core/event-streams", which no bundle imports. ' +
        'Find out which module replaced it, or remove the stand-in.',
    );
  });

  it('fails when an import is missing from the stand-in', async () => {
    await expect(bundle("export { EventStreamCodec } from '@smithy/core/event-streams';")).rejects.toThrow(
      'No matching export in "scripts/bundle/no-event-streams.ts" for import "EventStreamCodec"',
    );
  });
});
