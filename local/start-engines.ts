import type { PostgresServer } from './engines/postgres.ts';
import { type Queues, startQueues } from './engines/queues.ts';
import type { Access } from './iam/access.ts';
import type { Options } from './options.ts';
import type { MeterOptions } from './sources/meter.ts';
import { type Replay, type ReplayOptions, startReplay } from './sources/replay.ts';

interface EngineOptions extends Pick<Options, 'sourcesDir' | 'lists' | 'metered'> {
  meter?: MeterOptions;
  intercept?: ReplayOptions['intercept'];
  print?: (line: string) => void;
}

const postgresLost = 'PostgreSQL has ended. Lists of publications and works answer 503 until the next start.';

interface EngineContext {
  /** The path of a file that is kept between starts; undefined if nothing is kept. */
  kept: (name: string) => string | undefined;
  /** The functions that stop the engines; this adds to them. */
  undo: (() => unknown)[];
}

interface Engines {
  queues: Queues;
  replay: Replay | undefined;
  /** Only for lists in PostgreSQL. It has nothing that the table has not, so nothing of it is kept. */
  postgres: PostgresServer | undefined;
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
