import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AttributeDefinition,
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  type TableDescription,
  type TimeToLiveSpecification,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { account, describe, type Stacks } from '../cloudformation/template.ts';
import type { Guarded } from './guardian.ts';

const emulator = join(import.meta.dirname, '../../node_modules/amplify-dynamodb-simulator/emulator');

const howToGetJava =
  'DynamoDB Local needs Java 11 or newer. Install it (macOS: brew install openjdk; Debian and Ubuntu: ' +
  'apt install default-jre-headless; Windows: winget install Microsoft.OpenJDK.21), ' +
  'or point JAVA_HOME at one, and start again.';

export interface DynamoDb {
  endpoint: string;
  /** Settles when the engine ends on its own; that is never expected. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts Amazon's own local engine on a free port: on files in `dataDir`, or in memory without it. The engine writes a
 * file of its own into its working folder. `forLongWork`: it takes twice as long to start, and is a quarter faster in
 * work of minutes.
 */
export async function startDynamoDb(
  dataDir: string | undefined,
  { workingDir = tmpdir(), forLongWork = false } = {},
): Promise<DynamoDb> {
  const port = await freePort();
  if (dataDir) mkdirSync(dataDir, { recursive: true });
  const guarded: Guarded = {
    command: javaPath(),
    args: [
      '-XX:+UseSerialGC',
      // Without the second compiler it starts in half the time and is no slower for what a laptop does.
      ...(forLongWork ? [] : ['-XX:TieredStopAtLevel=1']),
      `-Djava.library.path=${join(emulator, 'DynamoDBLocal_lib')}`,
      '-jar',
      join(emulator, 'DynamoDBLocal.jar'),
      '-port',
      String(port),
      '-sharedDb',
      '-disableTelemetry',
      ...(dataDir ? ['-dbPath', dataDir] : ['-inMemory']),
    ],
    ...(dataDir && { lockFile: join(dataDir, 'engine.lock') }),
  };
  const guardian = join(import.meta.dirname, 'guardian.ts');
  // Its own process group: Ctrl-C in a terminal must reach the engine only after everything else has stopped.
  const child = spawn(process.execPath, [guardian, JSON.stringify(guarded)], {
    cwd: workingDir,
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2000);
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ended = exited.then(() => explain(complaint));
  const endpoint = `http://127.0.0.1:${port}`;
  await Promise.race([
    answering(endpoint),
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

export interface TableProperties extends Omit<CreateTableCommandInput, 'TableName' | 'AttributeDefinitions'> {
  AttributeDefinitions: AttributeDefinition[];
  TimeToLiveSpecification?: TimeToLiveSpecification;
}

/** Creates the tables of the templates that are not there yet, and returns their names. */
export async function createTables(endpoint: string, stacks: Stacks, nameOf: NameOf): Promise<string[]> {
  const client = localClient(endpoint);
  try {
    const tables = stacks.all<TableProperties>('AWS::DynamoDB::Table').map(async ({ declared, properties }) => {
      const name = nameOf(declared, stacks);
      await createTable(client, name, properties, describe(declared));
      return name;
    });
    return await Promise.all(tables);
  } finally {
    client.destroy();
  }
}

type NameOf = (resource: Parameters<typeof describe>[0], stacks: Stacks) => string;

/** A client of the engine, which takes any credentials. */
export function localClient(endpoint: string): DynamoDBClient {
  return new DynamoDBClient({
    endpoint,
    region: account.region,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
}

async function createTable(client: DynamoDBClient, TableName: string, wanted: TableProperties, where: string) {
  const { AttributeDefinitions, KeySchema, BillingMode, LocalSecondaryIndexes, GlobalSecondaryIndexes } = wanted;
  const shape = { AttributeDefinitions, KeySchema, LocalSecondaryIndexes, GlobalSecondaryIndexes };
  const existing = await client.send(new DescribeTableCommand({ TableName })).catch((error: unknown) => {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  });
  if (!existing) await client.send(new CreateTableCommand({ TableName, BillingMode, ...shape }));
  else if (outline(existing.Table ?? {}) !== outline(shape)) {
    throw new Error(`${where} has other keys or indexes than the table in the data folder: start with another --data`);
  }
  const { AttributeName, Enabled } = wanted.TimeToLiveSpecification ?? {};
  if (!Enabled) return;
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  if (TimeToLiveDescription?.TimeToLiveStatus === 'ENABLED') return;
  const TimeToLiveSpecification = { AttributeName, Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
}

/** The keys and indexes of a table in a form that compares. */
function outline(table: Pick<TableDescription, 'KeySchema' | 'LocalSecondaryIndexes' | 'GlobalSecondaryIndexes'>) {
  const indexes = [...(table.LocalSecondaryIndexes ?? []), ...(table.GlobalSecondaryIndexes ?? [])]
    .map(({ IndexName, KeySchema, Projection }) => [IndexName, keysOf(KeySchema), Projection?.ProjectionType])
    .sort();
  return JSON.stringify([keysOf(table.KeySchema), indexes]);
}

const keysOf = (schema: CreateTableCommandInput['KeySchema']) => schema?.map((key) => [key.AttributeName, key.KeyType]);

function javaPath(): string {
  const fromHome = process.env.JAVA_HOME && join(process.env.JAVA_HOME, 'bin', 'java');
  return fromHome && existsSync(fromHome) ? fromHome : 'java';
}

/** A sentence for an engine that ended, from the last it wrote. */
function explain(complaint: string): string {
  if (/ENOENT|UnsupportedClassVersionError/.test(complaint)) return howToGetJava;
  return `DynamoDB Local ended${complaint ? `: ${complaint.trim()}` : ' without a word'}`;
}

/** Until the port answers HTTP; the caller stops waiting when the engine ends. */
async function answering(endpoint: string): Promise<void> {
  for (;;) {
    const answered = await fetch(endpoint).then(
      (response) => response.text().then(() => true),
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
