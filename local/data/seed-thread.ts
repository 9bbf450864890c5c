import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import type { SeedMessage, SeedTask } from './seed-worker.ts';

/** The thread that writes to the table and to API Gateway. It loads what it needs while the engines start. */
export class SeedThread {
  /** The environment variables of the storage modules. */
  environment: Record<string, string> = {};
  readonly #worker: Worker;
  readonly #failed: Promise<never>;

  /** `seedsSample`: whether to load what the sample needs. `sink` receives the lines that handlers of functions log. */
  constructor(seedsSample = false, sink: (line: string) => void = () => {}) {
    const options = { env: {}, execArgv: [], stdout: true, workerData: { seedsSample } };
    this.#worker = new Worker(join(import.meta.dirname, 'seed-worker.ts'), options);
    createInterface({ input: this.#worker.stdout }).on('line', sink);
    this.#failed = new Promise<never>((_, reject) => {
      this.#worker.once('error', reject);
      this.#worker.once('exit', (code) => reject(new Error(`Seeding ended with code ${code}`)));
    });
    // Only tasks tell of it.
    this.#failed.catch(() => {});
  }

  async run(task: SeedTask): Promise<void> {
    const done = new Promise((resolve) => this.#worker.once('message', resolve));
    this.#worker.postMessage({ environment: this.environment, task } satisfies SeedMessage);
    await Promise.race([done, this.#failed]);
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}
