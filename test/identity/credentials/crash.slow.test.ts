import { EventEmitter } from 'node:events';
import http from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { isUsable } from '#src/identity/domain/api-key.ts';
import { getApiKey, leaseMs, listApiKeys } from '#src/identity/store/api-keys.ts';
import { keys } from '#src/table/keys.ts';
import { db } from '#src/table/table.ts';
import { job } from '../../../lambdas/background/sync-api-keys.ts';
import * as create from '../../../lambdas/dashboard/api-keys/create.ts';
import * as remove from '../../../lambdas/dashboard/api-keys/delete.ts';
import * as rotate from '../../../lambdas/dashboard/api-keys/rotate.ts';
import * as update from '../../../lambdas/dashboard/api-keys/update.ts';
import { freshTable } from '../../support/engine.ts';
import { call, sessionOf, type TestResponse } from '../../support/event.ts';
import { expectKeysSynced, startGateway, type TestGateway } from '../../support/gateway-keys.ts';
import { captureLog } from '../../support/log.ts';
import { underRole } from '../../support/roles.ts';

const lines = captureLog();
let gateway: TestGateway;
const hashes = new Set<string>();

beforeAll(async () => {
  await freshTable();
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
afterEach(() => endWatch());

const base = '/api/site-tools/api-keys';
const authorizer = sessionOf('superadmin');
const settings = { client_name: 'Library', scopes: ['ingest'], rate_limit_per_minute: 60 };
const post = () => call(create, { url: base, body: settings, authorizer });
const patch = (hash: string, body: object) => call(update, { url: `${base}/${hash}`, body, authorizer });
const rotated = (hash: string, revoke_old: boolean) =>
  call(rotate, { url: `${base}/${hash}/rotate`, body: { revoke_old }, authorizer });

const operations: { name: string; run: (hash: string) => Promise<TestResponse> }[] = [
  { name: 'create', run: post },
  { name: 'a higher limit', run: (hash) => patch(hash, { rate_limit_per_minute: 61 }) },
  { name: 'no limit at the gateway', run: (hash) => patch(hash, { rate_limit_per_minute: 60_000 }) },
  { name: 'another name', run: (hash) => patch(hash, { client_name: 'Archive' }) },
  { name: 'delete', run: (hash) => call(remove, { url: `${base}/${hash}`, authorizer }) },
  { name: 'rotate, keeping the old key', run: (hash) => rotated(hash, false) },
  { name: 'rotate, revoking the old key', run: (hash) => rotated(hash, true) },
];

/** The real calls, which `jest.spyOn` wraps. */
const send = db.send.bind(db) as (command: object) => Promise<unknown>;
const request = http.request.bind(http);

let endWatch = () => {};

/** Intercepts the function's calls of the table and the gateway, and decides the result of each. */
function watch(decide: (real: () => Promise<unknown>, kind: 'table' | 'gateway') => Promise<unknown>) {
  endWatch();
  const table = jest.spyOn(db, 'send').mockImplementation(((command: { input: unknown }) => {
    noteHashes(command.input);
    return decide(() => send(command), 'table');
  }) as never);
  const web = jest.spyOn(http, 'request').mockImplementation(((...given: [URL, http.RequestOptions]) => {
    const [url] = given;
    if (url.origin !== process.env.AWS_ENDPOINT_URL) return request(...given);
    const call = Object.assign(new EventEmitter(), {
      end(body?: string | Uint8Array) {
        const real = () => new Promise((resolve) => request(...given, resolve).end(body));
        void decide(real, 'gateway').then((answer) => call.emit('response', answer));
      },
    });
    return call;
  }) as unknown as typeof http.request);
  endWatch = () => {
    table.mockRestore();
    web.mockRestore();
  };
}

/** The gateway's response to a failed call. */
const refusal = async (statusCode: number) =>
  Object.assign(Readable.from([Buffer.from('{"message":"no"}')]), { statusCode });

/** Every hash that was ever written, including those of keys that nobody received. */
function noteHashes(input: unknown): void {
  const prefix = keys.apiKey('').pk;
  for (const [, hash] of JSON.stringify(input).matchAll(new RegExp(`"pk":"${prefix}([0-9a-f]{64})"`, 'g'))) {
    hashes.add(String(hash));
  }
}

/**
 * Runs it until its n-th call; that call and all later ones are not made, as after a crash. Returns whether it got
 * that far.
 */
async function dyingAt(n: number, run: () => Promise<unknown>): Promise<boolean> {
  let calls = 0;
  let die = () => {};
  const dead = new Promise<true>((resolve) => {
    die = () => resolve(true);
  });
  watch((real) => {
    if (++calls < n) return real();
    die();
    return new Promise(() => {});
  });
  const died = await Promise.race([run().then(() => false), dead]);
  endWatch();
  return died;
}

const usable = async () =>
  (await listApiKeys()).filter((key) => isUsable(key, new Date())).map(({ key_hash }) => key_hash);
const runJob = underRole(job, (input: Parameters<typeof job.handle>[0]) => job.handle(input));
const afterTheLease = () => runJob({ now: new Date(Date.now() + leaseMs) });

async function freshKey(): Promise<string> {
  const { body, status } = await post();
  expect(status).toBe(201);
  hashes.add(body.key.key_hash);
  return body.key.key_hash;
}

describe.each(operations)('$name', ({ name, run }) => {
  test('a crash between any two calls leaves the old or the new state, and the job completes it', async () => {
    let survived = false;
    for (let n = 1; !survived; n++) {
      const hash = await freshKey();
      const before = await usable();
      survived = !(await dyingAt(n, () => run(hash)));
      const after = await usable();
      const added = after.filter((each) => !before.includes(each));
      const taken = before.filter((each) => !after.includes(each));
      if (name === 'rotate, revoking the old key') expect(added).toHaveLength(taken.length);
      expect(added.length).toBeLessThanOrEqual(1);
      expect(taken.filter((each) => each !== hash)).toEqual([]);
      await afterTheLease();
      await expectKeysSynced(gateway, hashes);
      expect(await usable()).toEqual(after);
      expect(n).toBeLessThan(40);
    }
  });

  test('the gateway refuses from any call on: a new key is not created, any other change is kept', async () => {
    let refused = true;
    for (let n = 1; refused; n++) {
      const hash = await freshKey();
      const before = await usable();
      let calls = 0;
      watch((real, kind) => {
        if (kind === 'table' || ++calls < n) return real();
        return refusal(400);
      });
      const { status, body } = await run(hash);
      refused = calls >= n;
      endWatch();
      if (status === 502) {
        expect(body.code).toBe('upstream_unavailable');
        expect(await usable()).toEqual(before);
      } else expect([200, 201]).toContain(status);
      // Nobody holds the key any more, so the next run need not wait.
      await runJob({ now: new Date() });
      await expectKeysSynced(gateway, hashes);
      expect(n).toBeLessThan(40);
    }
  });
});

test('a run that fails for one key continues with the others, and fails at its end', async () => {
  const [one, other] = [await freshKey(), await freshKey()];
  watch((real, kind) => (kind === 'table' ? real() : refusal(403)));
  for (const hash of [one, other]) expect((await patch(hash, { rate_limit_per_minute: 300 })).status).toBe(200);
  let calls = 0;
  watch((real, kind) => (kind === 'gateway' && ++calls === 1 ? refusal(403) : real()));
  await expect(runJob({ now: new Date() })).rejects.toThrow('1 API keys could not be synced');
  endWatch();
  expect([one, other].map((hash) => gateway.limitOf(hash)).sort()).toEqual([300, 60]);
  await runJob({ now: new Date() });
  await expectKeysSynced(gateway, hashes);
});

test('parallel changes of one key leave the state of the last one', async () => {
  const hash = await freshKey();
  const limits = [1, 60, 61, 300, 301, 1200, 5000];
  const answers = await Promise.all(limits.map((rate_limit_per_minute) => patch(hash, { rate_limit_per_minute })));
  expect(answers.map(({ status }) => status)).toEqual(limits.map(() => 200));
  await expectKeysSynced(gateway, hashes);
  await Promise.all([patch(hash, { rate_limit_per_minute: 7 }), call(remove, { url: `${base}/${hash}`, authorizer })]);
  await expectKeysSynced(gateway, hashes);
  expect((await getApiKey(hash))?.deleted_at).not.toBeNull();
});

test('the log says who did what, and holds no secret', async () => {
  const { body } = await post();
  await patch(body.key.key_hash, { rate_limit_per_minute: 70 });
  hashes.add(body.key.key_hash);
  const audits = lines.filter(({ message }) => message === 'audit');
  expect(audits).toMatchObject([
    { action: 'api_key.created', actor_id: 'user:curator@example.org', resource_id: body.key.key_hash, before: null },
    {
      action: 'api_key.updated',
      resource_id: body.key.key_hash,
      before: { rate_limit_per_minute: 60 },
      after: { rate_limit_per_minute: 70 },
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain(body.secret);
});
