import { startCloud } from '../local/cloud.ts';
import { sampleDir } from '../local/options.ts';
import { isActive } from '../src/domain/job.ts';
import { latestJobs } from '../src/ingestion/storage/job-list.ts';
import { waitFor } from '../test/support/cloud.ts';
import { syntheticSources } from '../test/support/synthetic-sources.ts';
import { compareIngestions } from './ingestion/compare.ts';
import { progress, runCommand } from './shared/command.ts';
import { localEnvironment } from './shared/local-environment.ts';

const mostMs = 600_000;
/** Rare enough not to slow down the ingestion. */
const pollMs = 200;

await runCommand({
  name: 'bench:ingestion',
  summary:
    'Measures how long a laptop cloud takes from POST /api/ingest to the end of the job, for one ORCID record: the first\n' +
    'time, when everything is new, and again, when nothing has changed. With another checkout: what both take of the\n' +
    'processor for it by turns, in functions and the table engine together, and whether they store the same of the\n' +
    'recordings (the sample, or the folder REGISTRY_RECORDINGS).',
  options: {
    publications: { defaultValue: 254, describe: 'publications on the record' },
    grouped: { defaultValue: 1, describe: 'DOIs in each group of the record, all of different publications' },
    rounds: { defaultValue: 5, describe: 'with another checkout: turns of each' },
  },
  argument: { name: 'checkout', describe: 'the folder of another checkout', isOptional: true },
  async run({ publications, grouped, rounds }, checkout) {
    if (checkout !== '') return compareIngestions(checkout, publications, rounds);
    const sources = syntheticSources({ publications, researchers: 1, faultShare: 0, seed: 1, grouped });
    progress('starting a laptop cloud');
    const cloud = await startCloud({
      sourcesDir: sampleDir,
      intercept: sources.intercept,
      dataDir: undefined,
      port: 0,
      seed: { kind: 'none' },
      verbose: false,
      faults: [],
    });
    try {
      Object.assign(process.env, localEnvironment(cloud));
      const rows = [];
      for (const ingestion of ['new', 'unchanged']) {
        progress(ingestion);
        const before = { ...sources.requests };
        const startedAtMs = performance.now();
        const processor = process.cpuUsage();
        await ingest(cloud.baseUrl, cloud.stack.api_keys.full, sources.orcids);
        const { user, system } = process.cpuUsage(processor);
        const requests = Object.entries(sources.requests).map(([source, count]) => [
          source,
          count - (before[source] ?? 0),
        ]);
        rows.push({
          ingestion,
          seconds: (performance.now() - startedAtMs) / 1000,
          'processor seconds': (user + system) / 1e6,
          ...Object.fromEntries(requests.map(([source, count]) => [`requests to ${source}`, count])),
        });
      }
      return { rows, facts: { publications, grouped, 'processor seconds': 'of all but the table engine' } };
    } finally {
      await cloud.stop();
    }
  },
});

async function ingest(baseUrl: string, apiKey: string, orcids: string[]): Promise<void> {
  const response = await fetch(`${baseUrl}/api/ingest`, {
    method: 'POST',
    redirect: 'error',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({ orcid_ids: orcids }),
  });
  if (response.status !== 202) throw new Error(`POST /api/ingest answered ${response.status}`);
  const [job] = await waitFor(
    'the end of the job',
    async () => {
      const jobs = await latestJobs(orcids);
      return jobs.length === orcids.length && !jobs.some(isActive) && jobs;
    },
    mostMs,
    pollMs,
  );
  if (job?.status !== 'completed') throw new Error(`The job ended as ${job?.status}: ${job?.error_message}`);
}
