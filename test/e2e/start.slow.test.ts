import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import type { Cloud } from '../../local/cloud.ts';
import { makeAssembly } from '../../local/cloudformation/assembly.ts';
import { laptopSettings } from '../../local/cloudformation/laptop-settings.ts';
import { calledToSeed } from '../../local/data/called-by-start.ts';
import { sampleDir } from '../../local/options.ts';
import { currentBundles } from '../../scripts/build-lambdas.ts';
import { bundleFolder } from '../../scripts/functions/bundle.ts';
import { startTestCloud, startTimeoutMs } from '../support/cloud.ts';

const root = join(import.meta.dirname, '../..');
const dataDir = mkdtempSync(join(tmpdir(), 'start-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** The decisions of people in the sample, as the Dashboard API shows them. */
async function decisionsOf({ dashboardUrl, stack }: Cloud) {
  const get = async (path: string) => {
    const headers = { authorization: `Bearer ${stack.dashboard_tokens.superadmin}` };
    const response = await fetch(`${dashboardUrl}${path}`, { headers });
    expect([path, response.status]).toEqual([path, 200]);
    return (await response.json()) as Record<string, never>;
  };
  const centre = (await get('/api/groups/kiln-centre')) as unknown as { parents: { id: string }[] };
  const { merged } = (await get('/api/publications/10.5555/icp.2022.31')) as unknown as { merged: { data: object } };
  const { stage } = await get('/api/site-tools/rollout');
  const { installations } = (await get('/api/installations')) as unknown as { installations: unknown[] };
  return {
    parents: centre.parents.map(({ id }) => id).sort(),
    publisher: (merged.data as { publisher?: string }).publisher,
    stage,
    installations: installations.length,
  };
}

const decided = {
  parents: ['institute-of-psychoceramics', 'institute-of-repair'],
  publisher: 'Society for Psychoceramics',
  stage: 10,
  installations: 2,
};

test(
  'the start bundles first what seeding the sample calls',
  async () => {
    const called = new Set<string>();
    const folderOf = (path: string) => relative(join(root, '.local/assemblies'), path).split('/').slice(2).join('/');
    const invoked = ({ environment }: { environment: { folder: string } }) => called.add(folderOf(environment.folder));
    const cloud = await startTestCloud({ dataDir, seed: { kind: 'sample' }, curated: true, invoked });
    const byStart = [...called];
    expect(await decisionsOf(cloud)).toEqual(decided);
    const mails = cloud.outbox.messages().map(({ to }) => to);
    await cloud.stop();
    expect(mails).toEqual(['newcomer@example.org']);
    expect(byStart.length).toBeGreaterThan(2);
    // On a slow machine, schedules run before it is ready.
    expect(calledToSeed.map(bundleFolder)).toEqual(
      expect.arrayContaining(byStart.filter((folder) => !/^background\/(?!ingestion)/.test(folder))),
    );
  },
  startTimeoutMs,
);

test(
  'what the laptop bundles later is what is deployed, byte by byte',
  async () => {
    await currentBundles();
    const settings = { sourcesDir: sampleDir, contactEmail: undefined, dataDir: undefined, loadBalancer: false };
    const assembly = await makeAssembly(laptopSettings({ ...settings, seed: { kind: 'none' } }), () => {});
    try {
      await assembly.pages;
      for (const entry of ['lambdas/consumer/docs/get.ts', ...calledToSeed.slice(0, 3)].filter((each) =>
        assembly.assets.has(each),
      )) {
        await assembly.bundled(entry);
        const code = (folder: string) => readFileSync(join(folder, 'index.cjs'));
        const [ours, deployed] = [String(assembly.assets.get(entry)), join(root, 'dist', bundleFolder(entry))];
        expect(code(ours).equals(code(deployed))).toBe(true);
      }
    } finally {
      assembly.release();
    }
  },
  startTimeoutMs,
);
