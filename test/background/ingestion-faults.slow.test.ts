import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Clock } from '../../local/clock.ts';
import type { Cloud } from '../../local/cloud.ts';
import { startTestCloud, startTimeoutMs, tableEnvironment } from '../support/cloud.ts';
import { drillIngestion } from '../support/ingestion-drill.ts';
import { faultKinds, type SyntheticSources, syntheticSources } from '../support/synthetic-sources.ts';

/** `npm run bench:faults` does the same with 10,000 publications. */

const minutes = 60_000;
const clock = new Clock();
let sources: SyntheticSources;
let cloud: Cloud;

beforeAll(async () => {
  sources = syntheticSources({ publications: 100, researchers: 4, faultShare: 0.2, seed: 4 });
  cloud = await startTestCloud({ intercept: sources.intercept, clock });
  Object.assign(process.env, tableEnvironment(cloud));
}, startTimeoutMs);
afterAll(() => cloud?.stop());

test(
  'with a fifth of all answers of the sources failing, nothing is lost, nothing is doubled, and the jobs tell the truth',
  async () => {
    const { rounds, checked, enrichedLater } = await drillIngestion(cloud, sources, { clock, roundMs: 3 * minutes });
    expect(checked).toMatchObject({ publications: 100, works: 8 });
    // The drill has covered each kind of failure, failed works, and an enrichment that had to wait.
    expect(Object.keys(sources.faults).sort()).toEqual([...faultKinds].sort());
    expect(rounds.length).toBeGreaterThan(1);
    expect(enrichedLater).toBeGreaterThan(0);
  },
  6 * minutes,
);
