import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { type Database, type Found, StatementFailed } from '#src/lists/postgres/database.ts';

/** PostgreSQL on this machine, and lists on it without the Data API of AWS. */

const folderOfVersions = '/usr/lib/postgresql';

/** The folder with the programs of the newest installed version; undefined if there is none. */
export function postgresFolder(): string | undefined {
  const versions = existsSync(folderOfVersions) ? readdirSync(folderOfVersions) : [];
  const folders = versions
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(folderOfVersions, version, 'bin'));
  const onPath = (process.env.PATH ?? '').split(':').filter((folder) => folder !== '');
  return [...folders, ...onPath].find((folder) => existsSync(join(folder, 'initdb')));
}

export interface PostgresServer {
  url: string;
  processId: number;
  pool: pg.Pool;
  /** Ends the server as it would be killed; `start` starts it again with what was committed. */
  crash(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const instructions =
  'Lists in PostgreSQL need PostgreSQL 15 or newer. Install it (macOS: brew install postgresql; Debian and Ubuntu: ' +
  'apt install postgresql). Then start again.';

/**
 * Starts a server with an empty database in a temporary folder. Nobody reaches it but by a socket in there. `lost` is
 * called if it ends by itself, or is killed by somebody else.
 */
export async function startPostgres(
  sharedBuffers = '64MB',
  lost: () => void = () => undefined,
): Promise<PostgresServer> {
  const programs = postgresFolder();
  if (programs === undefined) throw new Error(instructions);
  const user = otherThanRoot();
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  if (user) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder, stdio: 'ignore' as const };
  const data = ['-D', join(folder, 'data')];
  const locale = ['-A', 'trust', '-U', 'postgres', '--locale=C.UTF-8', '-E', 'UTF8', '--no-sync'];
  execFileSync(join(programs, 'initdb'), [...data, ...locale], options);
  const speed = [
    'fsync=off',
    'jit=off',
    'random_page_cost=1.1',
    'work_mem=64MB',
    'maintenance_work_mem=256MB',
    `shared_buffers=${sharedBuffers}`,
  ];
  const settings = ['listen_addresses=', ...speed];
  const flags = settings.flatMap((setting) => ['-c', setting]);
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;
  const pool = new pg.Pool({ connectionString: url, max: 8 });
  // The server ends connections when it stops, of which those in use fail by themselves.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const start = async () => {
    const child = spawn(join(programs, 'postgres'), [...data, '-k', folder, ...flags], options);
    while (!(await isReady(pool))) {
      if (hasEnded(child)) throw new Error(`PostgreSQL has stopped with ${child.exitCode ?? child.signalCode}`);
      await setTimeout(20);
    }
    child.once('exit', lost);
    return child;
  };
  let child = await start();
  const crash = async () => {
    if (hasEnded(child)) return;
    child.off('exit', lost);
    const exited = once(child, 'exit');
    child.kill('SIGQUIT');
    await exited;
  };
  return {
    url,
    get processId() {
      return child.pid ?? 0;
    },
    pool,
    crash,
    async start() {
      child = await start();
    },
    async stop() {
      await pool.end();
      await crash();
      // Processes of a killed server end a moment after it.
      rmSync(folder, { recursive: true, maxRetries: 10 });
    },
  };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

const isReady = (pool: pg.Pool) =>
  pool.query('SELECT').then(
    () => true,
    () => false,
  );

/** PostgreSQL refuses to run as root. */
function otherThanRoot(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** The database of lists on connections of this pool. */
export function listDatabase(pool: pg.Pool): Database {
  const runOn =
    (client: Pick<pg.PoolClient, 'query'> | pg.Pool) =>
    async (text: string, values: readonly (string | null)[] = []): Promise<Found[]> => {
      try {
        return (await client.query({ text, values: [...values], types: { getTypeParser: () => String } })).rows;
      } catch (error) {
        throw failed(error);
      }
    };
  return {
    run: runOn(pool),
    async snapshot(read) {
      const client = await pool.connect().catch((error: unknown) => {
        throw failed(error);
      });
      const run = runOn(client);
      try {
        await run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
        return await read(run);
      } finally {
        await client.query('ROLLBACK').catch(() => undefined);
        client.release();
      }
    },
  };
}

/** Errors of the server have an SQLSTATE of five characters, with digits; those of the network have other codes. */
function failed(error: unknown): StatementFailed {
  const code = (error as { code?: unknown } | null)?.code;
  return new StatementFailed(typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code : undefined, error);
}
