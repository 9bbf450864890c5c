import { startCloud } from '../../local/cloud.ts';
import { sampleDir } from '../../local/options.ts';

/**
 * Runs an ephemeral laptop cloud with synthetic publications in a separate process, so that the benchmark's client has
 * its own thread. Sends its address to the parent, which ends it by closing the channel.
 */
const [rows = '0'] = process.argv.slice(2);
const cloud = await startCloud({
  sourcesDir: sampleDir,
  dataDir: undefined,
  port: 0,
  seed: { kind: 'synthetic', count: Number(rows) },
  verbose: false,
  faults: [],
});
// On AWS, too, lists load from a scheduled snapshot; only the very first load reads the whole table.
await cloud.runSchedule('CompactLists');
process.once('disconnect', async () => {
  await cloud.stop();
  process.exit();
});
const { installation_key, dashboard_tokens } = cloud.stack;
const dashboard = { url: cloud.dashboardUrl, token: dashboard_tokens.workspace_member };
process.send?.({ url: cloud.baseUrl, credential: installation_key, dashboard });
