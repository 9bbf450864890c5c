import type { Assembly } from './cloudformation/assembly.ts';
import { prefill } from './data/prefill.ts';
import { type DynamoDb, startDynamoDb } from './engines/dynamodb.ts';
import { type PostgresServer, startPostgres } from './engines/postgres.ts';
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
  assembled: Promise<Assembly>;
  access: Access;
}

interface Engines {
  dynamodb: Pick<DynamoDb, 'endpoint' | 'ended'>;
  queues: Queues;
  replay: Replay | undefined;
  /** Only for lists in PostgreSQL. It has nothing that the table has not, so nothing of it is kept. */
  postgres: PostgresServer | undefined;
}

/** Starts the table engine and the queues during synthesis, then the replayed sources. */
export async function startEngines(
  {
    sourcesDir,
    intercept,
    metered,
    meter = {},
    seed,
    lists,
    dynamodbEndpoint,
    report = () => {},
    print = () => {},
  }: EngineOptions,
  { folder, kept, undo, assembled, access }: EngineContext,
): Promise<Engines> {
  const [tables, marker] = [kept('dynamodb'), kept('seed.json')];
  const prepare = async () => {
    if (seed.kind !== 'synthetic' || !tables || !marker) return;
    report(`writing ${seed.count} synthetic publications`);
    await prefill({ tables, marker }, seed.count, assembled, ownerEnvironment);
  };
  const startOwn = async () => {
    await prepare();
    const dynamodb = await startDynamoDb(tables, { workingDir: folder, forLongWork: seed.kind === 'synthetic' });
    undo.push(() => dynamodb.stop());
    return dynamodb;
  };
  const starting: Promise<Pick<DynamoDb, 'endpoint' | 'ended'>> = dynamodbEndpoint
    ? Promise.resolve({ endpoint: dynamodbEndpoint, ended: new Promise(() => {}) })
    : startOwn();
  // Both are awaited below; until then a rejection must not count as unhandled.
  for (const promise of [starting, assembled]) promise.catch(() => {});
  const queues = await startQueues(kept('queues'), access);
  undo.push(() => queues.stop());
  const postgres = lists === 'postgres' ? await startPostgres(undefined, () => print(postgresLost)) : undefined;
  if (postgres) undo.push(() => postgres.stop());
  const replayed = { ...(intercept && { intercept }), metered: metered ? meter : undefined };
  const replay = sourcesDir ? await startReplay({ dir: sourcesDir, ...replayed }) : undefined;
  if (replay) undo.push(() => replay.close());
  // Wait for both even if one fails, so that the other can be stopped.
  const results = await Promise.allSettled([starting, assembled]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return { dynamodb: await starting, queues, replay, postgres };
}
