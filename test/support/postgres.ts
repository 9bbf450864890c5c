import { afterAll, beforeAll, describe } from '@jest/globals';
import type pg from 'pg';
import { listDatabase, type PostgresServer, postgresFolder, startPostgres } from '../../local/engines/postgres.ts';
import type { Database } from '../../src/lists/postgres/database.ts';
import { areToolsRequired } from './required-tools.ts';

/** `describe` for tests that need PostgreSQL: skipped without it, except in continuous integration. */
export const describeWithPostgres: (name: string, tests: () => void) => void =
  postgresFolder() === undefined && !areToolsRequired
    ? (name, tests) => describe.skip(`${name} (needs PostgreSQL: apt-get install postgresql)`, tests)
    : describe;

/** A server for the tests of this block, with an empty database. Its properties are set before the first test. */
export function usePostgres(): { database: Database; pool: pg.Pool } {
  const used = {} as { database: Database; pool: pg.Pool };
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    server = await startPostgres();
    Object.assign(used, { pool: server.pool, database: listDatabase(server.pool) });
  });
  afterAll(() => server?.stop());
  return used;
}
