import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

/** One execution environment of a function, as a worker thread. It does one invocation at a time. */
export interface Environment {
  folder: string;
  /** As in the template: `index.handler`. */
  handler: string;
  functionName: string;
  functionArn: string;
  logGroup: string;
  memoryMb: number;
}

/** Asks for one invocation; payloads are JSON text, as they are between Lambda and its callers. */
export interface InvokeMessage {
  requestId: string;
  payload: string;
  deadlineMs: number;
}

export type WorkerMessage =
  | { kind: 'ready' }
  | { kind: 'result'; payload: string }
  | { kind: 'error'; error: FunctionError };

/** What Lambda tells a caller about an exception. */
export interface FunctionError {
  errorType: string;
  errorMessage: string;
  trace?: string[];
}

type Handler = (event: unknown, context: unknown) => unknown;

if (!parentPort) throw new Error('This file is the entry of a worker thread');
const port = parentPort;
const environment = workerData as Environment;
const post = (message: WorkerMessage) => port.postMessage(message);

const handler = await load(environment);
port.on('message', (message: InvokeMessage) => {
  invoke(message).then(post, (error: unknown) => post({ kind: 'error', error: describe(error) }));
});
post({ kind: 'ready' });

async function invoke({ requestId, payload, deadlineMs }: InvokeMessage): Promise<WorkerMessage> {
  const { functionName, functionArn, logGroup, memoryMb } = environment;
  const context = {
    awsRequestId: requestId,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: functionArn,
    memoryLimitInMB: String(memoryMb),
    logGroupName: logGroup,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()),
  };
  const result = await handler(JSON.parse(payload), context);
  return { kind: 'result', payload: JSON.stringify(result) ?? 'null' };
}

async function load({ folder, handler }: Environment): Promise<Handler> {
  const [file = '', name = ''] = handler.split('.');
  const found = readdirSync(folder).find((entry) => /\.(mjs|cjs|js)$/.test(entry) && entry.startsWith(`${file}.`));
  if (!found) throw new Error(`Cannot find module '${file}' in ${folder}`);
  const module = (await import(pathToFileURL(join(folder, found)).href)) as Record<string, unknown>;
  const exported = module[name] ?? (module.default as Record<string, unknown> | undefined)?.[name];
  if (typeof exported !== 'function') throw new Error(`${handler} is undefined or not exported`);
  return exported as Handler;
}

function describe(error: unknown): FunctionError {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error) };
  return { errorType: error.name, errorMessage: error.message, trace: error.stack?.split('\n') ?? [] };
}
