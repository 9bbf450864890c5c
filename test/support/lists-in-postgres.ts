import { randomUUID } from 'node:crypto';
import { afterAll } from '@jest/globals';
import pg from 'pg';
import { databaseLists } from '#src/lists/database-lists.ts';
import type { RowSchema } from '#src/lists/model/spec.ts';
import { keepUp } from '#src/lists/postgres/feeding/fill.ts';
import { type PostgresList, tableOf } from '#src/lists/postgres/list.ts';
import { type ControlPlane, type Services, startControlPlane } from '../../local/control-plane/control-plane.ts';
import { listDatabase } from '../../local/engines/postgres.ts';
import { clusterArn, listsEnvironment, secretArn } from './postgres.ts';

/** With LISTS_ENGINE=postgres, the lists of publications and works of this file are in the PostgreSQL of this run. */

const fillMs = 60_000;
const services: Services = {};
const pools: pg.Pool[] = [];
/** That of the table that was made last. */
let present: pg.Pool | undefined;
let plane: ControlPlane | undefined;

afterAll(async () => {
  await plane?.close();
  for (const pool of pools) await pool.end();
});

/** Makes a database for the lists of a table, and returns the environment of a function that reads them there. */
export async function freshLists(): Promise<Record<string, string>> {
  plane ??= await startControlPlane(services);
  const name = `lists_${randomUUID().replaceAll('-', '')}`;
  const server = new URL(process.env.TEST_POSTGRES_URL ?? '');
  const admin = new pg.Client({ connectionString: server.href });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} STRATEGY file_copy`);
  await admin.end();
  server.pathname = `/${name}`;
  const connections = new pg.Pool({ connectionString: server.href, max: 8 });
  pools.push(connections);
  const pool = withTestClock(connections);
  present = pool;
  services.dataApi = { clusterArn, secretArn, database: name, pool: filledFirst(pool), transactions: new Map() };
  return { LISTS_MARK_LEFT_ROWS: 'true', ...listsEnvironment(plane.url, name) };
}

/** The database has the clock of the test, which may set it: of two clocks, lists take the earlier one. */
function withTestClock<Connected extends pg.Pool | pg.PoolClient>(connected: Connected): Connected {
  const query = (asked: unknown, ...rest: unknown[]) => {
    const now = `to_timestamp(${Date.now()} / 1000.0)`;
    const { text, ...others } = typeof asked === 'string' ? { text: asked } : (asked as pg.QueryConfig);
    return (connected.query as (...given: unknown[]) => unknown).call(
      connected,
      { ...others, text: text.replaceAll('clock_timestamp()', now) },
      ...rest,
    );
  };
  const connect = async () => withTestClock((await connected.connect()) as unknown as pg.PoolClient);
  return new Proxy(connected, {
    get(target, name) {
      if (name === 'query') return query;
      if (name === 'connect') return connect;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Connections to a database that is filled when somebody first asks for one: by then, tests have written their rows. */
function filledFirst(pool: pg.Pool): { connect(): Promise<pg.PoolClient> } {
  let filling: Promise<void> | undefined;
  return {
    async connect() {
      filling ??= fillAll(pool);
      await filling;
      return pool.connect();
    },
  };
}

/** Compares the lists with the table, as the job does after rows were deleted. Until then, they are unavailable. */
export async function compareLists(): Promise<void> {
  if (present) await fillAll(present);
}

async function fillAll(pool: pg.Pool): Promise<void> {
  const lists = databaseLists as unknown as PostgresList<RowSchema>[];
  for (const list of lists) {
    const isFilled = await keepUp(listDatabase(pool), tableOf(list), Date.now() + fillMs);
    if (!isFilled) throw new Error(`The list ${list.name} was not filled`);
  }
}
