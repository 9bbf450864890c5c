import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Api } from '#src/http/route.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { credentials, knownValues } from '../test/apis/known-values.ts';
import type { Stack } from '../test/apis/stack.ts';
import { randomRequests } from '../test/support/random-requests.ts';
import { progress, type Report, runCommand, UsageError } from './shared/command.ts';

const root = join(import.meta.dirname, '..');
const apis: readonly (readonly [Api, 'base_url' | 'dashboard_url'])[] = [
  ['consumer', 'base_url'],
  ['integrations', 'base_url'],
  ['dashboard', 'dashboard_url'],
];
/** Characters shown around a difference. */
const shownCharacters = 160;
/** Requests that are open at once: most of the time goes into starting functions. */
const atOnce = 6;
/** The headers that tell clients something about the content. */
const comparedHeaders = ['content-type', 'content-language', 'vary', 'cache-control', 'location', 'allow'];

interface Side {
  stack: Stack;
  stop(): Promise<void>;
}

await runCommand({
  name: 'bench:answers',
  summary:
    'Sends the same reads to the laptop clouds of two checkouts, with the sample and with synthetic publications, and compares\n' +
    'the answers byte for byte, but for ids of requests, times, the release, and what is made at random at each start.',
  options: {
    rows: { defaultValue: 20_000, describe: 'synthetic publications' },
    requests: { defaultValue: 1_500, describe: 'to each API' },
    seed: { defaultValue: 1, describe: 'of the requests' },
  },
  folders: { against: 'the other checkout, with its node_modules' },
  async run({ rows, requests, seed }, _, { against }): Promise<Report> {
    if (!against || !existsSync(join(against, 'local/cloud.ts'))) throw new UsageError('--against takes a checkout');
    const table: Report['rows'] = [];
    const faults: string[] = [];
    for (const content of ['sample', String(rows)]) {
      const sides: Side[] = [];
      try {
        for (const folder of [root, resolve(against)]) {
          progress(`starting ${folder} with ${content}`);
          sides.push(await start(folder, content));
        }
        for (const [api, address] of apis) {
          progress(`asking the ${api} API`);
          const { statuses, late, different } = await compare(sides, api, address, requests, seed);
          table.push({
            content,
            api,
            requests,
            'answered 200': statuses[200] ?? 0,
            'too late': late,
            different: different.length,
          });
          faults.push(...different);
        }
      } finally {
        for (const { stop } of sides) await stop();
      }
    }
    return { rows: table, facts: { seed }, faults };
  },
});

async function start(folder: string, content: string): Promise<Side> {
  const child = fork(join(import.meta.dirname, 'peers/walk-cloud.ts'), [content], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const stack = await new Promise<Stack>((onReady, onExit) => {
    child.on('message', ({ stack }: { stack?: Stack }) => stack && onReady(stack));
    child.once('exit', (code) => onExit(new Error(`The cloud of ${folder} ended with code ${code}`)));
  });
  return {
    stack,
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

async function compare(
  [one, other]: Side[],
  api: Api,
  address: 'base_url' | 'dashboard_url',
  count: number,
  seed: number,
): Promise<{ statuses: Record<number, number>; late: number; different: string[] }> {
  if (!one || !other) throw new Error('Two sides are compared');
  const wanted = randomRequests(api, await knownValues(one.stack), seed, ['GET']);
  const statuses: Record<number, number> = {};
  const different: string[] = [];
  let late = 0;
  await inParallel(first(wanted, count), atOnce, async ({ url }) => {
    const [ours, theirs] = await Promise.all([answer(one.stack, address, url), answer(other.stack, address, url)]);
    statuses[ours.status] = (statuses[ours.status] ?? 0) + 1;
    // A function that starts on a busy machine may take longer than the gateway waits.
    if (ours.status === 504 || theirs.status === 504) late++;
    else if (ours.text !== theirs.text) different.push(`GET ${url}\n${firstDifference(theirs.text, ours.text)}`);
  });
  return { statuses, late, different };
}

function* first<T>(items: Iterator<T>, count: number): Generator<T> {
  for (let taken = 0; taken < count; taken++) {
    const { done, value } = items.next();
    if (done) return;
    yield value;
  }
}

async function answer(stack: Stack, address: 'base_url' | 'dashboard_url', url: string) {
  const response = await fetch(`${stack[address]}${url}`, { headers: credentials(stack, url), redirect: 'manual' });
  const headers = comparedHeaders.map((name) => `${name}: ${response.headers.get(name)}`);
  const bytes = Buffer.from(await response.arrayBuffer()).toString('latin1');
  return { status: response.status, text: constant([response.status, ...headers, bytes].join('\n'), stack) };
}

/** An answer without what differs between two starts of one version. */
function constant(text: string, stack: Stack): string {
  const addresses = [stack.base_url, stack.dashboard_url, stack.dashboard_alt_url].filter((url) => url !== undefined);
  const moved = addresses.reduce(
    (rest, url) => rest.replaceAll(url, 'ADDRESS').replaceAll(encodeURIComponent(url), 'ADDRESS'),
    text,
  );
  return moved
    .replaceAll(/127\.0\.0\.1(?::|%3A)\d+/g, 'HOST')
    .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?/g, 'TIME')
    .replaceAll(/\b1[6-9]\d{11}\b/g, 'TIME')
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, 'ID')
    .replaceAll(/\b[0-9a-f]{32,64}\b/g, 'HASH')
    .replaceAll(/"(?:exp|expires_at)":\d+/g, '"EXPIRY":0')
    .replaceAll(/(state|nonce|code_challenge)=[\w-]+/g, '$1=RANDOM')
    .replaceAll(/"(key_prefix|last4)":"[^"]*"/g, '"$1":"RANDOM"')
    .replaceAll(/"(?:next_)?cursor":"[^"]*"|cursor=[\w%.~-]+|resumptionToken[^<]*</g, 'CURSOR');
}

/** Where two texts part, with what is around it. */
function firstDifference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const around = (text: string) =>
    JSON.stringify(text.slice(Math.max(0, at - shownCharacters / 2), at + shownCharacters));
  return `  before ${around(one)}\n  now    ${around(other)}`;
}
