import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { readJson, writePrivateJson } from '../files/json-files.ts';
import { tryLock } from '../files/lock.ts';
import {
  type ArchiveNote,
  archivesFolder,
  classPathWith,
  engineJar,
  engineVersion,
  noteFile,
} from './class-archive.ts';
import { launchDynamoDb } from './dynamodb.ts';
import { javaPath } from './java.cjs';
import { askEngine } from './tables.ts';

/**
 * Makes the archive of the engine's classes, unless it is there: behind a start, with a lower priority, until its
 * standard input closes. One at a time; whoever is killed leaves files that the next deletes.
 */
export async function makeClassArchive(folder: string): Promise<void> {
  const lock = tryLock(join(folder, 'make.lock'));
  if (!lock) return;
  try {
    const [java, engine] = [javaVersion(), engineVersion()];
    const made = readJson<ArchiveNote>(noteFile(folder));
    if (made?.java === java && made.engine === engine && areThere(folder, made.files)) return;
    rmSync(noteFile(folder), { force: true });
    for (const name of readdirSync(folder).filter((each) => each.startsWith(prefix)))
      rmSync(join(folder, name), { recursive: true, force: true });
    const files = { jar: `${prefix}${randomUUID()}.jar`, classes: `${prefix}${randomUUID()}.jsa` };
    writeFileSync(join(folder, files.jar), withoutManifest(readFileSync(engineJar)));
    const isMade = await dump(folder, files);
    writePrivateJson(noteFile(folder), { java, engine, ...(isMade && { files }) } satisfies ArchiveNote);
  } finally {
    lock.release();
  }
}

const prefix = 'engine-';

const areThere = (folder: string, files: ArchiveNote['files']) =>
  !files || Object.values(files).every((name) => existsSync(join(folder, name)));

const javaVersion = () => {
  const { stdout, stderr } = spawnSync(javaPath(), ['-version'], { encoding: 'utf8' });
  return `${process.env.JAVA_HOME ?? ''} ${stdout}${stderr}`.trim();
};

/**
 * A copy of a jar whose manifest has another name. Java archives no classes of a jar whose manifest names a folder, and
 * the class path can name the libraries, too.
 */
function withoutManifest(jar: Buffer): Buffer {
  const copy = Buffer.from(jar);
  const [name, other] = ['META-INF/MANIFEST.MF', 'META-INF/MANIFEST.NO'];
  for (let at = copy.indexOf(name); at >= 0; at = copy.indexOf(name, at)) copy.write(other, at);
  return copy;
}

/** Runs an engine with no data, calls it like a start does, and lets Java write the classes when it ends. */
async function dump(folder: string, { jar, classes }: { jar: string; classes: string }): Promise<boolean> {
  const dataDir = join(folder, `${prefix}data`);
  const archive = join(folder, classes);
  const engine = await launchDynamoDb(dataDir, {
    ...{ workingDir: folder, graceMs: 120_000 },
    java: { classPath: classPathWith(join(folder, jar)), options: [`-XX:ArchiveClassesAtExit=${archive}`] },
  });
  const listens = await engine.listens.then(
    () => true,
    () => false,
  );
  if (listens) await callAsAStart(engine.endpoint);
  await engine.stop();
  rmSync(dataDir, { recursive: true, force: true });
  return existsSync(archive);
}

async function callAsAStart(endpoint: string): Promise<void> {
  const TableName = 'Registry';
  const key = { pk: { S: 'a' } };
  const calls: [operation: string, input: object][] = [
    ['DescribeTable', { TableName }],
    [
      'CreateTable',
      {
        ...{ TableName, BillingMode: 'PAY_PER_REQUEST' },
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      },
    ],
    ['DescribeTimeToLive', { TableName }],
    ['PutItem', { TableName, Item: key, ConditionExpression: 'attribute_not_exists(pk)' }],
    ['GetItem', { TableName, Key: key }],
    [
      'UpdateItem',
      {
        ...{ TableName, Key: key },
        UpdateExpression: 'SET n = if_not_exists(n, :one) + :one',
        ExpressionAttributeValues: { ':one': { N: '1' } },
      },
    ],
    ['Query', { TableName, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': key.pk } }],
    ['TransactWriteItems', { TransactItems: [{ Put: { TableName, Item: { pk: { S: 'b' } } } }] }],
  ];
  for (const [operation, input] of calls) await askEngine(endpoint, operation, input);
}

/** Makes the archive in a process of its own, which ends with this one. */
export function makeClassArchiveLater(): ChildProcess {
  return spawn(process.execPath, [import.meta.filename], { stdio: ['pipe', 'ignore', 'ignore'] });
}

if (import.meta.main) {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  process.stdin
    .on('end', () => process.exit())
    .on('error', () => process.exit())
    .resume();
  mkdirSync(archivesFolder, { recursive: true });
  await makeClassArchive(archivesFolder);
  process.exit();
}
