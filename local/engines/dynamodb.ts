import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import type { PropertiesOf } from '../cloudformation/properties/supported.ts';
import { account, describe, type Stacks } from '../cloudformation/template.ts';
import { makePrivate } from '../files/private-folder.ts';
import { ownerCredentials } from '../iam/access.ts';
import type { GuardedCommand } from './guardian.ts';
import { javaInstructions, javaPath } from './java.cjs';

const emulator = join(import.meta.dirname, '../../node_modules/amplify-dynamodb-simulator/emulator');

export interface DynamoDb {
  /** The path is secret and changes at each start: the engine accepts any credentials, but answers only this path. */
  endpoint: string;
  /** Resolves with the reason when the engine ends unexpectedly. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts DynamoDB Local on a free port, with its data in `dataDir` or in memory. `forLongWork` doubles the start time
 * and halves the CPU time of later calls. `isShared` serves many clients: one database per access key, and 200 MB more
 * memory, which saves a sixth of the call time.
 */
export async function startDynamoDb(
  dataDir: string | undefined,
  { workingDir = tmpdir(), forLongWork = false, isShared = false } = {},
): Promise<DynamoDb> {
  const port = await freePort();
  const path = `/${randomBytes(16).toString('hex')}`;
  if (dataDir) makePrivate(dataDir);
  const properties = {
    port,
    inMemory: dataDir === undefined,
    ...(dataDir && { dbPath: dataDir }),
    sharedDb: !isShared,
  };
  const guarded: GuardedCommand = {
    command: javaPath(),
    args: [
      '-XX:+UseSerialGC',
      // Without the C2 compiler, the JVM starts in half the time and is as fast for short work.
      ...(forLongWork ? [] : ['-XX:TieredStopAtLevel=1']),
      ...(isShared ? ['-Xms384m', '-Xmn192m'] : []),
      `-Djava.library.path=${join(emulator, 'DynamoDBLocal_lib')}`,
      '-Dorg.eclipse.jetty.util.log.announce=false',
      '-Dorg.eclipse.jetty.LEVEL=WARN',
      '-cp',
      join(emulator, 'DynamoDBLocal.jar'),
      // DynamoDB Local's command line has no option for the address to listen on.
      'org.eclipse.jetty.xml.XmlConfiguration',
      join(import.meta.dirname, 'dynamodb-local.xml'),
      ...Object.entries(properties).map(([name, value]) => `${name}=${value}`),
    ],
    ...(dataDir && { lockFile: join(dataDir, 'engine.lock') }),
  };
  const guardian = join(import.meta.dirname, 'guardian.ts');
  // A separate process group, so that Ctrl-C does not stop the engine before everything else.
  const child = spawn(process.execPath, [guardian, JSON.stringify(guarded)], {
    cwd: workingDir,
    // Other users of the computer can see the arguments of processes, but not their environment.
    env: { ...process.env, DYNAMODB_LOCAL_PATH: path },
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  let stderrTail = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderrTail = (stderrTail + chunk.toString()).slice(-2000);
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ended = exited.then(() => explain(stderrTail));
  const endpoint = `http://127.0.0.1:${port}${path}`;
  await Promise.race([
    waitUntilReachable(endpoint),
    ended.then((reason) => {
      throw new Error(reason);
    }),
  ]);
  return {
    endpoint,
    ended,
    async stop() {
      child.stdin.end();
      await exited;
    },
  };
}

type TableProperties = PropertiesOf<'AWS::DynamoDB::Table'>;

/** Creates the missing tables of the templates. Returns all. */
export async function createTables(
  endpoint: string,
  stacks: Stacks,
  nameOf: NameOf,
): Promise<{ name: string; isNew: boolean }[]> {
  const client = localClient(endpoint);
  try {
    const tables = stacks.all('AWS::DynamoDB::Table').map(async ({ declared, properties }) => {
      const name = nameOf(declared, stacks);
      return { name, isNew: await createTable(client, name, properties, describe(declared)) };
    });
    return await Promise.all(tables);
  } finally {
    client.destroy();
  }
}

type NameOf = (resource: Parameters<typeof describe>[0], stacks: Stacks) => string;

/** A client for the engine, which accepts any credentials. */
export function localClient(endpoint: string, accessKeyId: string = ownerCredentials.accessKeyId): DynamoDBClient {
  return new DynamoDBClient({
    endpoint,
    region: account.region,
    credentials: { ...ownerCredentials, accessKeyId },
  });
}

/** Returns whether it was missing. */
async function createTable(
  client: DynamoDBClient,
  TableName: string,
  wanted: TableProperties,
  where: string,
): Promise<boolean> {
  const { AttributeDefinitions, KeySchema, BillingMode, LocalSecondaryIndexes, GlobalSecondaryIndexes } = wanted;
  const shape = { AttributeDefinitions, KeySchema, LocalSecondaryIndexes, GlobalSecondaryIndexes };
  const existing = await client.send(new DescribeTableCommand({ TableName })).catch((error: unknown) => {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  });
  if (!existing) await client.send(new CreateTableCommand({ TableName, BillingMode, ...shape }));
  else if (outline(existing.Table ?? {}) !== outline(shape)) {
    throw new Error(
      `${where} has other keys or indexes than the table in the data folder. Start with another --data, or delete the folder.`,
    );
  }
  const { AttributeName, Enabled } = wanted.TimeToLiveSpecification ?? {};
  const isNew = existing === undefined;
  if (!Enabled) return isNew;
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  if (TimeToLiveDescription?.TimeToLiveStatus === 'ENABLED') return isNew;
  const TimeToLiveSpecification = { AttributeName, Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  return isNew;
}

/** The keys and indexes of a table, as comparable text. */
function outline(table: Pick<TableDescription, 'KeySchema' | 'LocalSecondaryIndexes' | 'GlobalSecondaryIndexes'>) {
  const indexes = [...(table.LocalSecondaryIndexes ?? []), ...(table.GlobalSecondaryIndexes ?? [])]
    .map(({ IndexName, KeySchema, Projection }) => [IndexName, keysOf(KeySchema), Projection?.ProjectionType])
    .sort();
  return JSON.stringify([keysOf(table.KeySchema), indexes]);
}

const keysOf = (schema: CreateTableCommandInput['KeySchema']) => schema?.map((key) => [key.AttributeName, key.KeyType]);

/** Explains why an engine ended, from the end of its stderr. */
function explain(stderrTail: string): string {
  if (/ENOENT|UnsupportedClassVersionError/.test(stderrTail)) return javaInstructions();
  return `DynamoDB Local ended${stderrTail ? `: ${stderrTail.trim()}` : ' without an error message'}`;
}

/** Resolves when the endpoint answers HTTP. Callers race it against the engine's end. */
async function waitUntilReachable(endpoint: string): Promise<void> {
  for (;;) {
    const isReachable = await fetch(endpoint).then(
      (response) => response.text().then(() => true),
      () => false,
    );
    if (isReachable) return;
    await sleep(25);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
