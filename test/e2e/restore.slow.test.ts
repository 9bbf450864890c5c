import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { startCloud } from '../../local/cloud.ts';
import { cloudOnFolders, runScript, seedTimeoutMs } from '../support/data-folder.ts';

const { folder, running, stop, start: startOn } = cloudOnFolders();
const [dataDir, copy] = [join(folder, 'data'), join(folder, 'copy')];
const start = () => startOn(dataDir, { kind: 'sample' });

// biome-ignore lint/suspicious/noExplicitAny: answers of many routes
type Answer = { status: number; body: any };
async function ask(
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: object; body?: unknown } = {},
): Promise<Answer> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(url, { method, headers: { ...type, ...headers }, ...sent });
  return { status: response.status, body: await response.json() };
}
const get = (path: string, headers = {}) => ask(`${running().baseUrl}${path}`, { headers });
const admin = (method: string, path: string, body?: unknown) => {
  const { dashboard_url, dashboard_tokens } = running().stack;
  return ask(`${dashboard_url}${path}`, {
    method,
    body,
    headers: { authorization: `Bearer ${dashboard_tokens.superadmin}` },
  });
};
const operator = (method: string, query = '', body?: unknown) => {
  const { dashboard_url, admin_cli_secret } = running().stack as unknown as Record<string, string>;
  return ask(`${dashboard_url}/api/cli/users${query}`, {
    method,
    body,
    headers: { authorization: `Bearer ${admin_cli_secret}` },
  });
};
const changes = (cursor?: string) =>
  get(`/integrations/v1/changes?list=publications&limit=500${cursor ? `&cursor=${cursor}` : ''}`, {
    'x-api-key': running().stack.installation_key,
  });
const createKey = async (client_name: string): Promise<{ secret: string; hash: string }> => {
  const { body } = await admin('POST', '/api/site-tools/api-keys', {
    client_name,
    scopes: [],
    rate_limit_per_minute: 60,
  });
  return { secret: body.secret, hash: body.key.key_hash };
};
const statusOf = async (secret: string) => (await get('/v1/key', { 'x-api-key': secret })).status;
const emails = async () => (await operator('GET')).body.users.map(({ email }: { email: string }) => email);

/** The publications as clients and curators see them. */
async function seen() {
  const list = await get('/v1/publications?per_page=100');
  const dois: string[] = list.body.publications.map(({ doi }: { doi: string }) => doi);
  const details = await Promise.all(dois.map((doi) => get(`/v1/doi/${encodeURIComponent(doi)}`)));
  const edits = await Promise.all(dois.map((doi) => admin('GET', `/api/publication-edits/${encodeURIComponent(doi)}`)));
  const curated = await admin('GET', '/api/publications?per_page=100');
  const found = await admin('GET', '/api/publications?q=josiah&search_in=everything');
  return { list, details, edits, curated, found };
}

/** Gives a publication values of which compression leaves more than an item can hold, so that it is stored in parts. */
async function enlarge(id: string): Promise<void> {
  for (const name of ['first', 'second', 'third']) {
    const value = randomBytes(180_000).toString('base64');
    const patch = [{ op: 'add', path: `/data/${name}`, value }];
    expect(await admin('PATCH', `/api/publications/${id}`, patch)).toMatchObject({ status: 200 });
    expect((await get(`/v1/doi/${id}`)).body.data[name]).toBe(value);
  }
}

const restore = (...args: string[]) => runScript('restore', ...args);

it(
  'what was deleted comes back as it was, what was revoked since stays revoked, and copies start over',
  async () => {
    await start();
    const kept = await createKey('Kept');
    const revoked = await createKey('Revoked later');
    await operator('POST', '', { email: 'deleted@example.org', display_name: 'D', is_superadmin: true });
    const large = encodeURIComponent((await seen()).list.body.publications[2].doi);
    await enlarge(large);
    const before = await seen();
    const first = await changes();
    expect(before.list.body.total).toBeGreaterThan(3);
    expect(before.found.body.total).toBeGreaterThan(0);
    await stop();
    cpSync(dataDir, copy, { recursive: true });
    const to = new Date().toISOString();

    await start();
    const [edited, deleted] = before.curated.body.publications.map(({ id }: { id: string }) => encodeURIComponent(id));
    const patch = [{ op: 'replace', path: '/title', value: 'Written after the point in time' }];
    expect(await admin('PATCH', `/api/publications/${edited}`, patch)).toMatchObject({ status: 200 });
    expect(await admin('DELETE', `/api/publications/${deleted}`)).toMatchObject({ status: 200 });
    // Its parts of that time are emptied.
    await enlarge(large);
    const later = await createKey('Created later');
    expect(await admin('DELETE', `/api/site-tools/api-keys/${revoked.hash}`)).toMatchObject({ status: 200 });
    expect(await running().runSchedule('RecordRevocations')).toBeUndefined();
    expect(await operator('DELETE', '?email=deleted@example.org')).toMatchObject({ status: 200 });
    const second = await changes(first.body.cursor);
    expect(second.body).toMatchObject({ reset: false });
    expect(second.body.changes.length).toBeGreaterThan(0);
    expect(await seen()).not.toEqual(before);
    // A snapshot of the later rows, which must not be used with the restored table.
    await running().runSchedule('CompactLists');
    await expect(restore('--data', dataDir, '--from', copy, '--to', to, '--run')).rejects.toThrow(
      'a laptop cloud runs on it',
    );
    await stop();

    await restore('--data', dataDir, '--from', copy, '--to', to, '--run');
    await restore('--data', dataDir, '--from', copy, '--to', to, '--check');
    await start();
    expect(await seen()).toEqual(before);
    expect(await statusOf(kept.secret)).toBe(200);
    expect(await statusOf(revoked.secret)).toBe(401);
    expect(await statusOf(later.secret)).toBe(401);
    expect(await emails()).not.toContain('deleted@example.org');
    for (const cursor of [first.body.cursor, second.body.cursor]) {
      const { body } = await changes(cursor);
      expect(body.reset).toBe(true);
      expect(body.changes).toHaveLength(before.list.body.total);
    }
    await running().runSchedule('SyncApiKeys');
    expect(await statusOf(kept.secret)).toBe(200);
    await stop();

    // As if it had been killed before its last step.
    const arriving = join(dataDir, 'dynamodb.restored');
    renameSync(join(dataDir, 'dynamodb'), arriving);
    writeFileSync(join(arriving, 'begun.json'), JSON.stringify({ copyDir: copy, pointInTimeMs: Date.parse(to) }));
    await expect(
      startCloud({
        dataDir,
        sourcesDir: undefined,
        contactEmail: undefined,
        port: 0,
        seed: { kind: 'none' },
        verbose: false,
        faults: [],
      }),
    ).rejects.toThrow('was interrupted');
    const earlier = new Date(Date.parse(to) - 60_000).toISOString();
    const another = restore('--data', dataDir, '--from', copy, '--to', earlier, '--run');
    await expect(another).rejects.toThrow('Another restore was interrupted');
    await restore('--data', dataDir, '--from', copy, '--to', to, '--run');
    expect([existsSync(join(dataDir, 'dynamodb')), existsSync(arriving)]).toEqual([true, false]);

    // As if the copy was made after a restore was killed: that restore's preparations do not count for this one.
    writeFileSync(join(copy, 'dynamodb/prepared.json'), '{"name":"another","id":"another"}');
    await restore('--data', dataDir, '--from', copy, '--to', to, '--run');
    await start();
    expect(await statusOf(revoked.secret)).toBe(401);
  },
  4 * seedTimeoutMs,
);
