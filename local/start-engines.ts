import type { Assembly } from './cloudformation/assembly.ts';
import { prefill } from './data/prefill.ts';
import { type DynamoDb, launchDynamoDb } from './engines/dynamodb.ts';
import type { PostgresServer } from './engines/postgres.ts';
import { type Queues, startQueues } from './engines/queues.ts';
import { type Access, ownerEnvironment } from './iam/access.ts';
import type { Options } from './options.ts';
import type { MeterOptions } from './sources/meter.ts';
import { type Replay, type ReplayOptions, startReplay } from './sources/replay.ts';

interface EngineOptions extends Pick<Options, 'sourcesDir' | 'seed' | 'lists' | 'metered'> {
  meter?: MeterOptions;
  intercept?: ReplayOptions['intercept'];
  /** The address of a running table engine. */
  dynamodbEndpoint?: string | undefined;
  report?: (step: string) => void;
  print?: (line: string) => void;
}

const postgresLost = 'PostgreSQL has ended. Lists of publications and works answer 503 until the next start.';

interface EngineContext {
  folder: string;
  /** The path of a file that is kept between starts; undefined if nothing is kept. */
  kept: (name: string) => string | undefined;
  /** The functions that stop the engines; this adds to them. */
  undo: (() => unknown)[];
}

/** The table engine, which may not listen yet. */
export type TableEngine = Pick<DynamoDb, 'endpoint' | 'listens' | 'ended'>;

interface Engines {
  queues: Queues;
  replay: Replay | undefined;
  /** Only for lists in PostgreSQL. It has nothing that the table has not, so nothing of it is kept. */
  postgres: PostgresServer | undefined;
}

/** Starts the table engine, at once unless synthetic publications are written before. */
export async function startTableEngine(
  { seed, dynamodbEndpoint, report = () => {} }: EngineOptions,
  { folder, kept, undo, assembled }: EngineContext & { assembled: Promise<Assembly> },
): Promise<TableEngine> {
  if (dynamodbEndpoint) return { endpoint: dynamodbEndpoint, listens: Promise.resolve(), ended: new Promise(() => {}) };
  const [tables, marker] = [kept('dynamodb'), kept('seed.json')];
  if (seed.kind === 'synthetic' && tables && marker) {
    report(`writing ${seed.count} synthetic publications`);
    await prefill({ tables, marker }, seed.count, assembled, ownerEnvironment);
  }
  const engine = await launchDynamoDb(tables, { workingDir: folder, forLongWork: seed.kind === 'synthetic' });
  undo.push(() => engine.stop());
  return engine;
}

/** Starts the queues and the replayed sources. */
export async function startEngines(
  { sourcesDir, intercept, metered, meter = {}, lists, print = () => {} }: EngineOptions,
  { kept, undo }: EngineContext,
  access: Access,
): Promise<Engines> {
  const queues = await startQueues(kept('queues'), access);
  undo.push(() => queues.stop());
  const postgres = lists === 'postgres' ? await startLists(() => print(postgresLost)) : undefined;
  if (postgres) undo.push(() => postgres.stop());
  const replayed = { ...(intercept && { intercept }), metered: metered ? meter : undefined };
  const replay = sourcesDir ? await startReplay({ dir: sourcesDir, ...replayed }) : undefined;
  if (replay) undo.push(() => replay.close());
  return { queues, replay, postgres };
}

/** Few starts have lists in PostgreSQL, and its client takes time to load. */
async function startLists(lost: () => void): Promise<PostgresServer> {
  const { startPostgres } = await import('./engines/postgres.ts');
  return startPostgres(undefined, lost);
}
