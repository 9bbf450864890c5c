import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePrivate } from '../files/private-folder.ts';
import { request } from '../http-module.ts';
import { archivedClasses, archivesFolder, emulator, engineJar, noteFile } from './class-archive.ts';
import { type GuardedCommand, lockedCode } from './guarded-command.ts';
import { javaInstructions, javaPath } from './java.cjs';

const compileCache = join(import.meta.dirname, '../../.local/compile-cache');

export interface DynamoDb {
  /** The path is secret and changes at each start: the engine accepts any credentials, but answers only this path. */
  endpoint: string;
  /** Resolves when the engine answers; rejects with the reason if it ends before. */
  listens: Promise<void>;
  /** Resolves with the reason when the engine ends unexpectedly. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

interface EngineSettings {
  workingDir?: string;
  forLongWork?: boolean;
  isShared?: boolean;
  /** How long it may take to end before it is killed. */
  graceMs?: number;
  /** The folder of the archive of its classes. */
  archives?: string;
  /** Java's class path and further options. Default: those with the archive, if there is one. */
  java?: { classPath: string; options: string[] } | undefined;
}

/**
 * Starts DynamoDB Local on a free port, with its data in `dataDir` or in memory. `forLongWork` doubles the start time
 * and halves the CPU time of later calls. `isShared` serves many clients: one database per access key, and 200 MB more
 * memory, which saves a sixth of the call time.
 */
export async function startDynamoDb(dataDir: string | undefined, settings: EngineSettings = {}): Promise<DynamoDb> {
  const engine = await launchDynamoDb(dataDir, settings);
  await engine.listens;
  return engine;
}

/** Does not wait until the engine listens. */
export async function launchDynamoDb(dataDir: string | undefined, settings: EngineSettings = {}): Promise<DynamoDb> {
  const port = await freePort();
  const path = `/${randomBytes(16).toString('hex')}`;
  const endpoint = `http://127.0.0.1:${port}${path}`;
  if (dataDir) makePrivate(dataDir);
  const { archives = archivesFolder } = settings;
  const archived = settings.java ? undefined : archivedClasses(archives);
  const start = (java: EngineSettings['java']) =>
    run(commandOf({ port, dataDir }, { ...settings, java }), path, settings);
  const plain = { classPath: engineJar, options: [] };
  let running = start(settings.java ?? archived ?? plain);
  let isStopped = false;
  const listens = waitUntilReachable(endpoint, running).catch(async (reason: Error) => {
    // An engine that is stopped before it answers is no sign of a damage, and nobody would stop another one.
    if (!archived || isStopped || running.isLocked()) throw reason;
    // Java ends with some damages of an archive.
    rmSync(noteFile(archives), { force: true });
    running = start(plain);
    await waitUntilReachable(endpoint, running);
  });
  const ended = listens.then(
    () => running.ended,
    (reason: Error) => reason.message,
  );
  return {
    endpoint,
    listens,
    ended,
    async stop() {
      isStopped = true;
      running.child.stdin?.end();
      await running.exited;
    },
  };
}

interface RunningEngine {
  child: ChildProcess;
  exited: Promise<void>;
  /** Resolves with the reason. */
  ended: Promise<string>;
  /** Whether it has ended because another engine uses the data. */
  isLocked(): boolean;
}

function commandOf(
  { port, dataDir }: { port: number; dataDir: string | undefined },
  { forLongWork, isShared, graceMs, java }: EngineSettings,
): GuardedCommand {
  const properties = {
    port,
    inMemory: dataDir === undefined,
    ...(dataDir && { dbPath: dataDir }),
    sharedDb: !isShared,
  };
  return {
    command: javaPath(),
    args: [
      '-XX:+UseSerialGC',
      // Without the C2 compiler, the JVM starts in half the time and is as fast for short work.
      ...(forLongWork ? [] : ['-XX:TieredStopAtLevel=1']),
      ...(isShared ? ['-Xms384m', '-Xmn192m'] : []),
      ...(java?.options ?? []),
      `-Djava.library.path=${join(emulator, 'DynamoDBLocal_lib')}`,
      '-Dorg.eclipse.jetty.util.log.announce=false',
      '-Dorg.eclipse.jetty.LEVEL=WARN',
      '-cp',
      java?.classPath ?? engineJar,
      // DynamoDB Local's command line has no option for the address to listen on.
      'org.eclipse.jetty.xml.XmlConfiguration',
      join(import.meta.dirname, 'dynamodb-local.xml'),
      ...Object.entries(properties).map(([name, value]) => `${name}=${value}`),
    ],
    ...(dataDir && { lockFile: join(dataDir, 'engine.lock') }),
    ...(graceMs !== undefined && { graceMs }),
  };
}

function run(guarded: GuardedCommand, path: string, { workingDir = tmpdir() }: EngineSettings): RunningEngine {
  // A separate process group, so that Ctrl-C does not stop the engine before everything else.
  const child = spawn(process.execPath, [join(import.meta.dirname, 'guardian.ts'), JSON.stringify(guarded)], {
    cwd: workingDir,
    // Other users of the computer can see the arguments of processes, but not their environment.
    env: { ...process.env, DYNAMODB_LOCAL_PATH: path, NODE_COMPILE_CACHE: compileCache },
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  let stderrTail = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderrTail = (stderrTail + chunk.toString()).slice(-2000);
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    child,
    exited,
    ended: exited.then(() => explain(stderrTail)),
    isLocked: () => child.exitCode === lockedCode,
  };
}

/** Explains why an engine ended, from the end of its stderr. */
function explain(stderrTail: string): string {
  if (/ENOENT|UnsupportedClassVersionError/.test(stderrTail)) return javaInstructions();
  return `DynamoDB Local ended${stderrTail ? `: ${stderrTail.trim()}` : ' without an error message'}`;
}

/** Resolves when the endpoint answers HTTP. Rejects with the reason if the engine ends before. */
async function waitUntilReachable(endpoint: string, { child, ended }: RunningEngine): Promise<void> {
  const answers = () =>
    new Promise<boolean>((resolve) => {
      const asked = request(endpoint, (response) => resolve(Boolean(response.resume())));
      asked.on('error', () => resolve(false)).end();
    });
  while (!(await answers())) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(await ended);
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
