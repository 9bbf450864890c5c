import { join } from 'node:path';
import type { BegunStart, Cloud, CloudOptions } from './cloud-parts.ts';
import { givenAssembly, type LaptopAssembly, makeAssembly } from './cloudformation/assembly.ts';
import { laptopSettings } from './cloudformation/laptop-settings.ts';
import { calledByStart } from './data/called-by-start.ts';
import { SeedThread } from './data/seed-thread.ts';
import { openFolder } from './files/open-folder.ts';
import { openListeners } from './gateway/gateway.ts';
import { Logs } from './lambda/logs.ts';
import { Metrics } from './metrics/metrics.ts';
import { startTableEngine, type TableEngine } from './table-engine.ts';

export type { Cloud, CloudOptions, StackFile } from './cloud-parts.ts';

/** Starts a cloud. If a step fails, stops what was started and rejects. */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const undo: (() => unknown)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const begun = await begin(options, undo);
    // Its modules are loaded while the processes start that everything waits for.
    const { playTemplates } = await import('./play-templates.ts');
    return await playTemplates(options, { ...begun, stop });
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts what takes longest, in processes of its own. */
async function begin(options: CloudOptions, undo: (() => unknown)[]): Promise<Omit<BegunStart, 'stop'>> {
  const { clock, print = () => {}, report = () => {} } = options;
  const listeners = await openListeners(options.port, undo);
  const folder = openFolder(options.dataDir, undo);
  // Without a data folder, only the log is written to a file.
  const kept = (name: string) => (options.dataDir ? join(folder, name) : undefined);
  const metrics = new Metrics(clock?.now ?? Date.now);
  const logs = new Logs(join(folder, 'functions.log'), options.verbose, metrics);
  undo.push(() => logs.close());

  report('starting DynamoDB Local and SQS');
  const assembling = Promise.withResolvers<LaptopAssembly>();
  const called = calledByStart(options.seed, kept('seed.json'));
  const isFirst = called.length > 0 && !options.assembly;
  // A first start waits for the templates, which take longest, and a later one for the engine.
  const synthesisBegun = Promise.withResolvers<void>();
  if (!isFirst) synthesisBegun.resolve();
  const starting = synthesisBegun.promise.then(() =>
    startTableEngine(options, { folder, kept, undo, assembled: assembling.promise }),
  );
  if (isFirst) void starting.then(warmUp).catch(() => {});
  // Both are awaited below; until then a rejection must not count as unhandled.
  for (const promise of [starting, assembling.promise]) promise.catch(() => {});
  if (!isFirst && options.seed.kind !== 'synthetic') await starting;
  const assembled = options.assembly
    ? Promise.resolve(givenAssembly(options.assembly))
    : makeAssembly(laptopSettings(options), report, { print, first: called, begun: synthesisBegun.resolve });
  assembled.then(assembling.resolve, assembling.reject);
  assembled.catch(() => {}).then(() => synthesisBegun.resolve());
  await synthesisBegun.promise;
  const thread = new SeedThread(isFirst, (line) => logs.write('seed', line));
  undo.push(() => thread.stop());
  assembled.then(({ release }) => undo.push(release)).catch(() => {});
  return { listeners, folder, kept, undo, metrics, logs, starting, assembled, thread };
}

/** While the templates are made. What fails here fails again, and is told, when the tables are made. */
async function warmUp({ endpoint, listens }: TableEngine): Promise<void> {
  await listens;
  const { warmUpEngine } = await import('./engines/tables.ts');
  await warmUpEngine(endpoint);
}
