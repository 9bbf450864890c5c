import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { runCanary } from '#src/operations/canary/canary.ts';
import { job } from '../../lambdas/background/canary.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { startQueues, type TestQueues } from '../support/queues.ts';
import { withGrants } from '../support/roles.ts';
import { allItems } from '../support/table.ts';

const lines = captureLog();
const doi = '10.5555/a(b)/c?d';

/** The public address, and Secrets Manager. Secrets are cached for minutes, so each run has its own. */
let server: Server;
let queues: TestQueues;
let asked: string[];
let tokens: string[];
/** The responses of the public address in order; the last one repeats. */
let answers: { list: [number, string][]; doi: [number, string][] };
let isSecretThere: boolean;
let runs = 0;

const list = (dois: string[]): [number, string] => [
  200,
  JSON.stringify({ publications: dois.map((one) => ({ doi: one })), total: dois.length }),
];
const record = (of: string): [number, string] => [200, JSON.stringify({ doi: of })];

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.headers['x-amz-target']) {
      const body = isSecretThere ? { SecretString: 'pepper' } : { __type: 'ResourceNotFoundException' };
      response.writeHead(isSecretThere ? 200 : 400).end(JSON.stringify(body));
      return;
    }
    const { pathname, search, searchParams } = new URL(String(request.url), 'http://localhost');
    tokens.push(String(searchParams.get('canary')));
    asked.push(pathname + search.replace(/[?&]canary=[^&]*$/, ''));
    const left = answers[request.url?.startsWith('/v1/doi/') ? 'doi' : 'list'];
    const [status, body] = (left.length > 1 ? left.shift() : left[0]) as [number, string];
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  queues = await startQueues();
  await freshTable();
});
afterAll(async () => {
  server.close();
  await queues.stop();
});

beforeEach(() => {
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  asked = [];
  tokens = [];
  answers = { list: [list([doi])], doi: [record(doi)] };
  isSecretThere = true;
  Object.assign(process.env, {
    PUBLIC_BASE_URL: address,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: address,
    API_KEY_PEPPER_SECRET_ARN: `arn:aws:secretsmanager:us-east-1:000000000000:secret:pepper-${runs++}`,
    LIST_STALENESS_MS: '0',
    LIST_EVERY_VERSION: 'false',
  });
});

const run = () => withGrants(job.grants, () => runCanary(0));
const recorded = () => lines.find(({ message }) => message === 'canary');

test('it asks for the list and the first publication in it, records that nothing failed, and writes nothing', async () => {
  const before = await allItems();
  await run();
  expect(asked).toEqual(['/v1/publications?per_page=1', '/v1/doi/10.5555/a(b)/c%3Fd']);
  expect(recorded()).toMatchObject({ CanaryFailures: 0, table: process.env.TABLE_NAME, failed: [] });
  expect(await allItems()).toEqual(before);
});

test('an empty registry has no publication to ask for', async () => {
  answers.list = [list([])];
  await run();
  expect(asked).toEqual(['/v1/publications?per_page=1']);
});

test('no edge can have an answer already: each question is one that nobody asked before', async () => {
  await run();
  await run();
  expect(new Set(tokens).size).toBe(4);
  expect(tokens).not.toContain('null');
});

test('one lost answer is asked for again', async () => {
  answers = { list: [[503, ''], list([doi])], doi: [[200, 'not JSON'], record(doi)] };
  await run();
  expect(asked).toHaveLength(4);
});

test.each<[string, Partial<typeof answers>, RegExp]>([
  ['an outage', { list: [[503, '']] }, /publications\?per_page=1: the status is 503$/],
  ['a page of somebody else', { list: [[200, '{"hello": 1}']] }, /the answer is not of its shape/],
  ['a redirect', { list: [[302, '']] }, /publications\?per_page=1: /],
  ['a publication that is listed but not there', { doi: [[404, '{}']] }, /c%3Fd: the status is 404$/],
  ['another publication', { doi: [record('10.5555/other')] }, /answered the publication 10\.5555\/other$/],
])('%s fails the run, and the metric counts it', async (_, given, reason) => {
  Object.assign(answers, given);
  await expect(run()).rejects.toThrow('The canary failed: public');
  expect(recorded()).toMatchObject({ CanaryFailures: 1, failed: ['public'] });
  expect(lines).toContainEqual(
    expect.objectContaining({
      message: 'Canary check failed',
      check: 'public',
      error: expect.objectContaining({ message: expect.stringMatching(reason) }),
    }),
  );
});

test('each part of the deep check fails by itself, and all are told', async () => {
  isSecretThere = false;
  process.env.WORKS_QUEUE_URL = `${process.env.WORKS_QUEUE_URL}-gone`;
  const table = process.env.TABLE_NAME;
  process.env.TABLE_NAME = 'no-such-table';
  try {
    await expect(run()).rejects.toThrow('The canary failed: list, secret, queues');
  } finally {
    process.env.TABLE_NAME = table;
  }
  expect(recorded()).toMatchObject({ CanaryFailures: 3 });
});
