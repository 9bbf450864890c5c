import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compact } from '#src/lists/load/compaction.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import { startQueues } from '../../local/engines/queues.ts';
import { progress } from './command.ts';
import type { FirstAnswer } from './first-answer.ts';
import { median, percentile } from './statistics.ts';
import { withTable, writeListRows } from './table.ts';

const run = promisify(execFile);
const runs = 5;
const hourMs = 3_600_000;

/** Measures a new process's first answer, from the table and from a snapshot. */
export async function measureLoads(rows: number): Promise<Record<string, number | string>> {
  return withTable(async () => {
    progress('writing the rows to DynamoDB Local');
    await writeListRows(rows, Date.now() - hourMs);
    progress('loading from the table in fresh processes');
    const fromTable = await firstAnswers('table');
    progress('loading from the snapshot in fresh processes');
    const fromSnapshot = await withBucket(async () => {
      const saved = await compact(publicationSpec).catch((error: Error) => error.message);
      if (typeof saved === 'string') return { 'no snapshot': saved };
      return { 'snapshot, KB': saved.bytes / 1024, ...(await firstAnswers('snapshot')) };
    });
    return { ...fromTable, ...fromSnapshot };
  });
}

async function firstAnswers(from: string): Promise<Record<string, number | string>> {
  const answers: FirstAnswer[] = [];
  let failure: string | undefined;
  for (let n = 0; n < runs; n++) {
    const answered = await firstAnswer();
    if ('failure' in answered) failure = answered.failure;
    else answers.push(answered);
  }
  if (failure) process.exitCode = 1;
  const all = (name: keyof FirstAnswer) => answers.map((answer) => answer[name]);
  return {
    ...(answers.length > 0 && {
      [`first answer of a fresh process from the ${from}, ms`]: median(all('pageMs')),
      [`slowest of ${answers.length}, ms (${from})`]: percentile(all('pageMs'), 1),
      [`CPU to the first page, ms (${from})`]: median(all('pageCpuMs')),
      [`CPU to the first search, ms (${from})`]: median(all('searchCpuMs')),
      [`largest memory of the process, MB (${from})`]: median(all('largestMemoryMb')),
    }),
    ...(failure && { [`no answer in ${runs - answers.length} of ${runs} processes (${from})`]: failure }),
  };
}

/** A failing process is a result and does not end the benchmark. */
async function firstAnswer(): Promise<FirstAnswer | { failure: string }> {
  try {
    const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'first-answer.ts')]);
    return JSON.parse(stdout);
  } catch (error) {
    const { stderr = String(error) } = error as { stderr?: string };
    return { failure: /^\w*Error.*$/m.exec(stderr)?.[0] ?? stderr };
  }
}

/** Runs a task with an empty bucket, set in the environment. */
async function withBucket<T>(task: () => Promise<T>): Promise<T> {
  const server = await startQueues(undefined);
  try {
    await fetch(`${server.url}/lists`, { method: 'PUT' });
    Object.assign(process.env, { AWS_ENDPOINT_URL_S3: server.url, BUCKET_NAME: 'lists' });
    return await task();
  } finally {
    delete process.env.BUCKET_NAME;
    await server.stop();
  }
}
