import { readJson, writePrivateJson } from '../files/json-files.ts';
import { type Options, sampleDir } from '../options.ts';
import { curateSample } from './curate.ts';
import { type Credentials, type SeedThread, seedSample } from './seed.ts';

/** Writes the initial data of a new data folder, unless its marker shows that this was done. */
export async function seedData(
  {
    seed,
    sourcesDir,
    curated,
    loadBalancer,
  }: Pick<Options, 'seed' | 'sourcesDir' | 'loadBalancer'> & { curated?: boolean },
  to: { baseUrl: string; dashboardUrl: string; credentials: Credentials; thread: SeedThread },
  marker: string | undefined,
  report: (step: string) => void,
): Promise<void> {
  if (seed.kind === 'none' || (marker && readJson(marker))) return;
  if (seed.kind === 'empty') {
    // A later start must not mix imported data with the sample.
    if (marker) writePrivateJson(marker, { seed: 'empty' });
    return;
  }
  if (seed.kind === 'synthetic') {
    report(`writing ${seed.count} synthetic publications`);
    await to.thread.run({ kind: 'synthetic', count: seed.count });
    if (marker) writePrivateJson(marker, { seed: 'synthetic', publications: seed.count });
    return;
  }
  report('seeding the sample');
  const { api_keys, dashboard_tokens } = to.credentials;
  const count = await seedSample(sourcesDir ?? sampleDir, to.baseUrl, api_keys.full, to.thread);
  // The scripts' tokens do not pass through a load balancer.
  if (curated && !loadBalancer) await curateSample(to.dashboardUrl, dashboard_tokens);
  if (marker) writePrivateJson(marker, { seed: 'sample', researchers: count });
}
