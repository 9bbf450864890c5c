import type { Assembly } from './cloudformation/assembly.ts';
import { type DynamoDb, launchDynamoDb } from './engines/dynamodb.ts';
import type { Options } from './options.ts';

interface TableOptions extends Pick<Options, 'seed'> {
  /** The address of a running table engine. */
  dynamodbEndpoint?: string | undefined;
  report?: (step: string) => void;
}

interface TableContext {
  folder: string;
  /** The path of a file that is kept between starts; undefined if nothing is kept. */
  kept: (name: string) => string | undefined;
  /** The functions that stop the engines; this adds to them. */
  undo: (() => unknown)[];
  assembled: Promise<Assembly>;
}

/** The table engine, which may not listen yet. */
export type TableEngine = Pick<DynamoDb, 'endpoint' | 'listens' | 'ended'>;

/** Starts the table engine, at once unless synthetic publications are written before. */
export async function startTableEngine(
  { seed, dynamodbEndpoint, report = () => {} }: TableOptions,
  { folder, kept, undo, assembled }: TableContext,
): Promise<TableEngine> {
  if (dynamodbEndpoint) return { endpoint: dynamodbEndpoint, listens: Promise.resolve(), ended: new Promise(() => {}) };
  const [tables, marker] = [kept('dynamodb'), kept('seed.json')];
  if (seed.kind === 'synthetic' && tables && marker) {
    report(`writing ${seed.count} synthetic publications`);
    const { prefill } = await import('./data/prefill.ts');
    const { ownerEnvironment } = await import('./iam/access.ts');
    await prefill({ tables, marker }, seed.count, assembled, ownerEnvironment);
  }
  const engine = await launchDynamoDb(tables, { workingDir: folder, forLongWork: seed.kind === 'synthetic' });
  undo.push(() => engine.stop());
  return engine;
}
