import { Clock } from '../local/clock.ts';
import { startCloud } from '../local/cloud.ts';
import { sampleDir } from '../local/options.ts';
import { drillIngestion } from '../test/support/ingestion-drill.ts';
import { syntheticSources } from '../test/support/synthetic-sources.ts';
import { progress, runCommand } from './shared/command.ts';
import { localEnvironment } from './shared/local-environment.ts';

/** Longer than a worker needs for its batch. The template's would only prolong the drill. */
const visibilityTimeoutSeconds = 120;
const roundMs = 3 * 3_600_000;

await runCommand({
  name: 'bench:faults',
  summary:
    'Ingests synthetic records through a laptop cloud while the sources fail, tries again what failed, and checks\n' +
    'that nothing is lost, nothing is doubled and the jobs tell the truth. Exit code 1 if not.',
  options: {
    publications: { defaultValue: 10_000, describe: 'publications on the records' },
    researchers: { defaultValue: 40, describe: 'records' },
    percent: { defaultValue: 20, describe: 'of 100 answers of the sources, how many are failures' },
    seed: { defaultValue: 1, describe: 'which answers these are' },
  },
  async run({ publications, researchers, percent, seed }) {
    const sources = syntheticSources({ publications, researchers, faultShare: percent / 100, seed });
    const clock = new Clock();
    progress('starting a laptop cloud');
    const cloud = await startCloud({
      sourcesDir: sampleDir,
      intercept: sources.intercept,
      clock,
      visibilityTimeoutSeconds,
      tableRolesUnchecked: true,
      dataDir: undefined,
      port: 0,
      seed: { kind: 'none' },
      verbose: false,
      faults: [],
    });
    try {
      Object.assign(process.env, localEnvironment(cloud));
      const startedAtMs = performance.now();
      const processor = process.cpuUsage();
      const { rounds, checked, ...later } = await drillIngestion(cloud, sources, { clock, roundMs, progress });
      const { user, system } = process.cpuUsage(processor);
      const failures = Object.values(sources.faults).reduce((sum, count) => sum + count, 0);
      const requests = Object.values(sources.requests).reduce((sum, count) => sum + count, 0);
      return {
        rows: rounds.map((jobs, index) => ({
          round: index + 1,
          completed: jobs.completed ?? 0,
          'partial failure': jobs.partial_failure ?? 0,
          failed: jobs.failed ?? 0,
        })),
        summary: Object.entries(sources.faults).map(([failure, answers]) => ({ failure, answers })),
        facts: {
          'publications checked: each stored once, as its sources know it': checked.publications,
          'works without a DOI checked': checked.works,
          'jobs checked: counts, reports, events': checked.jobs,
          'reports of works checked': checked.reports,
          'stored without OpenAlex, enriched later': later.enrichedLater,
          'runs of retry-enrichments': later.enrichmentRuns,
          'requests to the sources': requests,
          '% of them failed': (100 * failures) / requests,
          seconds: (performance.now() - startedAtMs) / 1000,
          'processor seconds, without the table engine': (user + system) / 1e6,
        },
      };
    } finally {
      await cloud.stop();
    }
  },
});
