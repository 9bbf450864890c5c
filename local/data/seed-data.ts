import { readJson, writePrivateJson } from '../files/json-files.ts';
import { type Options, sampleDir } from '../options.ts';
import { seedSample } from './seed.ts';
import type { SeedThread } from './seed-thread.ts';

/** Whether a data folder has its initial data. */
export const isSeeded = (marker: string | undefined): boolean => marker !== undefined && readJson(marker) !== undefined;

/** Writes the initial data of a new data folder, unless its marker shows that this was done. */
export async function seedData(
  { seed, sourcesDir, curated }: Pick<Options, 'seed' | 'sourcesDir'> & { curated?: boolean },
  thread: SeedThread,
  marker: string | undefined,
  report: (step: string) => void,
): Promise<void> {
  if (seed.kind === 'none' || isSeeded(marker)) return;
  if (seed.kind === 'empty') {
    // A later start must not mix imported data with the sample.
    if (marker) writePrivateJson(marker, { seed: 'empty' });
    return;
  }
  if (seed.kind === 'synthetic') {
    report(`writing ${seed.count} synthetic publications`);
    await thread.run({ kind: 'synthetic', count: seed.count });
    if (marker) writePrivateJson(marker, { seed: 'synthetic', publications: seed.count });
    return;
  }
  report('seeding the sample');
  const count = await seedSample(sourcesDir ?? sampleDir, thread, curated ?? false);
  if (marker) writePrivateJson(marker, { seed: 'sample', researchers: count });
}
