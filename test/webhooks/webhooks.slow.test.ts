import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type InstallationChange, withOrigin, withoutOrigin } from '#src/identity/domain/installation-changes.ts';
import { changeInstallation } from '#src/identity/store/installations.ts';
import { lateCommitMs } from '#src/lists/load/shards.ts';
import type { AuditAction } from '#src/logbook/domain/audit.ts';
import { saveWork } from '#src/records/publications/store/works.ts';
import { applyWork } from '#src/records/works/work-content.ts';
import { deliverEvents } from '#src/webhooks/deliver.ts';
import { nextAttemptAt, usualEventTypes } from '#src/webhooks/domain/webhook.ts';
import { postEvent } from '#src/webhooks/post.ts';
import { signedHeaders } from '#src/webhooks/signature.ts';
import { allWebhooks, deleteWebhook } from '#src/webhooks/store/webhooks.ts';
import { job as deliverJob, handler as deliverWebhooks } from '../../lambdas/background/deliver-webhooks.ts';
import { job as findJob } from '../../lambdas/background/find-webhook-events.ts';
import * as listDeliveries from '../../lambdas/integrations/webhook-deliveries/list.ts';
import * as replay from '../../lambdas/integrations/webhook-deliveries/replay.ts';
import * as create from '../../lambdas/integrations/webhooks/create.ts';
import * as remove from '../../lambdas/integrations/webhooks/delete.ts';
import * as list from '../../lambdas/integrations/webhooks/list.ts';
import * as rotate from '../../lambdas/integrations/webhooks/rotate.ts';
import * as update from '../../lambdas/integrations/webhooks/update.ts';
import { aSummary, carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { authorizerOf, call, type Target } from '../support/event.ts';
import { prepareEnvironment } from '../support/installation-routes.ts';
import { storeInstallation } from '../support/installations.ts';
import { captureLog } from '../support/log.ts';
import { storePerson } from '../support/people.ts';
import { curator } from '../support/projects.ts';
import { curatePublication, importProject, ingestPublication } from '../support/publicity.ts';
import type { TestQueues } from '../support/queues.ts';
import { underRole } from '../support/roles.ts';
import { auditRecords } from '../support/table.ts';

captureLog();
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const realTime = [
  'nextTick',
  'hrtime',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;
/** Lets time pass. By default, so much that what was read before is settled. */
const pass = (ms = 2 * lateCommitMs) => void jest.setSystemTime(Date.now() + ms);

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  payload: { type: string; timestamp: string; data: { list: string; doi?: string } };
}

/** A receiver on this machine, and the events it got. Without an answer, it takes them. */
let receiver: Server;
let received: Received[];
let answer: RequestListener | undefined;
let origin: string;
let queues: TestQueues;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body, payload: JSON.parse(body) });
      if (answer) answer(request, response);
      else response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  // After ipaddr.js, which this engine requires as CommonJS.
  queues = await (await import('../support/queues.ts')).startQueues();
  prepareEnvironment('127.0.0.1');
  await freshTable();
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await queues.stop();
});

let site = '';
let tests = 0;
beforeEach(async () => {
  tests += 1;
  // Lists stay in memory, so the table does, too.
  jest.useFakeTimers({ now: 1_800_000_000_000 + tests * 1_000 * hourMs, doNotFake: [...realTime] });
  [received, answer] = [[], undefined];
  queues.purge();
  for (const { installation_id, id } of await allWebhooks()) await deleteWebhook(installation_id, id, byCurator());
  site = `site-${tests}`;
  const verified = { id: `${site}-origin`, origin, verification_status: 'verified' as const };
  await storeInstallation(site, { scopes: ['publications.read', 'projects.read'] }, verified);
});

const byCurator = () => ({ workspace: 'primary_entity', context: curator(new Date(Date.now())) });
const as = (target: Extract<Target, { handler: unknown }>, url: string, body?: unknown, installationId = site) => {
  const authorizer = { ...authorizerOf(target.route.auth), installationId, origins: origin };
  return call(target, { url: `/integrations/v1/webhooks${url}`, authorizer, ...(body !== undefined && { body }) });
};
async function register(body: object = {}): Promise<{ id: string; secret: string }> {
  const created = await as(create, '', { url: `${origin}/hook?site=1`, ...body });
  expect([created.status, created.body]).toMatchObject([201, { webhook: { status: 'active' } }]);
  return { id: created.body.webhook.id, secret: created.body.secret };
}

const findEvents = underRole(findJob, () => findJob.handle({ now: new Date(Date.now()) }));
const deliverAll = underRole(deliverJob, deliverWebhooks);
/** A run of the job and of the workers. `times`: how often SQS delivers a message that waits. */
async function run(times = 1): Promise<number> {
  await findEvents();
  return queues.deliver('webhooks', deliverAll, times);
}
/** A webhook that has been told of everything so far. */
async function follow(body: object = {}): Promise<{ id: string; secret: string }> {
  const made = await register(body);
  pass();
  await run();
  received = [];
  return made;
}
const told = () => received.map(({ payload: { type, data } }) => [type, data.list, ...(data.doi ? [data.doi] : [])]);
const logged = async (id: string) => (await as(listDeliveries, `/${id}/deliveries`)).body.deliveries;

describe('events', () => {
  test('are thin, signed, of the lists that the installation may read, and sent once', async () => {
    const { secret } = await follow();
    await ingestPublication(`10.5555/pots-${tests}`, carberry, 'Pots');
    await importProject('kilns', 'Kilns');
    pass();
    await run();
    await run();
    // The lists are independent of each other.
    expect(told().sort()).toEqual([
      ['list.changed', 'projects'],
      ['list.changed', 'publications'],
    ]);
    const [{ headers, body, payload } = {} as Received] = received;
    expect(Object.keys(payload)).toEqual(['type', 'timestamp', 'data']);
    expect(body.length).toBeLessThan(20_000);
    const id = String(headers['webhook-id']);
    expect(headers).toMatchObject(signedHeaders({ id, body, secrets: [secret], nowMs: Date.now() }));
    expect(headers['content-type']).toBe('application/json');
  });

  test('are of people and works, too, for an installation that may read these, and go to the URL that was set last', async () => {
    site = `${site}-people`;
    const verified = { id: `${site}-origin`, origin, verification_status: 'verified' as const };
    await storeInstallation(site, { scopes: ['people.read', 'works.read'] }, verified);
    const { id } = await follow();
    const paths: (string | undefined)[] = [];
    answer = (request, response) => {
      paths.push(request.url);
      response.writeHead(204).end();
    };
    expect((await as(update, `/${id}`, { url: `${origin}/moved` })).status).toBe(200);
    await storePerson(carberry, 'Josiah', 'Carberry');
    await ingestPublication(`10.5555/people-${tests}`, carberry, 'Pots');
    const work = { id: `work-${tests}`, orcid: carberry, preferred: aSummary({}), putCodes: [1] };
    await saveWork(applyWork(undefined, work, new Date(Date.now())), undefined);
    pass();
    await run();
    expect(told().sort()).toEqual([
      ['list.changed', 'people'],
      ['list.changed', 'works'],
    ]);
    expect(paths).toEqual(['/moved', '/moved']);
  });

  test('tell of withdrawn and retracted publications, in the order of their commits, and of no earlier ones', async () => {
    await ingestPublication('10.5555/old', carberry, 'Old');
    await curatePublication('10.5555/old', { edits: { is_retracted: true } });
    pass();
    await follow();
    for (const doi of ['10.5555/a', '10.5555/b']) await ingestPublication(doi, carberry, doi);
    pass();
    await run();
    expect(told()).toEqual([['list.changed', 'publications']]);
    received = [];
    await curatePublication('10.5555/b', { visible: false });
    pass(1);
    await curatePublication('10.5555/a', { edits: { is_retracted: true } });
    pass(1);
    // Retracted before anybody was told.
    await curatePublication('10.5555/old', { edits: { is_retracted: true, title: 'Changed' } });
    pass();
    await run();
    expect(told()).toEqual([
      ['publication.withdrawn', 'publications', '10.5555/b'],
      ['publication.retracted', 'publications', '10.5555/a'],
      ['list.changed', 'publications'],
    ]);
    // Known now, until it is retracted no longer.
    for (const is_retracted of [true, false, true]) {
      received = [];
      await curatePublication('10.5555/a', { edits: { is_retracted, title: `${is_retracted} ${Date.now()}` } });
      pass();
      await run();
    }
    expect(told()).toEqual([
      ['publication.retracted', 'publications', '10.5555/a'],
      ['list.changed', 'publications'],
    ]);
  });

  test('a run that ends before its progress is saved makes the same events again, with the same ids', async () => {
    await follow();
    await ingestPublication(`10.5555/pots-${tests}`, carberry, 'Pots');
    // Not settled: the change feed returns it again.
    await run();
    pass();
    await run();
    const ids = received.map(({ headers }) => headers['webhook-id']);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(1);
  });

  test('go only to the events that a webhook asked for, and to none that is disabled or deleted', async () => {
    await follow({ events: ['publication.withdrawn'] });
    const { id } = await register();
    expect((await as(update, `/${id}`, { status: 'disabled' })).body.webhook).toMatchObject({
      status: 'disabled',
      disabled_reason: 'requested',
    });
    const gone = await register();
    expect((await as(remove, `/${gone.id}`)).status).toBe(200);
    pass();
    await ingestPublication(`10.5555/pots-${tests}`, carberry, 'Pots');
    pass();
    await run();
    expect(told()).toEqual([]);
    await curatePublication(`10.5555/pots-${tests}`, { visible: false });
    pass();
    await run();
    expect(told()).toEqual([['publication.withdrawn', 'publications', `10.5555/pots-${tests}`]]);
  });
});

describe('a receiver', () => {
  const change = async () => {
    await ingestPublication(`10.5555/${Date.now()}`, carberry, String(Date.now()));
    pass();
  };

  test.each<[string, RequestListener, object]>([
    [
      'answers 500',
      (_, response) => void response.writeHead(500).end('Oh\u0000 no'),
      { status: 500, error: 'answered 500', answer: 'Oh no' },
    ],
    [
      'redirects',
      (_, response) => void response.writeHead(302, { location: `${origin}/elsewhere` }).end(),
      { status: 302, error: 'answered with a redirect, which is not followed' },
    ],
    [
      'ends the connection',
      (request) => void request.socket.destroy(),
      { status: null, error: 'could not be reached' },
    ],
  ])(
    'that %s: later events wait, the attempts follow the schedule, and all arrive in order',
    async (_, fault, entry) => {
      const { id } = await follow();
      answer = fault;
      await change();
      await run();
      await ingestPublication(`10.5555/second-${tests}`, carberry, 'Second');
      pass();
      await run();
      expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      const [last] = await logged(id);
      expect(last).toMatchObject({ outcome: 'failed', attempt: received.length, ...entry });
      expect(last.next_attempt_at).toBeGreaterThan(Date.now() - minuteMs);
      answer = undefined;
      received = [];
      pass(6 * minuteMs);
      await run();
      expect(received.map(({ payload }) => payload.type)).toEqual(['list.changed', 'list.changed']);
      const [first, second] = received.map(({ payload }) => Date.parse(payload.timestamp));
      expect(first).toBeLessThan(Number(second));
      expect((await logged(id))[0]).toMatchObject({
        outcome: 'delivered',
        status: 204,
        error: null,
        next_attempt_at: null,
      });
    },
  );

  test('that answers 410 is disabled at once, and enabled again it gets what has waited', async () => {
    const { id } = await follow();
    answer = (_, response) => void response.writeHead(410).end();
    await change();
    await ingestPublication(`10.5555/second-${tests}`, carberry, 'Second');
    await run();
    expect(received).toHaveLength(1);
    expect((await as(list, '')).body.webhooks).toMatchObject([{ id, status: 'disabled', disabled_reason: 'gone' }]);
    answer = undefined;
    await run();
    expect(received).toHaveLength(1);
    const [entry] = await logged(id);
    expect((await as(replay, `/${id}/deliveries/${entry.id}/replay`)).status).toBe(409);
    await as(update, `/${id}`, { status: 'active' });
    expect((await as(replay, `/${id}/deliveries/${entry.id}/replay`)).status).toBe(202);
    pass();
    await run();
    expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id']);
    expect((await logged(id))[0]).toMatchObject({ outcome: 'delivered' });
  });

  test('that fails at all ten attempts, over three days, is disabled', async () => {
    const { id } = await follow();
    answer = (_, response) => void response.writeHead(503).end();
    await change();
    const startedMs = Date.now();
    for (let attempt = 1; attempt <= 10; attempt++) {
      await run();
      const [entry] = await logged(id);
      expect(entry).toMatchObject({ attempt, status: 503 });
      if (entry.next_attempt_at !== null) jest.setSystemTime(entry.next_attempt_at);
      else expect(attempt).toBe(10);
    }
    expect((Date.now() - startedMs) / hourMs).toBeGreaterThan(75);
    expect((await as(list, '')).body.webhooks).toMatchObject([{ status: 'disabled', disabled_reason: 'failing' }]);
    await run();
    expect(received).toHaveLength(10);
  });

  test('whose origin is revoked gets nothing more, and is disabled', async () => {
    const other = { id: 'other-origin', installation_id: site, created_at: 5, last_verification_error: null };
    const verified = { verification_status: 'verified' as const, verification_token: null, verified_at: 5 };
    const change = (each: InstallationChange, action: AuditAction) =>
      changeInstallation('primary_entity', site, each, action, curator(new Date(Date.now())));
    await change(withOrigin({ ...other, ...verified, origin: 'https://other.example' }), 'installation.origin_added');
    const { id } = await follow();
    await change(withoutOrigin(`${site}-origin`), 'installation.origin_revoked');
    await ingestPublication(`10.5555/pots-${tests}`, carberry, 'Pots');
    pass();
    await run();
    expect(told()).toEqual([]);
    expect((await as(list, '')).body.webhooks).toMatchObject([{ id, disabled_reason: 'origin_not_verified' }]);
  });
});

test('the answer is bounded: a receiver that is slow, never answers or answers without end takes no longer than its time', async () => {
  jest.useRealTimers();
  const post = (path: string, totalMs = 300) =>
    postEvent(`${origin}${path}`, { headers: {}, body: '{}', nowMs: 0 }, { allowedHosts: ['127.0.0.1'], totalMs });
  const none = { status: null, error: 'did not answer in time' };
  answer = () => {};
  expect(await post('/never')).toMatchObject(none);
  answer = (_, response) => void setTimeout(() => response.end(), 2_000).unref();
  expect(await post('/slow')).toMatchObject(none);
  answer = (_, response) => {
    response.writeHead(200);
    const more = setInterval(() => response.write('x'.repeat(1_000)), 1);
    response.on('close', () => clearInterval(more));
  };
  const endless = await post('/endless', 10_000);
  expect(endless).toMatchObject({ status: 200, error: null, text: 'x'.repeat(1_024) });
  answer = (_, response) => {
    response.writeHead(200);
    response.write('x');
  };
  expect(await post('/half')).toMatchObject({ error: 'did not answer in time' });
});

test.each([
  ['a private address', ['10.0.0.1']],
  ['a public and a private one', ['93.184.216.34', '169.254.169.254']],
  ['no address', []],
])('a name with %s is not asked, whatever it was when its origin was verified', async (_, addresses) => {
  const resolve = async () => addresses.map((address) => ({ address, family: 4 }));
  const request = { headers: {}, body: '{}', nowMs: 0 };
  expect(await postEvent('https://rebound.example/hook', request, { resolve })).toEqual({
    status: null,
    error: 'rebound.example cannot be found on the public internet',
    text: null,
    retryAfterMs: undefined,
  });
});

describe('routes', () => {
  test.each([
    ['another origin', 'https://other.example/hook'],
    ['no URL', 'hook'],
    ['a user', 'http://user:secret@127.0.0.1/hook'],
  ])('400: a URL with %s', async (_, url) => {
    const refused = await as(create, '', { url });
    expect([refused.status, refused.body.details]).toMatchObject([400, { issues: [{ path: 'url' }] }]);
  });

  test('201 five times, then 409; each has its own secret, which no other response contains', async () => {
    const made = [];
    for (let n = 0; n < 5; n++) made.push(await register());
    expect((await as(create, '', { url: `${origin}/hook` })).status).toBe(409);
    expect(new Set(made.map(({ secret }) => secret)).size).toBe(5);
    for (const { secret } of made) expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
    expect(JSON.stringify((await as(list, '')).body)).not.toContain('whsec_');
  });

  test('of many registered at once, five', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => as(create, '', { url: `${origin}/hook` })));
    const statuses = answers.map(({ status }) => status);
    // Contention is 503, which a client repeats.
    expect(statuses.filter((status) => ![201, 409, 503].includes(status))).toEqual([]);
    const repeated = [];
    for (let n = 0; n < 5; n++) repeated.push((await as(create, '', { url: `${origin}/hook` })).status);
    expect([...statuses, ...repeated].filter((status) => status === 201)).toHaveLength(5);
    expect((await as(list, '')).body.webhooks).toHaveLength(5);
  });

  test('the audit trail has each change of an installation, by the installation, without the secret', async () => {
    const { id } = await register();
    pass(1);
    await as(update, `/${id}`, { events: ['list.changed'] });
    pass(1);
    await as(rotate, `/${id}/rotate`);
    pass(1);
    await as(remove, `/${id}`);
    const records = (await auditRecords()).filter(({ resource_id }) => resource_id === site);
    const part = `webhook:${id}`;
    expect(
      records
        .filter(({ before, after }) => before?.[part] !== undefined || after?.[part] !== undefined)
        .sort((one, other) => one.occurred_at - other.occurred_at)
        .map(({ action, actor_id, before, after }) => ({
          action,
          actor_id,
          before: before?.[part],
          after: after?.[part],
        })),
    ).toMatchObject(
      [
        { after: { url: `${origin}/hook?site=1`, status: 'active', secret_generation: 1 } },
        { before: { events: usualEventTypes }, after: { events: ['list.changed'] } },
        { before: { secret_generation: 1 }, after: { secret_generation: 2 } },
        { before: { secret_generation: 2 } },
      ].map((change) => ({ action: 'installation.updated', actor_id: `installation:${site}`, ...change })),
    );
    expect(JSON.stringify(records)).not.toContain('whsec_');
  });

  test('a change that changes nothing is not written', async () => {
    const { id } = await register();
    const { webhook } = (await as(update, `/${id}`, { events: ['list.changed'] })).body;
    pass();
    const { url, events, status } = webhook;
    const records = (await auditRecords()).length;
    for (const body of [{}, { url, events, status }]) {
      expect((await as(update, `/${id}`, body)).body.webhook).toEqual(webhook);
    }
    expect((await auditRecords()).length).toBe(records);
  });

  test('404: webhooks of other installations, and deliveries that are not there', async () => {
    const { id } = await register();
    const answers = [
      await as(update, `/${id}`, { events: ['list.changed'] }, 'other'),
      await as(rotate, `/${id}/rotate`, undefined, 'other'),
      await as(remove, `/${id}`, undefined, 'other'),
      await as(listDeliveries, `/${id}/deliveries`, undefined, 'other'),
      await as(replay, `/${id}/deliveries/1800000000000-000000000000/replay`),
      await as(replay, `/${id}/deliveries/x/replay`),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  });

  test('a rotated secret signs at once, the old one for another day', async () => {
    const { id, secret: old } = await follow();
    const rotated = (await as(rotate, `/${id}/rotate`)).body.secret;
    for (const [waitMs, secrets] of [
      [0, [rotated, old]],
      [25 * hourMs, [rotated]],
    ] as const) {
      pass(waitMs);
      received = [];
      await ingestPublication(`10.5555/${Date.now()}`, carberry, String(Date.now()));
      pass();
      await run();
      const [{ headers, body } = {} as Received] = received;
      const expected = signedHeaders({ id: String(headers['webhook-id']), body, secrets, nowMs: Date.now() });
      expect(headers['webhook-signature']).toBe(expected['webhook-signature']);
    }
  });

  test('the log is paged, newest first', async () => {
    const { id } = await follow();
    for (let n = 0; n < 3; n++) {
      await ingestPublication(`10.5555/page-${n}`, carberry, String(n));
      pass();
      await run();
    }
    const first = (await as(listDeliveries, `/${id}/deliveries?limit=2`)).body;
    const second = (await as(listDeliveries, `/${id}/deliveries?limit=2&cursor=${first.cursor}`)).body;
    const times = [...first.deliveries, ...second.deliveries].map((each) => each.attempted_at);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    expect(times.length).toBe(3);
    expect((await as(listDeliveries, `/${id}/deliveries?cursor=x`)).status).toBe(400);
  });
});

test('two workers at once: one delivers, the other ends', async () => {
  const { id } = await follow();
  await ingestPublication(`10.5555/pots-${tests}`, carberry, 'Pots');
  pass();
  await findEvents();
  const message = { installationId: site, webhookId: id, list: 'publications' as const };
  const signal = new AbortController().signal;
  await Promise.all([1, 2].map(() => deliverEvents(message, { signal, leaseMs: minuteMs })));
  expect(received).toHaveLength(1);
});

test('signatures are those of the reference', () => {
  const headers = signedHeaders({
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    body: '{"test": 2432232314}',
    secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    nowMs: 1_614_265_330_000,
  });
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('the schedule, its jitter, and Retry-After', () => {
  const delays = Array.from({ length: 11 }, (_, failed) => nextAttemptAt(failed, { nowMs: 0, random: 0 }));
  const hours = [2, 5, 10, 14, 20, 24].map((each) => each * hourMs);
  expect(delays).toEqual([0, 5_000, 5 * minuteMs, 30 * minuteMs, ...hours, undefined]);
  expect(nextAttemptAt(2, { nowMs: 7, random: 1 })).toBe(7 + 5.5 * minuteMs);
  expect(nextAttemptAt(1, { nowMs: 0, random: 0, retryAfterMs: hourMs })).toBe(hourMs);
  expect(nextAttemptAt(1, { nowMs: 0, random: 0, retryAfterMs: 90 * hourMs })).toBe(24 * hourMs);
});
