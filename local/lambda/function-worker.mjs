// JavaScript, because stripping types would take half of the start time of each environment.
// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { enableCompileCache, flushCompileCache, SourceMap } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * The entry point of a worker thread: one execution environment, which runs one invocation at a time.
 * @import { FunctionFault } from './instance.ts'
 * @import { Environment, FunctionError, InvokeMessage, MeasureMessage, WorkerMessage } from './instance.ts'
 * @typedef {(event: unknown, context: unknown) => unknown} Handler
 */

if (!parentPort) throw new Error('This file is the entry of a worker thread');
const port = parentPort;
const environment = /** @type {Environment} */ (workerData);
const post = (/** @type {WorkerMessage} */ message) => port.postMessage(message);

/** @type {Record<string, { map: SourceMap | undefined }>} */
const maps = {};

if (environment.aheadMs) readTimeFrom(environment.aheadMs);
// Otherwise the resident memory of the whole cloud would trigger alarms.
process.memoryUsage.rss = () => {
  const { heapTotal, external } = process.memoryUsage();
  return heapTotal + external;
};
Error.prepareStackTrace = (error, sites) =>
  [Error.prototype.toString.call(error), ...sites.map((site) => `    at ${inSources(site)}`)].join('\n');

let requestOfConsole = '';
logAsLambdaDoes();
// Stored with the assembly's bundles and deleted with them. Later environments skip compilation.
enableCompileCache(join(environment.folder, '../compile-cache'));
const handler = await load(environment);
const isJob = environment.fault?.isJob ?? false;
const fault = environment.fault && faultOf(environment.fault);
port.on('message', (/** @type {InvokeMessage | MeasureMessage} */ message) => {
  if (message.kind === 'measure') post({ kind: 'measured', bytes: memoryInUse() });
  else invoke(message).then(post, (error) => post({ kind: 'error', error: describe(error) }));
});
post({ kind: 'ready' });
// Node would write it when the thread ends, but threads are usually terminated.
flushCompileCache();

/**
 * @param {InvokeMessage} message
 * @returns {Promise<WorkerMessage>}
 */
async function invoke({ requestId, payload, timeoutMs }) {
  const { functionName, functionArn, logGroup, memoryMb } = environment;
  requestOfConsole = requestId;
  const endsAtMs = performance.now() + timeoutMs;
  const context = {
    awsRequestId: requestId,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: functionArn,
    memoryLimitInMB: String(memoryMb),
    logGroupName: logGroup,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, endsAtMs - performance.now()),
    ...(fault && !isJob && { injectFault: fault }),
  };
  const result = await handler(JSON.parse(payload), context);
  if (isJob) await fault?.();
  return { kind: 'result', payload: JSON.stringify(result) ?? 'null' };
}

/** The heap and buffers of this thread after a garbage collection, which Node only exposes behind a flag. */
function memoryInUse() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/**
 * @param {Environment} environment
 * @returns {Promise<Handler>}
 */
async function load({ folder, handler }) {
  const [file = '', name = ''] = handler.split('.');
  const found = readdirSync(folder).find((entry) => /\.(mjs|cjs|js)$/.test(entry) && entry.startsWith(`${file}.`));
  if (!found) throw new Error(`Cannot find module '${file}' in ${folder}`);
  const module = await import(pathToFileURL(join(folder, found)).href);
  const exported = module[name] ?? module.default?.[name];
  if (typeof exported !== 'function') throw new Error(`${handler} is undefined or not exported`);
  return exported;
}

/** Prefixes a function's `console` output with time and request id, as on Lambda. Other output may be JSON. */
function logAsLambdaDoes() {
  const levels = /** @type {const} */ ({ log: 'INFO', info: 'INFO', debug: 'DEBUG', warn: 'WARN', error: 'ERROR' });
  for (const [method, level] of Object.entries(levels)) {
    const write = (/** @type {unknown[]} */ ...values) =>
      process.stdout.write(`${new Date().toISOString()}\t${requestOfConsole}\t${level}\t${format(...values)}\n`);
    Object.assign(console, { [method]: write });
  }
}

/**
 * Delays the answers of a route, or the runs of a job, and fails a share of all answers: for 3 in 10 the 4th, 7th, 10th, …
 * @param {FunctionFault} fault
 */
function faultOf({ errorsPer10000, delayMs, answers }) {
  return async () => {
    const before = Atomics.add(answers, 0, 1);
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    const failedUntil = (/** @type {number} */ count) => Math.floor((count * errorsPer10000) / 10_000);
    if (failedUntil(before + 1) > failedUntil(before)) throw new Error('This fails because of --fault');
  };
}

/**
 * @param {unknown} error
 * @returns {FunctionError}
 */
function describe(error) {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error) };
  return { errorType: error.name, errorMessage: error.message, trace: error.stack?.split('\n') ?? [] };
}

/**
 * Shifts this thread's clock by the value of a cell shared with the cloud.
 * @param {BigInt64Array} aheadMs
 */
function readTimeFrom(aheadMs) {
  const machineNow = Date.now;
  Date.now = () => machineNow() + Number(Atomics.load(aheadMs, 0));
  globalThis.Date = new Proxy(Date, {
    construct: (target, values, made) => Reflect.construct(target, values.length > 0 ? values : [Date.now()], made),
  });
}

/**
 * A line of a stack trace, mapped to the sources if the bundle has a source map. Maps are read for the first trace;
 * Node's own support would read them at every start.
 * @param {NodeJS.CallSite} site
 */
function inSources(site) {
  const [file, line, column] = [site.getFileName(), site.getLineNumber(), site.getColumnNumber()];
  const origin = file && line && column && mapOf(file)?.findOrigin(line, column);
  if (!origin || !('fileName' in origin)) return String(site);
  // Paths in a map are relative to the bundle and inside the folder of sources and bundles.
  const source = origin.fileName.replace(/^(\.\.\/)+/, '');
  return String(site).replace(`${file}:${line}:${column}`, `${source}:${origin.lineNumber}:${origin.columnNumber}`);
}

/**
 * @param {string} file
 * @returns {SourceMap | undefined}
 */
function mapOf(file) {
  if (!file.startsWith(environment.folder)) return undefined;
  maps[file] ??= { map: readMap(`${file}.map`) };
  return maps[file].map;
}

/** @param {string} file */
function readMap(file) {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // Without a map, traces stay unchanged.
    return undefined;
  }
}
