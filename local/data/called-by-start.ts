import { existsSync } from 'node:fs';
import type { Seed } from '../options.ts';

/** The functions that the start calls to seed the sample. A function that is missing here only takes longer. */
export const calledToSeed: readonly string[] = [
  'lambdas/background/ingestion/ingest-researcher.ts',
  'lambdas/background/ingestion/ingest-work.ts',
  'lambdas/triggers/write-mail.ts',
];

/** The functions that a start will call before it is ready, which are bundled first. `marker` is there once it has seeded. */
export const calledByStart = (seed: Seed, marker: string | undefined): readonly string[] =>
  seed.kind === 'sample' && !existsSync(marker ?? '') ? calledToSeed : [];
