import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { lateCommitMs } from '#src/lists/load/shards.ts';
import { type Cloud, startCloud } from '../local/cloud.ts';
import type { Invocation } from '../local/lambda/functions.ts';
import { sampleDir } from '../local/options.ts';
import { compareBundles } from './cold/bundles.ts';
import { type FirstAnswer, firstAnswer } from './cold/first-answers.ts';
import { gbSecondDollars, type ProcessorShare, processorShare, wholeProcessorMb } from './cold/processor-share.ts';
import { type ColdRequest, coldRequests } from './cold/requests.ts';
import { measureWalk } from './cold/walk.ts';
import { progress, type Report, runCommand, UsageError } from './shared/command.ts';
import { median, percentile } from './shared/statistics.ts';

/** Lambda gives shares of a processor by memory. */
const sizes = [
  { memoryMb: 512, share: 0.29 },
  { memoryMb: 1_024, share: 0.58 },
  { memoryMb: wholeProcessorMb, share: 1 },
];
/** The route whose first answer is accounted for, millisecond by millisecond. */
const accountedRoute = 'consumer publications.list';
/** As in bench:load: each waits its turn, so that those that run have a processor, as they would on Lambda. */
const requestsPerCore = 3;

await runCommand({
  name: 'bench:cold',
  summary:
    'Measures the first answer of a new process for every route that reads a list, with the shares of a processor that Lambda\n' +
    'gives, and what the time is spent on; then many requests at once while no function runs. With --runs, also how long the\n' +
    'bundle of every route takes to load, compared with others of the same code. Exit code 1 if an answer is not a success.\n' +
    'With --walk, instead: what a curator waits for who opens the pages of a morning while no function runs.',
  options: {
    rows: { defaultValue: 100_000, describe: 'synthetic publications; 0 measures only bundles', isAny: true },
    processes: { defaultValue: 3, describe: 'new processes for each route and share' },
    concurrency: { defaultValue: 200, describe: 'requests at once while no function runs; 0 for none', isAny: true },
    runs: {
      defaultValue: 0,
      describe: 'new processes for each bundle that is compared (15 takes half an hour)',
      isAny: true,
    },
  },
  flags: { walk: 'measure the walk through the dashboard' },
  folders: { against: 'with --walk: another checkout, measured in turns with this one' },
  async run({ rows, processes, concurrency, runs }, _, { walk, against }) {
    if (against && !walk) throw new UsageError('--against needs --walk');
    if (walk) return measureWalk({ rows, processes, against });
    const answers: Report = rows > 0 ? await measureAnswers({ rows, processes, concurrency }) : { rows: [], facts: {} };
    if (runs === 0) return answers;
    const bundles = await compareBundles(runs);
    return { ...answers, ...bundles, targets: answers.rows, facts: { ...answers.facts, 'runs of each bundle': runs } };
  },
});

interface Scale {
  rows: number;
  processes: number;
  concurrency: number;
}

async function measureAnswers({ rows, processes, concurrency }: Scale): Promise<Report> {
  progress(`starting a laptop cloud with ${rows} publications`);
  let last: Invocation | undefined;
  const authorizers = new Map<string, Invocation>();
  const cloud = await startCloud({
    sourcesDir: sampleDir,
    dataDir: undefined,
    port: 0,
    seed: { kind: 'synthetic', count: rows },
    verbose: false,
    faults: [],
    tableRolesUnchecked: true,
    mostRequests: requestsPerCore * availableParallelism(),
    invoked: (invocation) => {
      const event = invocation.event as { httpMethod?: string; methodArn?: string };
      if (event.methodArn !== undefined) authorizers.set(invocation.environment.functionName, invocation);
      else if (event.httpMethod !== undefined) last = invocation;
    },
  });
  try {
    // Rows written a moment ago are read from the table once more, which is rare in a quiet registry.
    await setTimeout(lateCommitMs);
    await cloud.runSchedule('CompactLists');
    const { requests, left } = await coldRequests(cloud);
    const limits = sizes.map(({ share }) => ({ share, limit: processorShare(share) }));
    const faults: string[] = [];
    const table: Report['rows'] = [];
    let account: Report['rows'] = [];
    for (const request of requests) {
      progress(request.name);
      const { status } = await send(request);
      if (status >= 400 || !last) {
        faults.push(`${request.name} answers ${status}`);
        continue;
      }
      const invocation = last;
      const first = await measureRoute(invocation, processes, limits);
      faults.push(
        ...first.all.filter((each) => each.status !== status).map((each) => `${request.name}: ${each.status}`),
      );
      table.push({ route: request.name, ...first.row });
      if (request.name === accountedRoute) account = accountOf(first.whole);
    }
    for (const [name, invocation] of authorizers) {
      progress(name);
      table.push({ route: name, ...(await measureRoute(invocation, processes, limits)).row });
    }
    for (const { limit } of limits) await limit?.release();
    const herd = concurrency > 0 ? await sendAtOnce(cloud, requests, concurrency) : { facts: {}, faults: [] };
    return {
      rows: table,
      targets: account,
      facts: {
        publications: rows,
        'new processes for each route and share': processes,
        'shares of a processor by': limits[0]?.limit?.by ?? 'not limited: this needs a control group',
        ...costsOf(table),
        'routes left out, of which a synthetic registry has nothing': left.join(', '),
        ...herd.facts,
      },
      faults: [...faults, ...herd.faults],
    };
  } finally {
    await cloud.stop();
  }
}

async function measureRoute(
  invocation: Invocation,
  processes: number,
  limits: { share: number; limit: ProcessorShare | undefined }[],
) {
  const unlimited: FirstAnswer[] = [];
  const limited = new Map<number, FirstAnswer[]>();
  for (let n = 0; n < processes; n++) {
    unlimited.push(await firstAnswer(invocation));
    for (const { share, limit } of limits)
      if (limit) limited.set(share, [...(limited.get(share) ?? []), await firstAnswer(invocation, limit)]);
  }
  const of = (answers: FirstAnswer[], value: (answer: FirstAnswer) => number) => median(answers.map(value));
  const row = {
    'load ms': of(unlimited, ({ loadMs }) => loadMs),
    'load CPU': of(unlimited, ({ loadProcessorMs }) => loadProcessorMs),
    'answer ms': of(unlimited, ({ answerMs }) => answerMs),
    'answer CPU': of(unlimited, ({ answerProcessorMs }) => answerProcessorMs),
    'whole ms': of(unlimited, ({ loadMs, answerMs }) => loadMs + answerMs),
    ...Object.fromEntries(
      [...limited].map(([share, answers]) => [
        `ms at ${share}`,
        of(answers, ({ loadMs, answerMs }) => loadMs + answerMs),
      ]),
    ),
    'memory MB': of(unlimited, ({ memoryMb }) => memoryMb),
  };
  const byTime = [...unlimited].sort((one, other) => one.loadMs + one.answerMs - other.loadMs - other.answerMs);
  return { row, whole: byTime[Math.floor(byTime.length / 2)], all: [...unlimited, ...limited.values()].flat() };
}

/** The cost of a thousand cold starts of these functions, with loading, which Lambda bills too since August 2025. */
function costsOf(table: Report['rows']): Report['facts'] {
  return Object.fromEntries(
    sizes.flatMap(({ memoryMb, share }) => {
      const times = table.flatMap((row) => Number(row[`ms at ${share}`] ?? []) || []);
      if (times.length === 0) return [];
      const meanSeconds = times.reduce((sum, ms) => sum + ms / 1000, 0) / times.length;
      return [
        [`load and first answer at ${memoryMb} MB, mean of the routes, ms`, 1000 * meanSeconds],
        [`1,000 of them at ${memoryMb} MB, dollars`, 1000 * meanSeconds * (memoryMb / 1024) * gbSecondDollars],
      ];
    }),
  );
}

/** The steps of a first answer with their times, in the order in which they begin. */
function accountOf(answer: FirstAnswer | undefined): Report['rows'] {
  if (!answer) return [];
  const { loadMs, beganMs, answerMs, spans } = answer;
  const steps = [
    { what: 'the bundle is loaded', fromMs: 0, toMs: loadMs },
    { what: 'the request is answered', fromMs: beganMs, toMs: beganMs + answerMs },
    ...spans,
  ];
  return steps
    .sort((one, other) => one.fromMs - other.fromMs)
    .map(({ what, fromMs, toMs }) => ({ [accountedRoute]: what, 'from ms': fromMs, 'to ms': toMs }));
}

/** Sends requests to all routes at once after every function has ended. */
async function sendAtOnce(cloud: Cloud, requests: ColdRequest[], concurrency: number) {
  progress(`${concurrency} requests at once while no function runs`);
  for (const name of cloud.functionNames()) await cloud.killFunction(name);
  const startedAtMs = performance.now();
  const answers = await Promise.all(
    Array.from({ length: concurrency }, async (_, n) => {
      const request = requests[n % requests.length] as ColdRequest;
      return { name: request.name, ...(await send(request)), ms: performance.now() - startedAtMs };
    }),
  );
  const failed = answers.filter(({ status }) => status >= 400);
  return {
    facts: {
      'requests at once while no function ran': concurrency,
      'of them answered': concurrency - failed.length,
      'p50 of their answers, ms': median(answers.map(({ ms }) => ms)),
      'slowest of them, ms': percentile(
        answers.map(({ ms }) => ms),
        1,
      ),
    },
    faults: failed.map(({ name, status }) => `${name} answers ${status} among ${concurrency} at once`),
  };
}

async function send({ url, headers }: ColdRequest): Promise<{ status: number }> {
  const response = await fetch(url, { headers, redirect: 'error' });
  await response.arrayBuffer();
  return { status: response.status };
}
