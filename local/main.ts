import { existsSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { StackFile } from './cloud.ts';

const startedAtMs = Date.now();
// Before the imports of the laptop cloud: of two seconds of processor time for them, a later start saves a third.
enableCompileCache(join(import.meta.dirname, '../.local/compile-cache'));
const { startCloud } = await import('./cloud.ts');
const { makeClassArchiveLater } = await import('./engines/make-class-archive.ts');
const { readJson, writePrivateJson } = await import('./files/json-files.ts');
const { parseOptions, UsageError, usage } = await import('./options.ts');
const seconds = () => ((Date.now() - startedAtMs) / 1000).toFixed(1);
/** Describes the running stack that was ready last. Each stack also has a copy in its data folder. */
const stackFile = '.local/stack.json';

try {
  const options = parseOptions(process.argv.slice(2), process.cwd(), process.env);
  if (options === 'help') console.log(usage);
  else await run(options);
} catch (error) {
  if (!(error instanceof Error)) throw error;
  console.error(error.message);
  if (error instanceof UsageError) console.error(`\n${usage}`);
  process.exit(error instanceof UsageError ? 2 : 1);
}

async function run(options: Exclude<ReturnType<typeof parseOptions>, 'help'>): Promise<void> {
  const stopping = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, resolve);
    if (process.env.npm_lifecycle_event) whenOrphaned(resolve);
  });
  const { dataDir } = options;
  const other = await stackThatRuns();
  const starting = startCloud({
    ...options,
    curated: true,
    print: (line) => console.log(line),
    report: (step) => {
      // The ports and data now belong to this stack. Scripts that wait for the file must not find that of an ended
      // stack. A running stack keeps its file until this one is ready.
      for (const file of [!other && stackFile, dataDir && join(dataDir, 'stack.json')]) {
        if (file) rmSync(file, { force: true });
      }
      console.log(`${seconds().padStart(6)} s  ${step}`);
    },
  });
  // After a signal during the start, waits for its end: otherwise the engine would keep running.
  const first = await Promise.race([starting, stopping.then(() => undefined)]);
  const cloud = first ?? (await starting.catch(() => process.exit()));
  if (first) {
    const copy = join(dirname(cloud.logFile), 'stack.json');
    for (const file of [stackFile, copy]) writePrivateJson(file, cloud.stack);
    console.log(summary(cloud, dataDir));
    const archiving = makeClassArchiveLater();
    const broken = await Promise.race([stopping.then(() => undefined), cloud.broken]);
    if (broken !== undefined) console.error(broken);
    process.exitCode = broken === undefined ? 0 : 1;
    archiving.stdin?.end();
    // Another stack may have replaced the file since.
    for (const file of [stackFile, copy]) if (isDeepStrictEqual(readJson(file), cloud.stack)) rmSync(file);
    if (other && !existsSync(stackFile) && (await isRunning(other))) writePrivateJson(stackFile, other);
  }
  await cloud.stop();
  process.exit();
}

/** The stack that the file describes, if it is running. */
async function stackThatRuns(): Promise<StackFile | undefined> {
  const stack = readJson<StackFile>(stackFile);
  return stack && (await isRunning(stack)) ? stack : undefined;
}

async function isRunning({ base_url }: StackFile): Promise<boolean> {
  const answer = await fetch(`${base_url}/health`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
  return answer?.ok ?? false;
}

/** npm signals the shell that started this process, and the shell ends without forwarding the signal. */
function whenOrphaned(call: () => void): void {
  const shell = process.ppid;
  setInterval(() => process.ppid !== shell && call(), 500).unref();
}

/** A path relative to the current folder, if it is inside. */
function relativePath(path: string): string {
  const fromHere = relative(process.cwd(), path) || '.';
  return fromHere.startsWith('..') ? path : fromHere;
}

function summary(cloud: Awaited<ReturnType<typeof startCloud>>, dataDir: string | undefined): string {
  return `
Ready in ${seconds()} s.

  Consumer and Integrations API   ${cloud.baseUrl}  (in a browser: ${cloud.baseUrl}/docs)
  Web dashboard and its API       ${cloud.dashboardUrl}  (also ${cloud.dashboardAltUrl})
  Sign in there as                superadmin@example.org
                   with           ${cloud.stack.sign_in_password}
  Keys and tokens of the sample   ${stackFile}
  Mails (one JSON line each)      ${relativePath(cloud.outbox.file)}
  Data                            ${dataDir ? relativePath(dataDir) : 'not kept (--ephemeral)'}
  Logs of the functions           ${relativePath(cloud.logFile)}

  Try: curl ${cloud.baseUrl}/v1/publications
       tail -n 1 ${relativePath(cloud.outbox.file)}

Stop with Ctrl-C.`;
}
