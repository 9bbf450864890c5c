import { startCloud } from '../../local/cloud.ts';
import { sampleDir } from '../../local/options.ts';

/**
 * The laptop cloud with invented publications, keeping nothing. A process of its own, so that what asks does not share
 * a thread with what answers; the parent gets its address and ends it by closing the channel.
 */
const [rows = '0'] = process.argv.slice(2);
const cloud = await startCloud({
  sourcesDir: sampleDir,
  dataDir: undefined,
  port: 0,
  seed: { kind: 'synthetic', count: Number(rows) },
  verbose: false,
});
// As on AWS, where lists begin from the snapshot of a schedule and only the first of all reads the whole table.
await cloud.runSchedule('CompactLists');
process.once('disconnect', async () => {
  await cloud.stop();
  process.exit();
});
process.send?.({ url: cloud.baseUrl, credential: cloud.stack.installation_key });
