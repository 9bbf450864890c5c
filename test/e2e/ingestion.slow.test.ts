import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { IngestionJob, isActive } from '#src/ingestion/domain/job.ts';
import type { Cloud } from '../../local/cloud.ts';
import { ownerCredentials } from '../../local/iam/access.ts';
import { startTestCloud, startTimeoutMs, tableEnvironment, waitFor } from '../support/cloud.ts';
import { allItems } from '../support/table.ts';

const carberry = '0000-0002-1825-0097';
const article = '10.5555/acp.2019.0042';

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body: string;
}
/** A source's answer to its nth call for a path; undefined for its recording. */
type Script = (call: number) => Answer | undefined | Promise<Answer | undefined>;
const scripts = new Map<string, Script>();
const calls = new Map<string, number>();
let cloud: Cloud;

beforeAll(async () => {
  cloud = await startTestCloud({
    intercept: async ({ source, path }) => {
      const asked = `${source} ${decodeURIComponent(path)}`;
      const part = [...scripts.keys()].find((each) => asked.includes(each));
      if (part === undefined) return undefined;
      const call = (calls.get(part) ?? 0) + 1;
      calls.set(part, call);
      return scripts.get(part)?.(call);
    },
  });
  Object.assign(process.env, tableEnvironment(cloud));
}, startTimeoutMs);
beforeEach(() => {
  scripts.clear();
  calls.clear();
});
afterAll(() => cloud?.stop());

async function ask(...orcids: string[]): Promise<{ queued: number; requested: number }> {
  const response = await fetch(`${cloud.baseUrl}/api/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': cloud.stack.api_keys.ingest },
    body: JSON.stringify({ orcid_ids: orcids }),
  });
  expect(response.status).toBe(202);
  return (await response.json()) as { queued: number; requested: number };
}

async function jobs(): Promise<IngestionJob[]> {
  const items = await allItems();
  const found = items.filter(({ pk, sk }) => String(pk).startsWith('JOB#') && sk === 'RECORD');
  return found.map((item) => IngestionJob.parse(item)).sort((one, other) => one.created_at - other.created_at);
}

/** Requests an ingestion and waits for its end. */
async function ingest(orcid: string): Promise<IngestionJob> {
  expect(await ask(orcid)).toEqual({ queued: 1, requested: 1 });
  return waitFor(`the ingestion of ${orcid}`, async () => {
    const job = (await jobs()).filter(({ orcid_id }) => orcid_id === orcid).at(-1);
    return job && !isActive(job) && job;
  });
}

/** Ends the running function; its messages return immediately, not after their visibility timeout. */
async function kill(functionName: string, queue: string): Promise<void> {
  expect(await cloud.killFunction(functionName)).toBeGreaterThan(0);
  cloud.queues.byName(queueName(queue)).redeliver();
}

/** The physical name of a queue contains its own name, and so does that of its dead-letter queue. */
function queueName(name: string): string {
  const found = cloud.queues.names().find((each) => each.toLowerCase().includes(name) && !/dead|dlq/i.test(each));
  if (!found) throw new Error(`no queue ${name} among ${cloud.queues.names()}`);
  return found;
}

const detail = (doi: string) => fetch(`${cloud.baseUrl}/v1/doi/${doi}`);
const failingTwice =
  (answer: Answer): Script =>
  (call) =>
    call <= 2 ? answer : undefined;
const crossref = `crossref /works/${article}`;
const html = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Please wait</html>' };

/** CloudWatch's data for a metric of the registry in the last hour. */
async function sumOf(MetricName: string, dimensions: Record<string, string>): Promise<number> {
  const Dimensions = Object.entries({ table: cloud.tableName, ...dimensions }).map(([Name, Value]) => ({
    Name,
    Value,
  }));
  const Metric = { Namespace: 'PublicationRegistry', MetricName, Dimensions };
  const minute = Math.floor(Date.now() / 60_000) * 60;
  const asked = await fetch(cloud.controlPlaneUrl, {
    method: 'POST',
    headers: {
      authorization: `AWS4-HMAC-SHA256 Credential=${ownerCredentials.accessKeyId}/20260131/us-east-1/monitoring/aws4_request`,
      'x-amz-target': 'GraniteServiceVersion20100801.GetMetricData',
    },
    body: JSON.stringify({
      StartTime: minute - 3600,
      EndTime: minute + 60,
      MetricDataQueries: [{ Id: 'sum', MetricStat: { Metric, Period: 60, Stat: 'Sum' } }],
    }),
  });
  const { MetricDataResults } = (await asked.json()) as { MetricDataResults: { Values: number[] }[] };
  return MetricDataResults.flatMap(({ Values }) => Values).reduce((sum, value) => sum + value, 0);
}

describe('a source in trouble', () => {
  test.each<[string, Answer]>([
    ['500', { status: 500, body: '{"status":"error"}' }],
    ['429 without Retry-After', { status: 429, headers: { 'content-type': 'text/html' }, body: '<html></html>' }],
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '1' }, body: '' }],
    ['HTML with status 200', html],
  ])('%s twice, then an answer: the job succeeds', async (_, answer) => {
    scripts.set(crossref, failingTwice(answer));
    expect(await ingest(carberry)).toMatchObject({ status: 'completed', counts: { failed: 0 } });
    expect(calls.get(crossref)).toBe(3);
    expect((await detail(article)).status).toBe(200);
  });

  test('HTML every time: that publication fails, the rest is stored', async () => {
    const isolde = '0009-9999-0000-0019';
    const dataset = '10.5072/sherds.v2';
    scripts.set(`/dois/${dataset}`, () => html);
    expect(await ingest(isolde)).toMatchObject({ status: 'partial_failure', counts: { failed: 1 } });
    expect((await detail(dataset)).status).toBe(404);
    expect((await detail('10.5555/jcp.2021.9')).status).toBe(200);
    expect(await sumOf('SourceRefusals', { source: 'datacite' })).toBe(3);
    expect(await sumOf('SourceRequests', { source: 'datacite' })).toBeGreaterThanOrEqual(3);
    expect(await sumOf('FailedJobs', {})).toBe(0);
  });
});

describe('a message', () => {
  test('delivered twice changes nothing', async () => {
    const job = await ingest(carberry);
    const before = (await jobs()).length;
    const works = cloud.queues.byName(queueName('works'));
    works.send(JSON.stringify({ jobId: job.job_id, doi: article }));
    works.send(JSON.stringify({ jobId: job.job_id, doi: 'no DOI of this job' }));
    await waitFor('the queue to be empty', () => {
      const { ready, inFlight } = works.inspect();
      return ready.length + inFlight.length === 0;
    });
    expect((await jobs()).length).toBe(before);
    expect((await jobs()).at(-1)).toEqual(job);
  });

  test('whose worker is killed between two writes is handled by the next', async () => {
    // The job has started; the person and the list are not written yet.
    scripts.set(`/${carberry}/works`, async (call) => {
      if (call === 1) await kill('IngestResearcher', 'researchers');
      return undefined;
    });
    // The sources have answered for a publication, and it is not stored yet.
    scripts.set(crossref, async (call) => {
      if (call === 1) await kill('IngestWork', 'works');
      return undefined;
    });
    expect(await ingest(carberry)).toMatchObject({ status: 'completed', attempts: 2, counts: { failed: 0 } });
    expect(calls.get(crossref)).toBe(2);
  });

  test('that always fails ends in the dead-letter queue, and its job fails', async () => {
    scripts.set(`/${carberry}/works`, async () => {
      await kill('IngestResearcher', 'researchers');
      return undefined;
    });
    const job = await ingest(carberry);
    expect(job).toMatchObject({ status: 'failed', attempts: 5 });
    expect(job.error_message).toMatch(/after several attempts/);
    scripts.clear();
    expect(await ingest(carberry)).toMatchObject({ status: 'completed' });
  });
});

test('202: a request while a job is active starts no second job', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  scripts.set(`/${carberry}/works`, async () => {
    await held;
    return undefined;
  });
  expect(await ask(carberry, carberry, `https://orcid.org/${carberry}`)).toEqual({ queued: 1, requested: 3 });
  expect(await ask(carberry)).toEqual({ queued: 0, requested: 1 });
  release();
  await waitFor('the job to end', async () => (await jobs()).every((job) => !isActive(job)));
});
