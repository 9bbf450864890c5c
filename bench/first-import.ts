import { latestJobs } from '#src/ingestion/store/job-list.ts';
import { dueEnrichments } from '#src/ingestion/store/pending-enrichments.ts';
import { getPublications } from '#src/records/publications/store/publications.ts';
import { startCloud } from '../local/cloud.ts';
import { sampleDir } from '../local/options.ts';
import { waitFor } from '../test/support/cloud.ts';
import { requestIngestion } from '../test/support/ingestion-drill.ts';
import { syntheticSources } from '../test/support/synthetic-sources.ts';
import { progress, runCommand } from './shared/command.ts';
import { localEnvironment } from './shared/local-environment.ts';

const mostMs = 3 * 3_600_000;
const yearMs = 365 * 86_400_000;
/** Rare enough not to slow down the ingestion. */
const pollMs = 2_000;

await runCommand({
  name: 'bench:first-import',
  summary: 'Imports synthetic people from sources that meter and refuse like the real ones, with the default settings.',
  options: {
    publications: { defaultValue: 5_000, describe: 'publications at the sources' },
    researchers: { defaultValue: 40, describe: 'people whose ORCID records list them' },
    contact: { defaultValue: 1, describe: 'whether a contact is set (0 or 1)', isAny: true },
  },
  async run({ publications, researchers, contact }) {
    const sources = syntheticSources({ publications, researchers, faultShare: 0, seed: 1 });
    progress('starting a laptop cloud');
    const cloud = await startCloud({
      sourcesDir: sampleDir,
      intercept: sources.intercept,
      metered: true,
      meter: { answerMs: { crossref: 300, openalex: 100, orcid: 200, datacite: 200 } },
      contactEmail: contact === 0 ? undefined : 'library@example.org',
      dataDir: undefined,
      port: 0,
      seed: { kind: 'none' },
      verbose: false,
      faults: [],
    });
    try {
      Object.assign(process.env, localEnvironment(cloud));
      const startedAtMs = performance.now();
      await requestIngestion(cloud, sources.orcids);
      const jobs = () => latestJobs(sources.orcids);
      let ended = -1;
      const isEnded = async () => {
        const left = (await jobs()).filter(({ finished_at }) => finished_at === null).length;
        if (ended !== researchers - left) progress(`${researchers - left} of ${researchers} jobs have ended`);
        ended = researchers - left;
        return left === 0;
      };
      await waitFor('the end of all jobs', isEnded, mostMs, pollMs);
      const found = [...(await getPublications([...sources.publications.keys()])).values()];
      const failed = (await jobs()).reduce((sum, { counts }) => sum + counts.failed, 0);
      const isPending = ({ enrichment_pending_since }: (typeof found)[number]) => enrichment_pending_since !== null;
      const pending = found.filter(isPending).length;
      // The times at which they are asked again, however late.
      const dated = (await dueEnrichments(new Date(Date.now() + yearMs), publications)).length;
      // OpenAlex does not have what no agency has.
      const forgotten = found.filter((each) => each.source !== 'orcid' && each.enriched === null && !isPending(each));
      const rows = Object.entries(cloud.meter?.readings ?? {}).map(([source, reading]) => ({ source, ...reading }));
      const seconds = (performance.now() - startedAtMs) / 1000;
      const missing = publications - found.length;
      const faults = [
        ...(failed > 0 ? [`${failed} publications have failed`] : []),
        ...(missing > 0 ? [`${missing} publications are missing`] : []),
        ...(forgotten.length > 0 ? [`${forgotten.length} enrichments are neither done nor pending`] : []),
        ...(dated < pending ? [`${pending - dated} pending enrichments have no time`] : []),
      ];
      return { rows, facts: { publications, researchers, contact, pending, seconds }, faults };
    } finally {
      await cloud.stop();
    }
  },
});
