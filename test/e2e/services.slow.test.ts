import {
  APIGatewayClient,
  CreateUsagePlanKeyCommand,
  DeleteUsagePlanKeyCommand,
  GetApiKeysCommand,
  GetUsagePlanKeyCommand,
  GetUsagePlansCommand,
} from '@aws-sdk/client-api-gateway';
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { savePair } from '#src/duplicates/store/pairs.ts';
import type { IngestionJob } from '#src/ingestion/domain/job.ts';
import { propose } from '#src/ingestion/proposals/store/proposals.ts';
import { addPendingItems } from '#src/ingestion/store/job-items.ts';
import { createJob } from '#src/ingestion/store/job-requests.ts';
import { beginJob, markPlanned } from '#src/ingestion/store/jobs.ts';
import { type ComparedRecord, newPair } from '#src/records/likeness/pair.ts';
import { keys, refs } from '#src/table/keys.ts';
import { db } from '#src/table/table.ts';
import { Clock } from '../../local/clock.ts';
import type { Cloud } from '../../local/cloud.ts';
import { ownerCredentials } from '../../local/iam/access.ts';
import { aProject, aQuestion, aSummary } from '../support/builders.ts';
import { startTestCloud, startTimeoutMs, tableEnvironment, waitFor } from '../support/cloud.ts';
import { storeProject } from '../support/projects.ts';

/** Tests of the work of functions with queues, buckets, secrets, the user pool and the gateway, each under its own role. */

const hourMs = 3_600_000;
const [carberry, lovelace, third] = ['0000-0002-1825-0097', '0009-9999-0000-0019', '0009-9999-0000-0027'];
const withoutRecord = '0009-9999-0000-0035';
const article = '10.5555/acp.2019.0042';
const busyAtOrcid = '0009-9999-0000-0078';
const busyAtCrossref = '10.5555/busy';
const clock = new Clock();
let cloud: Cloud;
let hasChanged = false;

beforeAll(async () => {
  cloud = await startTestCloud({
    clock,
    intercept: async ({ source, path }) => {
      if ([busyAtOrcid, busyAtCrossref].some((busy) => decodeURIComponent(path).includes(busy))) {
        return { status: 429, headers: { 'retry-after': '120' }, body: '' };
      }
      if (source !== 'orcid' || !path.endsWith('/search') || !hasChanged) return undefined;
      // ORCID lists the changed records.
      const result = [{ 'orcid-identifier': { path: carberry } }];
      return { status: 200, body: JSON.stringify({ result, 'num-found': 1 }) };
    },
  });
  Object.assign(process.env, {
    ...tableEnvironment(cloud),
    AWS_ENDPOINT_URL_SECRETS_MANAGER: process.env.TEST_SECRETS_ENDPOINT,
    ERASURE_KEY_SECRET_ARN: 'erasure-key',
  });
}, startTimeoutMs);
afterAll(() => cloud?.stop());

// biome-ignore lint/suspicious/noExplicitAny: bodies have many shapes
async function ask(method: string, path: string, body?: object): Promise<{ status: number; body: any }> {
  const operator = path.startsWith('/api/cli/') ? cloud.stack.admin_cli_secret : undefined;
  const response = await fetch(`${cloud.dashboardUrl}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${operator ?? cloud.stack.dashboard_tokens.superadmin}`,
      'Content-Type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

const jobOf = async (id: string) => (await ask('GET', `/api/ingest/jobs/${id}`)).body.job;
const ended = (id: string) =>
  waitFor('the end of the job', async () => {
    const job = await jobOf(id);
    return job.finished_at !== null && job;
  });

const request = { requestedBy: 'somebody', workspace: 'library', requestId: 'request-1' };

/** A job that has read an ORCID record and whose messages were lost. */
async function planJob(orcid: string, doi: string): Promise<IngestionJob> {
  const now = new Date(clock.now());
  const { job } = await createJob({ ...request, orcid }, now);
  const begun = await beginJob(job.job_id, now);
  if (!begun) throw new Error('not begun');
  await addPendingItems(job.job_id, [{ doi, aliases: [], summary: aSummary(), others: [] }]);
  await markPlanned(begun, now);
  return job;
}

async function ingest(orcid: string): Promise<string> {
  const { body } = await ask('POST', '/api/ingest', { orcid_ids: [orcid] });
  return body.jobs[0].job_id;
}

describe('ingestions', () => {
  test('one that failed is tried again', async () => {
    const id = await ingest(withoutRecord);
    expect(await ended(id)).toMatchObject({ status: 'failed' });
    const { status, body } = await ask('POST', `/api/ingest/jobs/${id}/retry`);
    expect(status).toBe(202);
    expect(await ended(body.job.job_id)).toMatchObject({ status: 'failed', retry_of: id });
  });

  test('lost messages of both queues are sent again; a researcher who was deleted meanwhile is added', async () => {
    const { job: queued } = await createJob({ ...request, orcid: lovelace }, new Date(clock.now()));
    const job = await planJob(third, article);
    clock.advance(hourMs);
    await cloud.runSchedule('ResumeJobs');
    await ended(queued.job_id);
    expect(await ended(job.job_id)).toMatchObject({ status: 'completed' });
    expect((await ask('GET', `/api/people/${third}`)).status).toBe(200);
  });

  test('wait for a source that demands a long pause', async () => {
    await planJob('0009-9999-0000-0086', busyAtCrossref);
    clock.advance(hourMs);
    await cloud.runSchedule('ResumeJobs');
    await ingest(busyAtOrcid);
    for (const name of ['ingest-researcher', 'ingest-work']) {
      await waitFor(`the pause of ${name}`, () =>
        cloud.logs.find(({ job, message }) => job === name && String(message).startsWith('Message postponed')),
      );
    }
    expect(cloud.logs.filter(({ message }) => String(message).startsWith('Message not postponed'))).toEqual([]);
  });

  test('of publications by DOI, whose researchers are added', async () => {
    const orcid = '0009-9999-0000-0043';
    const imported = await ask('POST', '/api/import/doi', { doi: '10.5555/jcp.2020.115', researcher_orcids: [orcid] });
    expect(imported.status).toBe(201);
    expect((await ask('GET', `/api/people/${orcid}`)).status).toBe(200);
  });

  test('of a publication that was proposed of somebody who is added', async () => {
    const orcid = '0009-9999-0000-0051';
    await propose('proposal-1', aQuestion({ kind: 'work', doi: article, orcids: [orcid] }), new Date(clock.now()));
    expect((await ask('POST', '/api/proposals/proposal-1', { decision: 'accept' })).status).toBe(200);
    expect((await ask('GET', `/api/people/${orcid}`)).status).toBe(200);
  });
});

describe('lists', () => {
  test('are compacted and compared with what the snapshots hold', async () => {
    await ended(await ingest(carberry));
    // One of each list.
    const project = aProject({ id: 'kilns' });
    await storeProject(project, new Date(clock.now()));
    const members = [article, '10.5555/other'].map((id) => ({ kind: 'publication' as const, id })) as [
      ComparedRecord,
      ComparedRecord,
    ];
    const likeness = { score: 80, reasons: ['same_title' as const] };
    await savePair(newPair('pair-1', members, likeness, new Date(clock.now())), undefined);
    await cloud.runSchedule('CompactLists');
    const compacted = cloud.logs.findLast(({ message }) => message === 'lists compacted');
    expect(compacted).toMatchObject({ publications: expect.anything(), people: expect.anything() });
    await cloud.runSchedule('FindDuplicates');
  });

  test('members of a project are compared with erased people', async () => {
    const project = { id: 'stoves', programme: 'Pottery', title: 'Kilns', member_orcids: [carberry] };
    expect((await ask('POST', '/api/projects', project)).status).toBe(201);
    const bulk = { projects: [{ ...project, id: 'ovens', member_orcids: [carberry, lovelace] }] };
    expect((await ask('POST', '/api/projects/bulk', bulk)).status).toBe(200);
  });

  test('saved views are compared with erased people', async () => {
    const search = { orcid_id: carberry };
    const view = { list: 'publications', name: 'His', search, shared: false };
    const { status, body } = await ask('POST', '/api/saved-views', view);
    expect(status).toBe(201);
    expect((await ask('PATCH', `/api/saved-views/${body.id}`, { search: { ...search, q: 'pots' } })).status).toBe(200);
  });

  test('all data about a person is exported', async () => {
    const kinds = new Set<string>();
    let cursor: string | null = '';
    while (cursor !== null) {
      const query = cursor && `?cursor=${encodeURIComponent(cursor)}`;
      const { status, body } = await ask('GET', `/api/people/${carberry}/export${query}`);
      expect(status).toBe(200);
      for (const { kind } of body.records) kinds.add(kind);
      cursor = body.next;
    }
    expect([...kinds]).toEqual(expect.arrayContaining(['person', 'publication']));
  });

  test('a person who has changed at ORCID is ingested again at night', async () => {
    hasChanged = true;
    // The ninth night at two o'clock, when publications are due, too.
    const day = 24 * hourMs;
    clock.advance(9 * day + 2 * hourMs - (clock.now() % day));
    await cloud.runSchedule('RefreshStale');
    const jobs = await waitFor('the job', async () => {
      const { body } = await ask('GET', `/api/ingest/jobs?orcid=${carberry}`);
      return body.jobs.length > 1 && body.jobs;
    });
    expect(jobs[0]).toMatchObject({ requested_by: 'refresh' });
    await ended(jobs[0].job_id);
  });
});

describe('users', () => {
  test('an invited person who is in the user pool already is found there', async () => {
    const email = 'twice@example.org';
    expect((await ask('POST', '/api/cli/users', { email, is_superadmin: false })).status).toBe(201);
    // As if the pool had acted but its response was lost.
    await forget(email);
    expect((await ask('POST', '/api/workspace/invitations', { email, role: 'workspace_member' })).status).toBe(201);
    await forget(email);
    expect((await ask('POST', '/api/cli/users', { email, is_superadmin: false })).status).toBe(201);
  });

  async function forget(email: string) {
    const gone = [keys.user(email), keys.userRow(email)];
    for (const Key of gone) await db.send(new DeleteCommand({ TableName: cloud.tableName, Key }));
  }
});

describe('API keys', () => {
  const base = '/api/site-tools/api-keys';
  const gateway = () =>
    new APIGatewayClient({ region: 'us-east-1', endpoint: cloud.controlPlaneUrl, credentials: ownerCredentials });

  async function makeKey(): Promise<string> {
    const settings = { client_name: 'Library', scopes: [], rate_limit_per_minute: 60 };
    return (await ask('POST', base, settings)).body.key.key_hash;
  }

  /** Moves a key to another usage plan and forgets its id, as if calls of the gateway had failed half-way. */
  async function disturb(hash: string, changes: Record<string, unknown> = {}) {
    const client = gateway();
    const { items = [] } = await client.send(new GetApiKeysCommand({ nameQuery: `registry-key-${hash}` }));
    const keyId = String(items[0]?.id);
    const plans = (await client.send(new GetUsagePlansCommand({}))).items ?? [];
    const plan = await planOf(keyId);
    const other = String(plans.find(({ id }) => id !== plan)?.id);
    await client.send(new DeleteUsagePlanKeyCommand({ usagePlanId: String(plan), keyId }));
    await client.send(new CreateUsagePlanKeyCommand({ usagePlanId: other, keyId, keyType: 'API_KEY' }));
    const values = { gateway_id: null, ...refs.unsyncedKey(clock.now(), hash), ...changes };
    await db.send(
      new UpdateCommand({
        TableName: cloud.tableName,
        Key: keys.apiKey(hash),
        UpdateExpression: `SET ${Object.keys(values)
          .map((name) => `#${name} = :${name}`)
          .join(', ')}`,
        ExpressionAttributeNames: Object.fromEntries(Object.keys(values).map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: Object.fromEntries(
          Object.entries(values).map(([name, value]) => [`:${name}`, value]),
        ),
      }),
    );
    return { keyId, plan };
  }

  async function planOf(keyId: string): Promise<string | undefined> {
    const plans = (await gateway().send(new GetUsagePlansCommand({}))).items ?? [];
    for (const { id } of plans) {
      const found = await gateway()
        .send(new GetUsagePlanKeyCommand({ usagePlanId: String(id), keyId }))
        .catch(() => undefined);
      if (found) return id;
    }
    return undefined;
  }

  const isKnown = async (hash: string) =>
    ((await gateway().send(new GetApiKeysCommand({ nameQuery: `registry-key-${hash}` }))).items ?? []).length > 0;

  test('setting the limit again repairs a key', async () => {
    const hash = await makeKey();
    const { keyId, plan } = await disturb(hash);
    expect((await ask('PATCH', `${base}/${hash}`, { rate_limit_per_minute: 60 })).status).toBe(200);
    expect(await planOf(keyId)).toBe(plan);
  });

  test('a key whose id is unknown is revoked by its rotation', async () => {
    const hash = await makeKey();
    await disturb(hash);
    expect((await ask('POST', `${base}/${hash}/rotate`, { revoke_old: true })).status).toBe(200);
    expect(await isKnown(hash)).toBe(false);
  });

  test('the schedule syncs what is left: a key in another plan, and one that was revoked', async () => {
    const [kept, revoked] = [await makeKey(), await makeKey()];
    const { keyId, plan } = await disturb(kept);
    await disturb(revoked, { active: false, revoked_at: clock.now() });
    await cloud.runSchedule('SyncApiKeys');
    expect(await planOf(keyId)).toBe(plan);
    expect(await isKnown(revoked)).toBe(false);
  });
});
