import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll } from '@jest/globals';
import type { Cloud } from '../../local/cloud.ts';
import type { Seed } from '../../local/options.ts';
import { startTestCloud } from './cloud.ts';

/** How long a cloud that seeds the sample may take to start. */
export const seedTimeoutMs = 300_000;

/** Consecutive laptop clouds, for tests of data folders. */
export interface CloudOnFolders {
  /** Contains the data folders; deleted at the end. */
  folder: string;
  start(dataDir: string, seed: Seed): Promise<Cloud>;
  /** The running cloud. Throws if there is none. */
  running(): Cloud;
  stop(): Promise<void>;
}

/** Call it outside of tests: the cloud stops after the last one. */
export function cloudOnFolders(): CloudOnFolders {
  const folder = mkdtempSync(join(tmpdir(), 'registry-folders-'));
  let cloud: Cloud | undefined;
  const stop = async () => {
    await cloud?.stop();
    cloud = undefined;
  };
  afterAll(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }, seedTimeoutMs);
  return {
    folder,
    async start(dataDir, seed) {
      cloud = await startTestCloud({ dataDir, seed });
      return cloud;
    },
    running() {
      if (!cloud) throw new Error('The cloud does not run');
      return cloud;
    },
    stop,
  };
}

/** Runs a script of this repository. Rejects with its output if it fails. */
export const runScript = (name: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [
    '--no-warnings',
    join(import.meta.dirname, `../../scripts/${name}.ts`),
    ...args,
  ]);
