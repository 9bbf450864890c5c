import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Invocation } from '../../local/lambda/functions.ts';
import type { ProcessorShare } from './processor-share.ts';

const script = join(import.meta.dirname, '../shared/cold-function.mjs');

/** A request to another service. Times are since the beginning of the process, in milliseconds. */
export interface Span {
  what: string;
  fromMs: number;
  toMs: number | null;
}

/**
 * The time and memory of a new process until it had answered. If it has a share of a processor, only the answer has
 * that little.
 */
export interface FirstAnswer {
  loadMs: number;
  loadProcessorMs: number;
  status: number | null;
  answerMs: number;
  answerProcessorMs: number;
  memoryMb: number;
  beganMs: number;
  spans: Span[];
  /** The time of the same event once more. */
  againMs?: number;
}

/**
 * Repeats an invocation in a new process. The bundle is loaded with a whole processor, as Lambda does; then the process
 * gets its share, if one is given.
 */
export async function firstAnswer(
  { environment, variables, timeoutMs, event }: Invocation,
  share?: ProcessorShare,
  { isRepeated = false } = {},
): Promise<FirstAnswer> {
  const [file = 'index'] = environment.handler.split('.');
  const found = readdirSync(environment.folder).find(
    (entry) => entry.startsWith(`${file}.`) && /\.[cm]?js$/.test(entry),
  );
  const child = fork(script, [join(environment.folder, found ?? '')], {
    env: { ...variables, PATH: process.env.PATH ?? '' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  try {
    const loaded = await message(child);
    if (child.pid !== undefined) share?.limit(child.pid);
    child.send({ event, timeoutMs });
    const answered = await message(child);
    const first = { ...loaded, ...answered } as FirstAnswer; // what the script sends
    if (!isRepeated) return first;
    child.send({ event, timeoutMs });
    const { answerMs: againMs } = (await message(child)) as FirstAnswer;
    return { ...first, againMs };
  } finally {
    if (child.connected) child.disconnect();
    if (child.exitCode === null) await once(child, 'exit');
  }
}

async function message(child: ChildProcess): Promise<object> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`A function ended with code ${code}`);
  });
  const [received] = await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => undefined);
  return received as object;
}
