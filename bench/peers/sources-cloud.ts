import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { startCloud as StartCloud } from '../../local/cloud.ts';
import type { syntheticSources as SyntheticSources } from '../../test/support/synthetic-sources.ts';

/**
 * Runs the laptop cloud of a checkout, its current folder, with sources that know as many publications as its first argument
 * says and take as many milliseconds for an answer as its second; with as many other publications as its third. With a fourth
 * one, `metered`, sources limit requests as the real ones do, with a contact address, which older checkouts do not know. Ends
 * when the parent closes the channel.
 */
const [count = '0', answerMs = '0', stored = '0', limits] = process.argv.slice(2);
const from = async <Module>(path: string): Promise<Module> =>
  (await import(pathToFileURL(join(process.cwd(), path)).href)) as Module;
const { startCloud } = await from<{ startCloud: typeof StartCloud }>('local/cloud.ts');
const { syntheticSources } = await from<{ syntheticSources: typeof SyntheticSources }>(
  'test/support/synthetic-sources.ts',
);
const sources = syntheticSources({ publications: Number(count), researchers: 40, faultShare: 0, seed: 1 });
const cloud = await startCloud({
  sourcesDir: join(process.cwd(), 'local/sample'),
  async intercept(request) {
    await delay(Number(answerMs));
    return sources.intercept(request);
  },
  contactEmail: limits === 'metered' ? 'library@example.org' : undefined,
  metered: limits === 'metered',
  dataDir: undefined,
  port: 0,
  seed: stored === '0' ? { kind: 'none' } : { kind: 'synthetic', count: Number(stored) },
  verbose: false,
  faults: [],
});
process.once('disconnect', async () => {
  await cloud.stop();
  process.exit();
});
const dashboard = { url: cloud.dashboardUrl, token: cloud.stack.dashboard_tokens.workspace_member };
process.send?.({ url: cloud.baseUrl, dashboard });
