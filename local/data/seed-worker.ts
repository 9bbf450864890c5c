import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { Access } from './write-access.ts';

export type SeedTask =
  | { kind: 'access'; access: Access }
  | { kind: 'sample'; orcids: string[]; curated: boolean }
  | { kind: 'synthetic'; count: number };

/** Requests one task. The environment variables are those of the first: storage reads them once. */
export interface SeedMessage {
  environment: Record<string, string>;
  task: SeedTask;
}

// As in main.ts. Threads have their own.
enableCompileCache(join(import.meta.dirname, '../../.local/compile-cache'));
const loadAccess = () => import('./write-access.ts');
const loadSample = () => import('./write-sample.ts');
let access: Access | undefined;

/**
 * The part of seeding that uses the service's storage modules. Runs in a worker thread with its own environment
 * variables, from which storage reads the table name and endpoint. A rejection ends the thread.
 */
parentPort?.on('message', async ({ environment, task }: SeedMessage) => {
  Object.assign(process.env, environment);
  if (task.kind === 'access') {
    access = task.access;
    await (await loadAccess()).writeAccess(access);
  } else if (task.kind === 'sample') {
    if (!access) throw new Error('The sample is of people who are not written yet');
    await (await loadSample()).writeSample(task, access);
  } else {
    // Directly to the table: ingesting 100,000 publications would take an hour.
    const { writeItems } = await import('./write-items.ts');
    await writeItems((await import('./synthetic.ts')).syntheticItems(task.count));
  }
  parentPort?.postMessage('done');
  // Node would write it when the thread ends, but it is terminated.
  flushCompileCache();
});

// While the engines start.
const ahead = (workerData as { seedsSample?: boolean } | null)?.seedsSample ? [loadAccess, loadSample] : [loadAccess];
for (const load of ahead) await load();
