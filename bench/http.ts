import { deepStrictEqual } from 'node:assert';
import { Agent, get } from 'node:http';
import { publicationSorts } from '#src/lists/publications.ts';
import { type Service, startService } from './peers/process.ts';
import { progress, runCommand } from './shared/command.ts';
import { type ListQuery, type QueryKind, queryMix } from './shared/mix.ts';
import { geometricMean, percentile, timed } from './shared/statistics.ts';

const connectionCounts = [1, 16];
const warmUpMs = 2_000;
const publicSorts: readonly string[] = publicationSorts;

await runCommand({
  name: 'bench:http',
  summary:
    'Measures the list of publications over HTTP, on the laptop cloud and, if PGURL is set, on a small\n' +
    'service with Fastify and PostgreSQL. Exit code 1 if their answers differ.',
  options: {
    rows: { defaultValue: 100_000, describe: 'synthetic publications' },
    seconds: { defaultValue: 4, describe: 'for each query, service and number of connections' },
    requests: { defaultValue: 2_000, describe: 'maximum in that time' },
  },
  async run({ rows, seconds, requests }) {
    // The public list cannot be sorted by title.
    const kinds = queryMix(rows).filter((kind) => publicSorts.includes(kind.queryOf(0).sort));
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
          const [ours, theirs] = await measureInTurns(services, kind, connections, seconds * 1000, requests);
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
  /** Requests without a successful response. */
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

/** Alternates between the services in two rounds, so that other load on the machine affects both. */
async function measureInTurns(services: Service[], kind: QueryKind, connections: number, ms: number, requests: number) {
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

/** Sends queries over this many connections, one at a time on each, up to the given time or number of requests. */
async function load(
  service: Service,
  kinds: QueryKind[],
  connections: number,
  ms: number,
  requests: number,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let failures = 0;
  let asked = 0;
  const startedAtMs = performance.now();
  const lane = async () => {
    while (asked < requests && performance.now() - startedAtMs < ms) {
      const n = asked++;
      const query = kinds[n % kinds.length]?.queryOf(n) as ListQuery; // There is at least one kind.
      try {
        times.push((await timed(() => answer(service, query, agent))).ms);
      } catch {
        failures++;
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  agent.destroy();
  return { perSecond: (1000 * times.length) / (performance.now() - startedAtMs), times, failures };
}

/** Throws if the services answer a kind of query differently. Ignores members that only the laptop cloud has. */
async function compareAnswers(services: Service[], kinds: QueryKind[]): Promise<void> {
  progress('comparing answers');
  for (const kind of kinds) {
    const query = kind.queryOf(3);
    const [ours, theirs] = await Promise.all(services.map((service) => answer(service, query)));
    if (theirs) deepStrictEqual(pick(ours, theirs), theirs, `The answers to ${JSON.stringify(query)} differ`);
  }
}

function pick(from: Body | undefined, like: Body): Body {
  return Object.fromEntries(Object.keys(like).map((name) => [name, from?.[name]]));
}

type Body = Record<string, unknown>;

function answer({ url }: Service, query: ListQuery, agent?: Agent): Promise<Body> {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== '');
  const search = new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)])));
  return new Promise((resolve, reject) => {
    get(`${url}/v1/publications?${search}`, agent ? { agent } : {}, (response) => {
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
