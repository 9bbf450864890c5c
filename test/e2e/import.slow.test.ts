import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from '@jest/globals';
import type { Cloud } from '../../local/cloud.ts';
import type { Seed } from '../../local/options.ts';
import { startTestCloud } from '../support/cloud.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'registry-import-'));
const [dataDir, other, file] = [join(folder, 'data'), join(folder, 'other'), join(folder, 'registry.jsonl')];
const startMs = 200_000;
let cloud: Cloud | undefined;

const start = async (folderOf: string, seed: Seed) => {
  cloud = await startTestCloud({ dataDir: folderOf, seed });
  return cloud;
};
const stop = async () => {
  await cloud?.stop();
  cloud = undefined;
};
afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
}, startMs);

const script = (name: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, ['--no-warnings', join(root, `scripts/${name}.ts`), ...args]);

/** What clients, curators and superadmins see. */
async function seen({ baseUrl, dashboardUrl, stack }: Cloud) {
  const authorization = `Bearer ${stack.dashboard_tokens.superadmin}`;
  const answers = await Promise.all(
    [
      fetch(`${baseUrl}/v1/publications?per_page=100`),
      fetch(`${baseUrl}/v1/people`, { headers: { 'x-api-key': stack.installation_key } }),
      fetch(`${baseUrl}/v1/key`, { headers: { 'x-api-key': stack.api_keys.full } }),
      fetch(`${dashboardUrl}/api/publications?per_page=100`, { headers: { authorization } }),
      fetch(`${dashboardUrl}/api/site-tools/audit?perPage=100`, { headers: { authorization } }),
    ].map(async (sent) => {
      const answer = await sent;
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    }),
  );
  return answers.map(({ status, body: { remaining: _, resets_at: __, ...body } }) => ({ status, body }));
}

it(
  'a registry is imported into one that is empty, also after its jobs have run, and works as before',
  async () => {
    const before = await seen(await start(dataDir, { kind: 'sample' }));
    expect(before.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await stop();
    await script('export', '--data', dataDir, '--out', file);

    // As docs/restore.md says: the secrets and the users of the pool are copied before the first start.
    mkdirSync(other);
    for (const name of ['secrets.json', 'users.json', 'identity.json']) cpSync(join(dataDir, name), join(other, name));
    const empty = await start(other, { kind: 'empty' });
    await empty.runSchedule(''); // All of them.
    await stop();
    const { stdout } = await script('import', '--data', other, '--from', file);
    expect(stdout).toMatch(/^Imported \d+ items into /m);

    expect(await seen(await start(other, { kind: 'sample' }))).toEqual(before);
  },
  4 * startMs,
);
