import { afterAll, beforeAll, describe } from '@jest/globals';
import type pg from 'pg';
import { dataApi } from '#src/lists/postgres/data-api.ts';
import type { Database } from '#src/lists/postgres/database.ts';
import { startControlPlane } from '../../local/control-plane/control-plane.ts';
import { type PostgresServer, postgresFolder, startPostgres } from '../../local/engines/postgres.ts';
import { areToolsRequired } from './required-tools.ts';

/** `describe` for tests that need PostgreSQL: skipped without it, except in continuous integration. */
export const describeWithPostgres: (name: string, tests: () => void) => void =
  postgresFolder() === undefined && !areToolsRequired
    ? (name, tests) => describe.skip(`${name} (needs PostgreSQL: apt-get install postgresql)`, tests)
    : describe;

/** The environment of a function that reads lists through the Data API of this control plane. */
export const listsEnvironment = (url: string, database: string) => ({
  AWS_ENDPOINT_URL_RDS_DATA: url,
  LISTS_CLUSTER_ARN: clusterArn,
  LISTS_SECRET_ARN: secretArn,
  LISTS_DATABASE: database,
});

export const clusterArn = 'arn:aws:rds:us-east-1:000000000000:cluster:lists';
export const secretArn = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:lists';

/**
 * A server for the tests of this block, with an empty database that is reached by the Data API, as on AWS. Its properties
 * are set before the first test.
 */
export function usePostgres(): { database: Database; pool: pg.Pool; crash(): Promise<void>; start(): Promise<void> } {
  const used = {} as ReturnType<typeof usePostgres>;
  let server: PostgresServer | undefined;
  let close = async () => {};
  beforeAll(async () => {
    server = await startPostgres();
    const { pool, crash, start } = server;
    const api = { clusterArn, secretArn, database: 'postgres', pool, transactions: new Map() };
    const plane = await startControlPlane({ dataApi: api });
    close = plane.close;
    Object.assign(process.env, listsEnvironment(plane.url, 'postgres'));
    Object.assign(used, { pool, crash, start, database: dataApi() });
  });
  afterAll(async () => {
    await close();
    await server?.stop();
  });
  return used;
}
