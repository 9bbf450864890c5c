import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Api } from '#src/http/route.ts';
import type { Auth } from '#src/identity/callers/caller.ts';
import { isActive } from '#src/ingestion/domain/job.ts';
import { LatestJob } from '#src/ingestion/store/job-list.ts';
import { getJob } from '#src/ingestion/store/jobs.ts';
import { keys } from '#src/table/keys.ts';
import { getItem } from '#src/table/table.ts';
import type { Cloud } from '../../local/cloud.ts';
import { startTestCloud, startTimeoutMs, tableEnvironment, waitFor } from '../support/cloud.ts';
import { knownAnswers, storedItems, unpackLaptop } from '../support/stored-data.ts';
import { isOutdated } from '../support/stored-kinds.ts';
import { allItems } from '../support/table.ts';

interface OlderLaptop {
  cloud: Cloud;
  dataDir: string;
}

/** Starts the laptop cloud of an older version before the tests of this file and sets its table in the environment. */
export function useLaptopOf(version: string): () => OlderLaptop {
  const dataDir = mkdtempSync(join(tmpdir(), 'older-data-'));
  let cloud: Cloud;
  beforeAll(async () => {
    await unpackLaptop(version, dataDir);
    cloud = await startTestCloud({ dataDir, seed: { kind: 'sample' } });
    Object.assign(process.env, tableEnvironment(cloud));
  }, startTimeoutMs);
  afterAll(async () => {
    await cloud?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return () => ({ cloud, dataDir });
}

/**
 * Tests of a laptop cloud with data of an older version, besides reading it: test/routes reads each version's data with
 * every route. The environment of this process must name the table.
 */
export function describeOlderData(version: string, cloudOf: () => Cloud): void {
  const items = storedItems(version);
  const stored = (pk: RegExp, sk: RegExp = /^RECORD$/) =>
    items.filter((item) => pk.test(String(item.pk)) && sk.test(String(item.sk)));

  const credentials = (kind: Auth['kind']): Record<string, string> => {
    const { api_keys, installation_key, dashboard_tokens, admin_cli_secret } = cloudOf().stack;
    if (kind === 'apiKey') return { 'x-api-key': api_keys.full };
    if (kind === 'installation') return { 'x-api-key': installation_key };
    if (kind === 'operator') return { authorization: `Bearer ${admin_cli_secret}` };
    return kind === 'none' ? {} : { authorization: `Bearer ${dashboard_tokens.superadmin}` };
  };
  const baseOf = (api: Api) => (api === 'dashboard' ? cloudOf().dashboardUrl : cloudOf().baseUrl);

  /** Changes something over HTTP. Returns the response, which must be a success. */
  async function send(api: Api, kind: Auth['kind'], method: string, path: string, body?: unknown) {
    const answer = await fetch(baseOf(api) + path, {
      method,
      headers: { ...credentials(kind), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    expect([method, path, answer.ok || `${answer.status} ${text}`]).toEqual([method, path, true]);
    return text === '' ? undefined : JSON.parse(text);
  }

  test(
    'ends the ingestions that were under way, and takes new ones',
    async () => {
      const active = stored(/^JOB#/).filter(({ status }) => status === 'queued' || status === 'processing');
      expect(active.length).toBeGreaterThan(0);
      const [idle] = stored(/^PERSON#/, /^JOB$/).filter((pointer) => pointer.active === false);
      const orcid = String(idle?.pk).replace('PERSON#', '');
      const taken = await send('consumer', 'apiKey', 'POST', '/api/ingest', { orcid_ids: [orcid] });
      expect(taken).toEqual({ queued: 1, requested: 1 });
      const pointer = LatestJob.parse(await getItem(keys.latestJob(orcid)));
      const ids = [...active, pointer].map(({ job_id }) => String(job_id));
      await waitFor('all jobs to end', async () => {
        const found = await Promise.all(ids.map(getJob));
        return found.every((job) => job && !isActive(job));
      });
      for (const id of ids) expect((await getJob(id))?.status).toBe('completed');
    },
    startTimeoutMs,
  );

  test('changes, rotates and deletes its API keys', async () => {
    const path = '/api/site-tools/api-keys';
    const usable = stored(/^KEY#/).filter(
      ({ active, deleted_at, created_by }) => active && deleted_at === null && created_by !== 'seed',
    );
    const revoked = stored(/^KEY#/).filter(({ revoked_at, deleted_at }) => revoked_at !== null && deleted_at === null);
    expect(usable.length).toBeGreaterThan(0);
    expect(revoked.length).toBeGreaterThan(0);
    for (const { key_hash } of usable) {
      const named = await send('dashboard', 'member', 'PATCH', `${path}/${key_hash}`, { client_name: 'Renamed' });
      expect(named.key).toMatchObject({ key_hash, client_name: 'Renamed' });
    }
    // A key can be rotated once, and may still be usable then.
    const [unrotated] = usable.filter(({ rotated_to }) => !rotated_to);
    const rotated = await send('dashboard', 'member', 'POST', `${path}/${unrotated?.key_hash}/rotate`, {
      revoke_old: true,
    });
    expect(rotated.revoked_old).toBe(true);
    for (const { key_hash } of revoked) {
      await send('dashboard', 'member', 'PATCH', `${path}/${key_hash}`, { client_name: 'Put away' });
      await send('dashboard', 'member', 'DELETE', `${path}/${key_hash}`);
    }
    const answer = await fetch(`${cloudOf().baseUrl}/v1/key`, { headers: { 'x-api-key': rotated.secret } });
    expect(await answer.json()).toMatchObject({ client_name: 'Renamed' });
  });

  test('changes its installations, their origins and their credentials', async () => {
    for (const { id } of stored(/^INSTALLATION#/)) {
      const path = `/api/installations/${id}`;
      await send('dashboard', 'member', 'PATCH', path, { display_name: 'Renamed' });
      await send('dashboard', 'member', 'POST', `${path}/origins`, { origin: 'https://new.example' });
      const { credentials: held } = await send('dashboard', 'member', 'GET', `${path}/credentials`);
      const [first] = held.filter(({ active }: { active: boolean }) => active);
      const rotated = await send('dashboard', 'member', 'POST', `${path}/credentials/${first.id}/rotate`, {
        revoke_old: false,
        expires_at: null,
      });
      await send('dashboard', 'member', 'DELETE', `${path}/credentials/${rotated.credential.id}`);
    }
  });

  test('changes its members, takes back invitations and makes new ones', async () => {
    const path = '/api/workspace';
    for (const { email, role } of stored(/^WORKSPACE#/, /^MEMBER#/)) {
      const other = role === 'workspace_admin' ? 'workspace_member' : 'workspace_admin';
      const changed = await send('dashboard', 'member', 'PATCH', `${path}/members/${email}`, { role: other });
      expect(changed.member).toMatchObject({ email, role: other });
    }
    const invitation = { email: 'second@example.org', role: 'workspace_member' };
    await send('dashboard', 'member', 'POST', `${path}/invitations`, invitation);
    await send('dashboard', 'member', 'DELETE', `${path}/invitations/second@example.org`);
    await send('dashboard', 'operator', 'PATCH', '/api/cli/users', {
      email: 'second@example.org',
      is_superadmin: true,
    });
    await send('dashboard', 'operator', 'DELETE', '/api/cli/users?email=second@example.org');
  });

  test('changes what its people are to the partner', async () => {
    for (const { orcid } of stored(/^PERSON#/)) {
      const answer = await send('consumer', 'apiKey', 'POST', `/api/partners/people/${orcid}/membership`, {
        entity_id: 'primary_entity',
        status: 'external',
      });
      expect(answer).toMatchObject({ success: true });
    }
  });

  test('has all records in the current shape after one run of the job, and lists them as before', async () => {
    await cloudOf().runSchedule('BackfillRecords');
    const left = (await allItems()).filter(isOutdated);
    expect(left.map(({ pk, sk }) => `${pk} ${sk}`)).toEqual([]);
    const url = '/v1/publications';
    const { total } = knownAnswers(version)[url] as { total: number };
    expect(await send('consumer', 'none', 'GET', url)).toMatchObject({ total });
  });
}
