import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { release } from '#src/runtime/release.ts';
import type { Cloud } from '../../local/cloud.ts';
import { makeWholeAssembly } from '../../local/cloudformation/assembly.ts';
import { laptopSettings } from '../../local/cloudformation/laptop-settings.ts';
import { sampleDir } from '../../local/options.ts';
import { packAssembly, unpackRelease } from '../../scripts/release/archive.ts';
import { startTestCloud, startTimeoutMs } from '../support/cloud.ts';

/** The rollback of docs/upgrading.md on a laptop: a kept assembly runs on data that a newer deployment has written. */

const older = '1.0.99';
const folder = mkdtempSync(join(tmpdir(), 'way-back-'));
const [dataDir, kept] = [join(folder, 'data'), join(folder, 'kept')];
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Keeps a release as `npm run deploy` would have kept an older one that differs only in its version. */
async function keepOlder(): Promise<void> {
  const settings = { sourcesDir: sampleDir, contactEmail: undefined, dataDir, loadBalancer: false };
  const made = await makeWholeAssembly(laptopSettings({ ...settings, seed: { kind: 'sample' } }), () => {});
  packAssembly(made.folder, join(folder, 'kept.tar.zst'));
  made.release();
  mkdirSync(kept);
  unpackRelease(join(folder, 'kept.tar.zst'), kept);
  for (const file of globSync(join(kept, 'asset.*/index.cjs')))
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(`"${release}"`, `"${older}"`));
}

async function ask(cloud: Cloud, method: string, path: string, body?: unknown) {
  const response = await fetch((path.startsWith('/v1/') ? cloud.baseUrl : cloud.dashboardUrl) + path, {
    method,
    headers: {
      authorization: `Bearer ${cloud.stack.dashboard_tokens.superadmin}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  expect([method, path, response.ok || `${response.status} ${text}`]).toEqual([method, path, true]);
  return JSON.parse(text);
}
const releasesIn = ({ logs }: Cloud) =>
  new Set(logs.flatMap(({ release: named }) => (named === undefined ? [] : [named])));

test(
  'a kept assembly runs on what a newer deployment has written, loses none of it, and can be left again',
  async () => {
    await keepOlder();
    const article = '/api/publications/10.5555/jcp.2021.9';
    const edit = (path: string, value: string) => [{ op: 'replace', path, value }];
    const titleOf = async (cloud: Cloud) => (await ask(cloud, 'GET', '/v1/doi/10.5555/jcp.2021.9')).data.title;

    const newer = await startTestCloud({ dataDir, seed: { kind: 'sample' } });
    await ask(newer, 'PATCH', article, edit('/title', 'Of the newer release'));
    const before = await ask(newer, 'GET', '/api/publications?per_page=100');
    expect(releasesIn(newer)).toEqual(new Set([release]));
    await newer.stop();

    const back = await startTestCloud({ dataDir, seed: { kind: 'sample' }, assembly: kept });
    try {
      expect(await titleOf(back)).toBe('Of the newer release');
      expect((await ask(back, 'GET', '/api/publications?per_page=100')).total).toBe(before.total);
      await ask(back, 'PATCH', article, edit('/title', 'Of the older release'));
      const page = await (await fetch(back.dashboardUrl)).text();
      const [, script = ''] = /src="(\/assets\/[^"]+)"/.exec(page) ?? [];
      expect((await fetch(back.dashboardUrl + script)).status).toBe(200);
      expect(releasesIn(back)).toEqual(new Set([older]));
    } finally {
      await back.stop();
    }

    const again = await startTestCloud({ dataDir, seed: { kind: 'sample' } });
    expect(await titleOf(again)).toBe('Of the older release');
    await again.stop();
  },
  startTimeoutMs,
);
