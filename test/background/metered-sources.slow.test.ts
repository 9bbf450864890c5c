import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { requestIngestion } from '#src/ingestion/request.ts';
import * as resume from '#src/ingestion/resume.ts';
import { itemsOfJob } from '#src/ingestion/store/job-items.ts';
import { getJob } from '#src/ingestion/store/jobs.ts';
import { stuckJobs } from '#src/ingestion/store/stuck-jobs.ts';
import { clearStuckJobs } from '#src/operations/site-tools/clear-stuck-jobs.ts';
import { getPublications } from '#src/records/publications/store/publications.ts';
import { maxReceiveCount } from '#src/table/queues/messages.ts';
import { nextUtcDayMs } from '#src/vocabulary/sources/pause.ts';
import * as researcherWorker from '../../lambdas/background/ingestion/ingest-researcher.ts';
import * as workWorker from '../../lambdas/background/ingestion/ingest-work.ts';
import { job as resumeJob } from '../../lambdas/background/ingestion/resume-jobs.ts';
import { sampleDir } from '../../local/options.ts';
import { type MeterOptions, sampleCredentials } from '../../local/sources/meter.ts';
import type { ReplayAnswer } from '../../local/sources/recordings.ts';
import { type Replay, startReplay } from '../../local/sources/replay.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { startQueues, type TestQueues } from '../support/queues.ts';
import { underRole } from '../support/roles.ts';
import { type SyntheticSources, syntheticSources } from '../support/synthetic-sources.ts';
import { allItems, events } from '../support/table.ts';

const readResearcher = underRole(researcherWorker.job, researcherWorker.handler);
const storeWork = underRole(workWorker.job, workWorker.handler);
const resumeJobs = underRole(resumeJob, resume.resumeJobs);
const manager = mockClient(SecretsManagerClient);
const requester = { requestedBy: 'somebody', workspace: 'primary_entity', requestId: 'request-1' };
const hourMs = 3_600_000;
const startMs = Date.parse('2026-01-31T12:00:00Z');

const lines = captureLog();
let queues: TestQueues;
let replay: Replay | undefined;
let sources: SyntheticSources;
/** The time of the machine in these tests. */
let clockMs: number;
/** Answers in place of the sources', by a part of `source path`. */
const faults = new Map<string, ReplayAnswer>();

beforeAll(async () => {
  queues = await startQueues();
});
beforeEach(async () => {
  clockMs = startMs;
  jest.spyOn(Math, 'random').mockReturnValue(0);
  jest.spyOn(Date, 'now').mockImplementation(() => clockMs);
  faults.clear();
  manager.reset();
  manager.on(GetSecretValueCommand).resolves({ SecretString: 'the key of erasures' });
  queues.purge();
  await freshTable();
});
afterEach(async () => {
  await replay?.close();
  for (const name of ['OPENALEX', 'ORCID']) delete process.env[`${name}_CREDENTIALS_SECRET_ARN`];
});
afterAll(() => queues.stop());

/** Starts metered sources with the records of some people. Only the named ones refuse. */
async function start(options: MeterOptions, size: { publications: number; researchers: number }): Promise<void> {
  sources = syntheticSources({ ...size, faultShare: 0, seed: 1 });
  const intercept: SyntheticSources['intercept'] = async (request) => {
    const fault = [...faults].find(([part]) => `${request.source} ${request.path}`.includes(part));
    return fault ? fault[1] : sources.intercept(request);
  };
  // The clock stands still, so a rate per second would never allow a second burst.
  let askedMs = 0;
  const nowMs = () => {
    askedMs += 200;
    return clockMs + askedMs;
  };
  replay = await startReplay({ dir: sampleDir, intercept, metered: { nowMs, ...options } });
  for (const [source, url] of Object.entries(replay.urls)) {
    process.env[`${source.toUpperCase()}_URL`] = url;
    process.env[`${source.toUpperCase()}_REQUESTS_PER_SECOND`] = '0';
  }
  process.env.ORCID_TOKEN_URL = replay.tokenUrl;
  process.env.SOURCES_CONTACT_EMAIL = 'library@example.org';
}

async function ingestAll(): Promise<string[]> {
  const { jobs } = await requestIngestion(sources.orcids, requester, new Date(clockMs));
  await drain();
  return jobs.map(({ job_id }) => job_id);
}

async function drain(deliveries = 1): Promise<void> {
  while (
    (await queues.deliver('researchers', readResearcher, deliveries)) +
    (await queues.deliver('works', storeWork, deliveries))
  );
}

const meter = () => {
  if (!replay?.meter) throw new Error('not metered');
  return replay.meter.readings;
};
const jobsOf = (ids: string[]) => Promise.all(ids.map((id) => getJob(id)));
const stored = async () => [...(await getPublications([...sources.publications.keys()])).values()];
const pending = async () => (await allItems()).filter(({ pk }) => pk === 'ENRICHMENT');
const known = () => [...sources.publications.values()].filter(({ source }) => source !== 'orcid').length;

describe('OpenAlex', () => {
  test('bills nothing for the works of an ingestion: thirty are enriched with a quota of ten', async () => {
    await start({ only: ['openalex'], perDay: { openalex: 10 } }, { publications: 30, researchers: 1 });
    await ingestAll();
    expect(meter().openalex).toMatchObject({ billed: 0, refusals: 0 });
    expect((await stored()).filter(({ enriched }) => enriched !== null)).toHaveLength(known());
    expect(await pending()).toEqual([]);
  });

  const refusals: [string, ReplayAnswer][] = [
    ['has no quota left', { status: 429, headers: { 'Retry-After': '40000' }, body: '{}' }],
    ['refuses a key', { status: 401, body: '{}' }],
    ['refuses us', { status: 403, body: '{}' }],
  ];
  test.each(refusals)(
    'that %s leaves publications pending, is asked no more, and each work says so',
    async (_, refusal) => {
      await start({ only: ['openalex'] }, { publications: 12, researchers: 1 });
      faults.set('openalex', refusal);
      const ids = await ingestAll();
      expect(await jobsOf(ids)).toMatchObject([{ status: 'completed' }]);
      const records = await stored();
      expect(records).toHaveLength(12);
      for (const { enrichment_pending_since } of records) expect(enrichment_pending_since).toBe(startMs);
      // As many as one process has under way.
      expect(meter().openalex.requests).toBeLessThanOrEqual(4);
      for (const { due_at } of await pending()) expect(due_at).toBeGreaterThanOrEqual(startMs + hourMs);
      const works = (await itemsOfJob(String(ids[0]))).filter(({ id }) => id.startsWith('10.'));
      for (const work of works)
        expect(work).toMatchObject({
          finished: { warnings: [expect.stringMatching(/^OpenAlex .* is asked again after 2026-/)] },
        });
      expect(lines.filter(({ source, untilMs }) => source === 'openalex' && untilMs)).toHaveLength(1);
    },
  );

  test.each(['does not exist', 'is empty'])(
    'whose secret %s is pending, and everything else goes on',
    async (fault) => {
      process.env.OPENALEX_CREDENTIALS_SECRET_ARN = `arn:${fault}`;
      const missing = Object.assign(new Error('gone'), { name: 'ResourceNotFoundException' });
      const answer = manager.on(GetSecretValueCommand, { SecretId: `arn:${fault}` });
      if (fault === 'is empty') answer.resolves({ SecretString: '  ' });
      else answer.rejects(missing);
      await start({ only: ['openalex'] }, { publications: 4, researchers: 1 });
      expect(await jobsOf(await ingestAll())).toMatchObject([{ status: 'completed', counts: { failed: 0 } }]);
      expect(await pending()).toHaveLength(4);
      expect(meter().openalex.requests).toBe(0);
      expect(
        lines.filter(({ message }) => /OpenAlex refuses .*secret does not exist or is empty/.test(String(message))),
      ).toHaveLength(1);
    },
  );
});

describe('Crossref', () => {
  test('that refuses without a word fails no publication, also at the last delivery', async () => {
    await start({ only: [] }, { publications: 4, researchers: 1 });
    faults.set('crossref', { status: 429, headers: {}, body: '' });
    const { jobs } = await requestIngestion(sources.orcids, requester, new Date(clockMs));
    await drain(maxReceiveCount);
    const [job] = await jobsOf(jobs.map(({ job_id }) => job_id));
    expect(job).toMatchObject({ status: 'processing', counts: { failed: 0 } });
    const postponed = lines.filter(({ message }) =>
      String(message).startsWith('Message postponed: Crossref answered 429'),
    );
    expect(new Set(postponed.map(({ afterSeconds }) => afterSeconds))).toEqual(new Set([30, 60, 120, 240]));
    faults.clear();
    clockMs += 2 * hourMs;
    await resumeJobs(new Date(clockMs), Number.POSITIVE_INFINITY);
    await drain();
    expect(await jobsOf([String(job?.job_id)])).toMatchObject([{ status: 'completed', counts: { failed: 0 } }]);
    expect(await stored()).toHaveLength(4);
  });
});

describe('ORCID', () => {
  const people = { publications: 12, researchers: 6 };

  test('with a used quota makes jobs wait until it returns; they fail nothing and are sent again then', async () => {
    // A job needs two sections and a batch has four: six requests complete from one to three, in whatever order they are.
    await start({ only: ['orcid'], perDay: { orcid: 6 } }, people);
    const ids = await ingestAll();
    const jobs = await jobsOf(ids);
    const waiting = jobs.filter((job) => job?.status === 'queued');
    expect(jobs.filter((job) => job?.status === 'completed').length).toBeGreaterThan(0);
    expect(waiting.length).toBeGreaterThan(2);
    for (const job of waiting)
      expect(job).toMatchObject({
        waiting_for: 'orcid',
        waiting_until: nextUtcDayMs(startMs),
        started_at: null,
        attempts: 0,
      });
    // Two sections of each of the four records of a batch at most.
    expect(meter().orcid.refusals).toBeLessThanOrEqual(4);
    const asked = meter().orcid.requests;
    clockMs += 2 * hourMs;
    await resumeJobs(new Date(clockMs), Number.POSITIVE_INFINITY);
    await drain();
    expect(meter().orcid.requests).toBe(asked);

    const stuck = await stuckJobs(900, new Date(clockMs));
    expect(stuck.map(({ job_id }) => job_id).sort()).toEqual(waiting.map((job) => job?.job_id).sort());
    const context = { actor: 'user:ada', now: new Date(clockMs), requestId: 'r' };
    const options = { thresholdSeconds: 900, reason: 'Cleared', context, deadlineMs: clockMs + 60_000 };
    expect((await clearStuckJobs({ ...options, dryRun: true })).jobs).toMatchObject(
      waiting.map(() => ({ waiting_for: 'orcid', waiting_until: nextUtcDayMs(startMs), cleared: false })),
    );

    const isWaiting = async () => (await jobsOf(ids)).some((job) => job?.status === 'queued');
    for (let day = 1; day < people.researchers && (await isWaiting()); day++) {
      clockMs = startMs + day * 24 * hourMs;
      await resumeJobs(new Date(clockMs), Number.POSITIVE_INFINITY);
      await drain();
    }
    for (const job of await jobsOf(ids))
      expect(job).toMatchObject({ status: 'completed', waiting_for: null, waiting_until: null });
    expect((await events()).filter(({ event_type }) => String(event_type).endsWith('failed'))).toEqual([]);
  });

  test('jobs that wait can be cleared', async () => {
    await start({ only: ['orcid'], perDay: { orcid: 1 } }, people);
    const ids = await ingestAll();
    clockMs += hourMs;
    const context = { actor: 'user:ada', now: new Date(clockMs), requestId: 'r' };
    const options = { thresholdSeconds: 900, dryRun: false, reason: 'Cleared', context, deadlineMs: clockMs + 60_000 };
    expect((await clearStuckJobs(options)).totals).toEqual({ found: 6, cleared: 6 });
    for (const job of await jobsOf(ids))
      expect(job).toMatchObject({ status: 'failed', error_message: 'Cleared', waiting_for: null });
  });

  test('with client credentials has no quota, and issues a token once', async () => {
    process.env.ORCID_CREDENTIALS_SECRET_ARN = 'arn:orcid';
    manager
      .on(GetSecretValueCommand, { SecretId: 'arn:orcid' })
      .resolves({ SecretString: `${sampleCredentials.orcid}\n` });
    await start({ only: ['orcid'], perDay: { orcid: 6 } }, people);
    for (const job of await jobsOf(await ingestAll())) expect(job).toMatchObject({ status: 'completed' });
    expect(meter().orcid).toMatchObject({ refusals: 0 });
    expect(manager.commandCalls(GetSecretValueCommand, { SecretId: 'arn:orcid' })).toHaveLength(1);
  });

  test('that cannot be reached for a token, or refuses to issue one, fails no job at once; a refused client does', async () => {
    process.env.ORCID_CREDENTIALS_SECRET_ARN = 'arn:tokens';
    const secret = manager.on(GetSecretValueCommand, { SecretId: 'arn:tokens' });
    secret.resolves({ SecretString: sampleCredentials.orcid });
    await start({ only: ['orcid'] }, { publications: 2, researchers: 1 });
    process.env.ORCID_TOKEN_URL = `${replay?.urls.openalex}/nowhere`;
    faults.set('openalex /nowhere', { status: 503, body: '' });
    const [id] = await ingestAll();
    process.env.ORCID_TOKEN_URL = 'http://127.0.0.1:1/oauth/token';
    const again = async () => {
      clockMs += 2 * hourMs;
      await resumeJobs(new Date(clockMs), Number.POSITIVE_INFINITY);
      await drain();
      return getJob(String(id));
    };
    expect(await again()).toMatchObject({ status: 'processing', counts: { failed: 0 } });
    const postponed = lines.filter(({ message }) => /^Message postponed: ORCID .*token/.test(String(message)));
    expect(postponed.map(({ afterSeconds }) => afterSeconds)).toEqual([60, 60]);
    process.env.ORCID_TOKEN_URL = replay?.tokenUrl;
    expect(await again()).toMatchObject({ status: 'completed' });
    secret.resolves({ SecretString: 'APP-WRONG:secret' });
    clockMs += hourMs;
    const [refused] = await ingestAll();
    const reason = 'ORCID issued no token for the client (401)';
    expect(await getJob(String(refused))).toMatchObject({ status: 'failed', error_message: reason });
  });

  test('within our own budget of a day: then jobs wait, too', async () => {
    process.env.ORCID_REQUESTS_PER_DAY = '5';
    await start({ only: ['orcid'] }, people);
    const jobs = await jobsOf(await ingestAll());
    delete process.env.ORCID_REQUESTS_PER_DAY;
    expect(jobs.filter((job) => job?.waiting_for === 'orcid').length).toBeGreaterThan(0);
    expect(meter().orcid).toMatchObject({ requests: 5, refusals: 0 });
  });
});
