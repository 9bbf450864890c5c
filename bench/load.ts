import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Clock } from '../local/clock.ts';
import { type Cloud, startCloud } from '../local/cloud.ts';
import { generator } from '../local/data/synthetic.ts';
import type { KilledCall } from '../local/lambda/functions.ts';
import { sampleDir } from '../local/options.ts';
import { finishIngestion, requestIngestion, scan } from '../test/support/ingestion-drill.ts';
import { syntheticSources } from '../test/support/synthetic-sources.ts';
import { measureBehind } from './load/behind.ts';
import { checkLists, checkTable, checkWrites } from './load/checks.ts';
import { type Scale, shortageOf, type Target } from './load/requests.ts';
import type { Failure, TrafficMessage, TrafficResult } from './load/traffic.ts';
import { progress, runCommand, UsageError } from './shared/command.ts';
import { localEnvironment } from './shared/local-environment.ts';
import { percentile } from './shared/statistics.ts';

/** Longer than a worker needs for its batch. The template's would only prolong the end. */
const visibilityTimeoutSeconds = 120;
const worksPerResearcher = 250;
const roundMs = 3 * 3_600_000;
const minuteMs = 60_000;
const reportEveryMs = 15_000;
/** With more, loading the same lists for all at once would exceed the functions' timeout. */
const requestsPerCore = 3;
/** Limits kills, so that a busy machine does not spend its time on restarts. */
const answersPerKill = 10;
/** Enough to keep every function idle, so that its memory can be compared. */
const mostIdle = 150;
/**
 * When memory is measured, as shares of the duration, from a fifth on: by then every function has its lists. Frequent,
 * because a restarted function has no lists yet, and a function that reloads a list still holds the old one.
 */
const measuredAfter = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
/** The allowed growth of a function's heap in the second half; the lists grow meanwhile. */
const mostGrowth = { share: 0.25, bytes: 8 * 2 ** 20 };

await runCommand({
  name: 'bench:load',
  summary:
    'Loads a laptop cloud with requests of every kind while an ingestion runs, its sources fail and functions are killed, and\n' +
    'checks that nothing is lost, doubled or half done. Exit code 1 if something does not hold.',
  options: {
    publications: { defaultValue: 100_000, describe: 'publications that are there' },
    connections: { defaultValue: 50, describe: 'clients, each with one request at a time' },
    minutes: { defaultValue: 10, describe: 'duration of the load; 0: only how long lists are behind', isAny: true },
    works: { defaultValue: 10_000, describe: 'publications that are ingested' },
    percent: { defaultValue: 5, describe: 'of 100 answers of the sources, how many are failures', isAny: true },
    kills: {
      defaultValue: 60,
      describe: 'running functions that are killed each minute, and at most one in ten answers',
      isAny: true,
    },
    concurrency: {
      defaultValue: 0,
      describe: 'functions that may run at once: 10 in a new account; 0: any number',
      isAny: true,
    },
    changes: {
      defaultValue: 10_000,
      describe: 'rows of publications that are written at once before, to measure how long lists are behind',
      isAny: true,
    },
    seed: { defaultValue: 1, describe: 'which requests, failures and kills these are' },
  },
  choices: { lists: { values: ['memory', 'postgres'], describe: 'where the lists of publications and works are' } },
  async run({ publications, connections, minutes, works, percent, kills, concurrency, changes, seed }, _, chosen) {
    const lists = chosen.lists === 'postgres' ? 'postgres' : 'memory';
    const researchers = Math.ceil(works / worksPerResearcher);
    const sources = syntheticSources({ publications: works, researchers, faultShare: percent / 100, seed });
    const ingestedDois = [...sources.publications.keys()];
    const shortage = shortageOf({ publications, connections, ingestedDois });
    if (shortage) throw new UsageError(shortage);
    const clock = new Clock();
    progress(`starting a laptop cloud with ${publications} publications`);
    const cloud = await startCloud({
      sourcesDir: sampleDir,
      intercept: sources.intercept,
      clock,
      visibilityTimeoutSeconds,
      tableRolesUnchecked: true,
      mostIdle,
      dataDir: undefined,
      port: 0,
      lists,
      seed: { kind: 'synthetic', count: publications },
      verbose: false,
      faults: [],
      ...(concurrency > 0 ? { concurrency } : { mostRequests: requestsPerCore * availableParallelism() }),
    });
    try {
      Object.assign(process.env, localEnvironment(cloud));
      // On AWS, too, lists load from a scheduled snapshot.
      await cloud.runSchedule('CompactLists');
      const target = targetOf(cloud);
      const behind = await measureBehind(cloud, target, Math.min(changes, publications), progress);
      if (minutes === 0) return { rows: [], facts: { ...behind.facts, lists }, faults: behind.faults };
      const scale = { target, publications, ingestedDois, connections, seed };
      progress(`${connections} connections for ${minutes} minutes, while ${works} works are ingested`);
      const [{ traffic, killed, memory, errors, seconds }] = await Promise.all([
        load(cloud, scale, { ms: minutes * minuteMs, kills }),
        requestIngestion(cloud, sources.orcids),
      ]);
      const failures = sortFailures(traffic.failures, killed, concurrency > 0);
      const faults = memoryFaults(memory);
      const unexplained = failures.unexplained.map(
        ({ kind, reason, requestId = '' }) =>
          `${kind}: ${reason}, but the call was not killed (request ${requestId}: ${errors.get(requestId) ?? 'no log'})`,
      );
      progress('waiting for the ingestion');
      // A failure here must not hide the other results.
      const drill = await finishIngestion(cloud, sources, { clock, roundMs, progress }).catch((error: Error) => {
        progress(`the ingestion is not as it should be: ${error.message}`);
        faults.push(`The ingestion: ${error.stack}`);
        return undefined;
      });
      progress(`reading back ${traffic.ledger.length} writes`);
      faults.push(...(await checkWrites(target, traffic.ledger)));
      progress('comparing lists, changes and table');
      const items = await scan(cloud);
      const checked = await checkLists(target, traffic.copies, items);
      faults.push(
        ...behind.faults,
        ...checkTable(items, traffic.ledger),
        ...checked.faults,
        ...new Set(cloud.refusals),
      );
      const answers = [...traffic.seen.values()].reduce((sum, { times }) => sum + times.length, 0);
      const acknowledged = traffic.ledger.filter(({ isAcknowledged }) => isAcknowledged).length;
      return {
        rows: [...traffic.seen]
          .sort(([, one], [, other]) => other.times.length - one.times.length)
          .map(([kind, { times, statuses }]) => ({
            kind,
            requests: times.length,
            'p50 ms': times.length > 0 ? percentile(times, 0.5) : null,
            'p99 ms': times.length > 0 ? percentile(times, 0.99) : null,
            answers: countsText(statuses),
          })),
        summary: memoryRows(memory),
        facts: {
          'requests a second': answers / seconds,
          'killed calls': killed.length,
          'of them, requests that got an error': failures.ofKilled,
          'functions killed': countsText(countBy(killed, ({ functionName }) => shortName(functionName))),
          'asked to wait because too many functions ran': failures.busy,
          'writes acknowledged, read back': acknowledged,
          'writes without an acknowledgement, read back': traffic.ledger.length - acknowledged,
          'failures of the sources': Object.values(sources.faults).reduce((sum, count) => sum + count, 0),
          'works ingested': drill?.checked.publications ?? null,
          'rounds until every job was complete': drill?.rounds.length ?? null,
          'publications listed at the end': checked.listed,
          ...behind.facts,
        },
        // Most important first: a machine that is too busy produces many errors.
        faults: [...faults, ...unexplained],
      };
    } finally {
      await cloud.stop();
    }
  },
});

type Half = 'first half' | 'second half';

interface Loaded {
  traffic: TrafficResult;
  killed: KilledCall[];
  /** The largest heap of each function in each half, after the first two minutes of ten. */
  memory: Record<Half, Map<string, number>>;
  /** Logged errors, by request id. */
  errors: Map<string, string>;
  seconds: number;
}

/** Runs the clients for a time while functions are killed, and measures memory. */
async function load(cloud: Cloud, scale: Scale, { ms, kills }: { ms: number; kills: number }): Promise<Loaded> {
  const random = generator(scale.seed);
  const killed: KilledCall[] = [];
  const memory: Loaded['memory'] = { 'first half': new Map(), 'second half': new Map() };
  const errors: Loaded['errors'] = new Map();
  const startedAtMs = performance.now();
  const traffic = startTraffic(scale);
  const kill = () => {
    if (traffic.requests() < answersPerKill * (killed.length + 1)) return;
    const call = cloud.killRunning((count) => Math.floor(random() * count));
    if (call) killed.push(call);
  };
  const killing = kills > 0 ? setInterval(kill, minuteMs / kills) : undefined;
  // The cloud only keeps the latest lines.
  const collectErrors = () => {
    for (const { level, requestId, message, errorMessage, cause } of cloud.logs) {
      if (level === 'error' && requestId)
        errors.set(String(requestId), JSON.stringify({ message, errorMessage, cause }));
    }
  };
  const reporting = setInterval(() => {
    collectErrors();
    const waiting = cloud.queues.names().reduce((sum, name) => sum + cloud.queues.byName(name).backlog().visible, 0);
    progress(`${traffic.requests()} answers, ${killed.length} calls killed, ${waiting} messages waiting`);
  }, reportEveryMs);
  try {
    for (const share of measuredAfter) {
      await Promise.race([traffic.result, setTimeout(Math.max(0, share * ms - (performance.now() - startedAtMs)))]);
      const largest = memory[share <= 0.5 ? 'first half' : 'second half'];
      for (const [name, bytes] of await cloud.memory()) largest.set(name, Math.max(bytes, largest.get(name) ?? 0));
    }
  } finally {
    clearInterval(killing);
    clearInterval(reporting);
  }
  const seconds = (performance.now() - startedAtMs) / 1000;
  const result = await traffic.stop();
  collectErrors();
  return { traffic: result, killed, memory, errors, seconds };
}

/** Starts the clients in a separate thread, so that they measure only their own waiting. */
function startTraffic(scale: Scale) {
  let requests = 0;
  const worker = new Worker(new URL('load/traffic.ts', import.meta.url), { workerData: scale });
  // The clients never stop by themselves and would keep a failed command running.
  worker.unref();
  const result = new Promise<TrafficResult>((resolve, reject) => {
    worker.once('error', reject);
    worker.on('message', (message: TrafficMessage) => {
      if (message.kind === 'result') resolve(message);
      else requests = message.requests;
    });
  });
  return {
    result,
    requests: () => requests,
    stop: () => {
      worker.postMessage('stop');
      return result;
    },
  };
}

/** Separates failures of killed calls and requests to wait from unexplained ones. */
function sortFailures(failures: readonly Failure[], killed: readonly KilledCall[], isLimited: boolean) {
  const ids = new Set(killed.map(({ requestId }) => requestId));
  const [ofKilled, unrelated] = partition(failures, ({ requestId }) => requestId !== undefined && ids.has(requestId));
  const [busy, unexplained] = partition(unrelated, ({ reason }) => isLimited && reason === 'busy');
  return {
    ofKilled: ofKilled.length,
    busy: busy.length,
    unexplained,
  };
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

function memoryRows(memory: Loaded['memory']) {
  const halves = Object.entries(memory);
  const names = [...new Set(halves.flatMap(([, heaps]) => [...heaps.keys()]))].sort();
  return names.map((name) => ({
    function: shortName(name),
    ...Object.fromEntries(
      halves.map(([half, heaps]) => [`MB at most, ${half}`, (heaps.get(name) ?? Number.NaN) / 2 ** 20 || null]),
    ),
  }));
}

function memoryFaults({ 'first half': first, 'second half': second }: Loaded['memory']): string[] {
  return [...second].flatMap(([name, bytes]) => {
    const before = first.get(name) ?? 0;
    if (before === 0 || bytes <= before * (1 + mostGrowth.share) + mostGrowth.bytes) return [];
    const [from, to] = [before, bytes].map((size) => (size / 2 ** 20).toFixed(1));
    return [`${shortName(name)} has grown from ${from} to ${to} MB`];
  });
}

function targetOf({ baseUrl, dashboardUrl, stack }: Cloud): Target {
  const { api_keys, installation_key: installationKey, dashboard_tokens } = stack;
  return {
    baseUrl,
    dashboardUrl,
    apiKey: api_keys.full,
    installationKey,
    memberToken: dashboard_tokens.workspace_member,
  };
}

function countBy<T>(all: readonly T[], nameOf: (one: T) => string): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(all, nameOf)].map(([name, items]) => [name, items.length]));
}

/** The name without the part common to all functions. */
function shortName(functionName: string): string {
  return functionName.replace(/^registry-local-/, '').replace(/(Worker)?Function[0-9A-F]{8}$/, '');
}

function countsText(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ');
}
