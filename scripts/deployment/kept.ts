import * as z from 'zod';
import { AwsError, awsJson } from '../aws/cli.ts';
import { packAssembly, unpackRelease } from '../release/archive.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

/** One deployment of a stage. `begun` also means failed. */
const Deployment = z.object({
  /** When it began, which is also the name of its assembly unless it returned to an older one. */
  id: z.string(),
  release: z.string(),
  /** The deployment whose assembly it deployed. */
  assembly: z.string(),
  state: z.enum(['begun', 'done']),
});
export type Deployment = z.output<typeof Deployment>;

const History = z.array(Deployment);
const Anything = z.object({});
const Stacks = z.object({
  Stacks: z.array(
    z.object({ Outputs: z.array(z.object({ OutputKey: z.string(), OutputValue: z.string() })).default([]) }),
  ),
});

const historyKey = 'deployments/history.json';
const archiveKey = (assembly: string) => `deployments/${assembly}.tar.zst`;
/** About 26 MB each. */
const assembliesKept = 5;
const deploymentsKept = 50;

/** The kept deployments in a stage's bucket, and their history. */
export class KeptDeployments {
  readonly #bucket: string;
  readonly #region: string;

  private constructor(bucket: string, region: string) {
    this.#bucket = bucket;
    this.#region = region;
  }

  /** Undefined while the stage has no bucket, before its first deployment has finished. */
  static async of(stage: string, region: string): Promise<KeptDeployments | undefined> {
    const command = ['aws', 'cloudformation', 'describe-stacks', '--stack-name', `registry-${stage}-data`];
    const found = await awsJson([...command, '--region', region], Stacks);
    const bucket = found?.Stacks[0]?.Outputs.find(({ OutputKey }) => OutputKey === 'BucketName')?.OutputValue;
    return bucket === undefined ? undefined : new KeptDeployments(bucket, region);
  }

  /** Newest first; empty if nothing was kept yet. */
  async history(): Promise<Deployment[]> {
    return withTemporaryFolder(async (folder) => {
      try {
        await this.#ask('get-object', historyKey, [folder.file('history.json')]);
      } catch (error) {
        if (error instanceof AwsError && error.code === 'NoSuchKey') return [];
        throw error;
      }
      return History.parse(JSON.parse(folder.read('history.json')));
    });
  }

  /** Puts a deployment first in the history, or changes its state. Deletes assemblies that are no longer kept. */
  async note(deployment: Deployment): Promise<void> {
    const earlier = (await this.history()).filter(({ id }) => id !== deployment.id);
    const history = [deployment, ...earlier].slice(0, deploymentsKept);
    const assemblies = [...new Set(history.map(({ assembly }) => assembly))].sort().reverse();
    const kept = assemblies.slice(0, assembliesKept);
    await withTemporaryFolder(async (folder) => {
      folder.write('history.json', JSON.stringify(history.filter(({ assembly }) => kept.includes(assembly))));
      await this.#ask('put-object', historyKey, ['--body', folder.file('history.json')]);
    });
    for (const assembly of assemblies.slice(assembliesKept)) await this.#ask('delete-object', archiveKey(assembly), []);
  }

  async keep(assembly: string, source: string): Promise<void> {
    await withTemporaryFolder(async (folder) => {
      packAssembly(source, folder.file('assembly.tar.zst'));
      await this.#ask('put-object', archiveKey(assembly), ['--body', folder.file('assembly.tar.zst')]);
    });
  }

  /** Writes a kept assembly into an empty folder. */
  async fetch(assembly: string, target: string): Promise<void> {
    await withTemporaryFolder(async (folder) => {
      await this.#ask('get-object', archiveKey(assembly), [folder.file('assembly.tar.zst')]);
      unpackRelease(folder.file('assembly.tar.zst'), target);
    });
  }

  async #ask(command: string, key: string, more: readonly string[]): Promise<void> {
    const object = ['--bucket', this.#bucket, '--key', key, '--region', this.#region];
    await awsJson(['aws', 's3api', command, ...object, ...more], Anything);
  }
}
