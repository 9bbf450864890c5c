import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { latestJobs } from '#src/ingestion/store/job-list.ts';
import { getPublications } from '#src/records/publications/store/publications.ts';
import type { Cloud } from '../../local/cloud.ts';
import { startTestCloud, startTimeoutMs, tableEnvironment, waitFor } from '../support/cloud.ts';
import { requestIngestion } from '../support/ingestion-drill.ts';
import { syntheticSources } from '../support/synthetic-sources.ts';

/** A laptop cloud without a contact, whose sources meter and refuse like the real ones. */

const sources = syntheticSources({ publications: 60, researchers: 4, faultShare: 0, seed: 1 });
const ofCrossref = [...sources.publications.values()].filter(({ source }) => source === 'crossref');
const answerMs = { crossref: 0 };
const mostMs = 400_000;
let cloud: Cloud;

beforeAll(async () => {
  cloud = await startTestCloud({ metered: true, meter: { answerMs }, intercept: sources.intercept });
  Object.assign(process.env, tableEnvironment(cloud));
}, startTimeoutMs);
afterAll(() => cloud?.stop());

test.each([300, 800])(
  'without a contact none of 48 works of four people at Crossref fails, if it answers in %i ms',
  async (ms) => {
    answerMs.crossref = ms;
    expect(ofCrossref).toHaveLength(48);
    const before = new Set((await latestJobs(sources.orcids)).map(({ job_id }) => job_id));
    await requestIngestion(cloud, sources.orcids);
    const ended = await waitFor(
      'the end of the jobs',
      async () => {
        const jobs = await latestJobs(sources.orcids);
        const isEnded = (job: (typeof jobs)[number]) => !before.has(job.job_id) && job.finished_at !== null;
        return jobs.length === 4 && jobs.every(isEnded) && jobs;
      },
      mostMs,
      500,
    );
    expect(ended.map(({ status, counts }) => [status, counts.failed])).toEqual(Array(4).fill(['completed', 0]));
    const stored = await getPublications(ofCrossref.map(({ doi }) => doi));
    expect([...stored.values()].filter(({ source }) => source === 'crossref')).toHaveLength(48);
    expect(cloud.meter?.readings.crossref).toMatchObject({ mostAtOnce: 1, refusals: 0 });
  },
  mostMs,
);
