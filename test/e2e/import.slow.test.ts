import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import type { Cloud } from '../../local/cloud.ts';
import { cloudOnFolders, runScript, seedTimeoutMs } from '../support/data-folder.ts';

const { folder, start, stop } = cloudOnFolders();
const [dataDir, other, file] = [join(folder, 'data'), join(folder, 'other'), join(folder, 'registry.jsonl')];

/** The lists and answers that clients, curators and superadmins see. */
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
    await runScript('export', '--data', dataDir, '--out', file);

    // As in docs/restore.md: the secrets and the pool's users are copied before the first start.
    mkdirSync(other);
    for (const name of ['secrets.json', 'users.json', 'identity.json']) cpSync(join(dataDir, name), join(other, name));
    const empty = await start(other, { kind: 'empty' });
    await empty.runSchedule(''); // All of them.
    await stop();
    const { stdout } = await runScript('import', '--data', other, '--from', file);
    expect(stdout).toMatch(/^Imported \d+ items into /m);

    expect(await seen(await start(other, { kind: 'sample' }))).toEqual(before);
  },
  4 * seedTimeoutMs,
);
