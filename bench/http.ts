import { deepStrictEqual } from 'node:assert';
import { Agent, get } from 'node:http';
import { publicationSorts } from '../src/lists/publications.ts';
import { type Service, startService } from './peers/process.ts';
import { progress, runCommand } from './shared/command.ts';
import { type Kind, type Question, queryMix } from './shared/mix.ts';
import { geometricMean, percentile, timed } from './shared/statistics.ts';

const connectionCounts = [1, 16];
const warmUpMs = 2_000;
const publicSorts: readonly string[] = publicationSorts;

await runCommand({
  name: 'bench:http',
  summary:
    'Asks the list of publications over HTTP: of the laptop cloud, and with PGURL of a small service\n' +
    'on Fastify and PostgreSQL. Ends with 1 when the two differ in any answer.',
  options: {
    rows: { fallback: 100_000, describe: 'invented publications' },
    seconds: { fallback: 4, describe: 'for each query, service and number of connections' },
    requests: { fallback: 2_000, describe: 'at most so many in that time' },
  },
  async run({ rows, seconds, requests }) {
    // Curators alone may sort by title: the public list has no such order.
    const kinds = queryMix(rows).filter((kind) => publicSorts.includes(kind.ask(0).sort));
    const services: Service[] = [];
    try {
      progress(`starting the laptop cloud with ${rows} publications`);
      services.push(await startService('cloud.ts', [String(rows)]));
      if (process.env.PGURL) {
        progress('starting Fastify on PostgreSQL');
        services.push(await startService('service.ts', [String(rows), String(Math.max(...connectionCounts))]));
      } else progress('PGURL is not set: our side alone');
      await compareAnswers(services, kinds);
      const table = [];
      for (const connections of connectionCounts) {
        for (const service of services) await load(service, kinds, connections, warmUpMs, Number.POSITIVE_INFINITY);
        for (const kind of kinds) {
          progress(`${kind.name}, ${connections} at once`);
          const [ours, theirs] = await inTurns(services, kind, connections, seconds * 1000, requests);
          if (ours) table.push({ query: kind.name, connections, ...columns(ours, theirs) });
        }
      }
      const ratios = table.flatMap(({ ratio }) => (ratio === undefined ? [] : [ratio]));
      return {
        rows: table,
        facts: {
          publications: rows,
          ...(ratios.length > 0 && { 'requests a second, ours / peer, geometric mean': geometricMean(ratios) }),
        },
      };
    } finally {
      await Promise.all(services.map((service) => service.stop()));
    }
  },
});

interface Load {
  perSecond: number;
  times: number[];
  /** Answers that were none. */
  failures: number;
}

function columns(ours: Load, theirs: Load | undefined) {
  const at = ({ times }: Load, share: number) => percentile(times, share);
  return {
    'req/s': ours.perSecond,
    'p50 ms': at(ours, 0.5),
    'p99 ms': at(ours, 0.99),
    failed: ours.failures + (theirs?.failures ?? 0),
    ...(theirs && {
      'peer req/s': theirs.perSecond,
      'peer p50': at(theirs, 0.5),
      'peer p99': at(theirs, 0.99),
      ratio: ours.perSecond / theirs.perSecond,
    }),
  };
}

/** Both services in turns, in two rounds each, so that whatever else the machine does meets both. */
async function inTurns(services: Service[], kind: Kind, connections: number, ms: number, requests: number) {
  const rounds = 2;
  const loads: Load[][] = services.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, service] of services.entries()) {
      loads[index]?.push(await load(service, [kind], connections, ms / rounds, requests / rounds));
    }
  }
  return loads.map((each) => ({
    perSecond: each.reduce((sum, { perSecond }) => sum + perSecond, 0) / each.length,
    times: each.flatMap(({ times }) => times),
    failures: each.reduce((sum, { failures }) => sum + failures, 0),
  }));
}

/** Asks over so many connections, one question after the other on each, until the time or the number is up. */
async function load(service: Service, kinds: Kind[], connections: number, ms: number, requests: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let failures = 0;
  let asked = 0;
  const startedAtMs = performance.now();
  const lane = async () => {
    while (asked < requests && performance.now() - startedAtMs < ms) {
      const n = asked++;
      const question = kinds[n % kinds.length]?.ask(n) as Question; // there is at least one kind
      try {
        times.push((await timed(() => answer(service, question, agent))).ms);
      } catch {
        failures++;
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  agent.destroy();
  return { perSecond: (1000 * times.length) / (performance.now() - startedAtMs), times, failures };
}

/** Every service answers every kind of question the same, but for links that only one of them has. */
async function compareAnswers(services: Service[], kinds: Kind[]): Promise<void> {
  progress('comparing answers');
  for (const kind of kinds) {
    const question = kind.ask(3);
    const [ours, theirs] = await Promise.all(services.map((service) => answer(service, question)));
    if (theirs) deepStrictEqual(pick(ours, theirs), theirs, `The answers to ${JSON.stringify(question)} differ`);
  }
}

function pick(from: Body | undefined, like: Body): Body {
  return Object.fromEntries(Object.keys(like).map((name) => [name, from?.[name]]));
}

type Body = Record<string, unknown>;

function answer({ url }: Service, question: Question, agent?: Agent): Promise<Body> {
  const given = Object.entries(question).filter(([, value]) => value !== null && value !== '');
  const query = new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)])));
  return new Promise((resolve, reject) => {
    get(`${url}/v1/publications?${query}`, agent ? { agent } : {}, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        if (response.statusCode === 200) resolve(JSON.parse(text));
        else reject(new Error(`${url} answered ${response.statusCode}: ${text.slice(0, 300)}`));
      });
    }).once('error', reject);
  });
}
