import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type FileEvent, readBibliography } from '#src/formats/reading/read-file.ts';
import * as addRows from '../../lambdas/dashboard/intake-rows/create.ts';
import * as decide from '../../lambdas/dashboard/intake-rows/decide.ts';
import * as listRows from '../../lambdas/dashboard/intake-rows/list.ts';
import * as apply from '../../lambdas/dashboard/intakes/apply.ts';
import * as check from '../../lambdas/dashboard/intakes/check.ts';
import * as create from '../../lambdas/dashboard/intakes/create.ts';
import * as get from '../../lambdas/dashboard/intakes/get.ts';
import { takeIntoRegistry } from '../../scripts/intake/take-in.ts';
import { begin } from '../bulk-edits/bulk-edits-fixture.ts';
import { member } from '../routes/dashboard/intakes/intake-requests.ts';
import { call } from '../support/event.ts';
import { captureLog } from '../support/log.ts';
import { startQueues, type TestQueues } from '../support/queues.ts';
import { runJob } from './intake-fixture.ts';
import { lists, storePublication } from './registry-fixture.ts';

captureLog();
let queues: TestQueues;
let server: Server;
const tokens: (string | undefined)[] = [];

const routes = [create, get, check, apply, addRows, listRows, decide];
const patternOf = (path: string) => new RegExp(`^${path.replaceAll('{id}', '[^/]+')}$`);

beforeAll(async () => {
  queues = await startQueues();
  await begin();
  await storePublication('10.5555/known', { title: 'A known one' });
  server = createServer(async (request, response) => {
    tokens.push(request.headers.authorization);
    const { url = '', method } = request;
    const [path = ''] = url.split('?');
    const found = routes.find(({ route }) => route.method === method && patternOf(route.path).test(path));
    const sent = await text(request);
    if (!found) throw new Error(`${method} ${path}`);
    const body = sent === '' ? undefined : JSON.parse(sent);
    const answer = await call(found, { url, authorizer: member(), ...(body !== undefined && { body }) });
    if (/\/(?:check|apply)$/.test(path)) await runJob(path.split('/')[3] ?? '');
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  }).listen(0);
});
afterAll(async () => {
  server.close();
  await queues.stop();
});

const bibliography = `
@techreport{a, title = {A report of kilns}, author = {Lovelace, Ada}, year = 2001, institution = {Society}}
@article{b, title = {It is known}, author = {Lovelace, Ada}, year = 2002, doi = {10.5555/known}, journal = {J}}
@techreport{c, title = {Another {open report}, author = {Lovelace, Ada}, year = 2003}
`;

test('the command takes a file in, leaves faulty entries, and says so', async () => {
  const events: FileEvent[] = [...readBibliography(new TextEncoder().encode(bibliography))];
  const entries = events.flatMap((event) => (event.kind === 'entry' ? [event.entry] : []));
  const api = { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'secret' };
  const printed: string[] = [];
  const spies = [
    jest.spyOn(console, 'log').mockImplementation((line) => void printed.push(String(line))),
    jest.spyOn(console, 'error').mockImplementation(() => {}),
  ];
  const options = { asJson: true, duplicates: undefined, group_id: null, link_names: false };
  const file = { name: 'old.bib', report: undefined, entries };
  const dry = await takeIntoRegistry(api, file, { ...options, isDry: true });
  const code = await takeIntoRegistry(api, file, { ...options, isDry: false });
  for (const spy of spies) spy.mockRestore();
  expect([dry, code]).toEqual([1, 1]);
  const [first, second] = printed.map((line) => JSON.parse(line));
  expect(first).toMatchObject({ state: 'checked', counts: { new_work: 1, known: 1, faulty: 1 }, undecided: 1 });
  expect(second).toMatchObject({
    state: 'applied',
    outcomes: { created: 1, unchanged: 1, waiting: 1 },
    faulty: [{ line: 4, key: 'c', faults: [{ code: 'open-brace' }] }],
    address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/intakes\//),
  });
  expect((await lists()).works).toMatchObject([{ title: 'A report of kilns' }]);
  expect(new Set(tokens)).toEqual(new Set(['Bearer secret']));
});
