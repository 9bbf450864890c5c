/** Restores an earlier deployment of a stage: docs/upgrading.md. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.ts';
import { changesBetween, stacksBackwards } from './deployment/changes.ts';
import { KeptDeployments } from './deployment/kept.ts';
import { cdk, parseOptions } from './deployment/options.ts';
import { withTemporaryFolder } from './deployment/temporary-folder.ts';
import { checkChangelog, Refused, targetOf } from './deployment/way-back.ts';

const usage = `Usage: npm run rollback -- [options]

Deploys the assembly of the deployment before the one that runs, as it was built: what npm run deploy has kept. Refuses
if CHANGELOG.md does not say that one can go back, or if that would replace a table, a bucket or an API.

  --list                      print the deployments, the newest first, and change nothing
  --to <deployment>           return to this one (default: the last before the one that runs, or that failed)
  --dry-run                   print what would change, and change nothing
  --region <region>           the region of the deployment (default: the setting region)
  --context registry=<JSON>   the settings, as for cdk (default: those of cdk.json or cdk.context.json)
  --help                      print this text

Exit codes: 0 done, 1 failed, 2 wrong options or settings, 3 refused.`;

await runCommand(usage, async () => {
  const { stage, to, lists, isDryRun } = parseOptions(process.argv.slice(2), 'rollback');
  try {
    const kept = await KeptDeployments.of(stage.config.stage, stage.region);
    const history = (await kept?.history()) ?? [];
    if (lists) {
      for (const { id, release, assembly, state } of history)
        console.log(`${id}  ${release}  ${state}${assembly === id ? '' : `  a return to ${assembly}`}`);
      return 0;
    }
    const [running] = history;
    const target = targetOf(history, to);
    if (!kept || !running) throw new Refused('No deployment is kept.');
    const changelog = readFileSync(join(import.meta.dirname, '../CHANGELOG.md'), 'utf8');
    checkChangelog(changelog, running.release, target.release);
    await withTemporaryFolder(async (folder) => {
      const [now, next] = [folder.file('now'), folder.file('next')];
      for (const [path, { assembly }] of [[now, running] as const, [next, target] as const]) {
        mkdirSync(path);
        await kept.fetch(assembly, path);
      }
      const { lines, losses, missing } = changesBetween(now, next);
      console.log(`From ${running.assembly} (${running.release}) back to ${target.assembly} (${target.release}):`);
      for (const line of [...lines, ...losses]) console.log(`  ${line}`);
      const replaced = losses.filter((text) => text.endsWith('is replaced'));
      if (replaced.length > 0) throw new Refused('Resources with data or addresses would be replaced.');
      if (missing.length > 0) throw new Refused(`The stacks no longer offer what the older ones read: ${missing}`);
      if (isDryRun) return;
      const id = new Date().toISOString().replaceAll(':', '-');
      const note = { id, release: target.release, assembly: target.assembly };
      await kept.note({ ...note, state: 'begun' });
      for (const stacks of stacksBackwards(now, next)) {
        // Directly and without the stacks that each depends on, which saves minutes.
        const options = ['--exclusively', '--method', 'direct', '--require-approval', 'never'];
        const deployed = stacks.map((id) => cdk(stage, ['deploy', id, '--app', next, ...options]));
        const failed = (await Promise.allSettled(deployed)).filter((result) => result.status === 'rejected');
        if (failed.length > 0) throw new Error(failed.map(({ reason }) => (reason as Error).message).join('\n'));
      }
      await kept.note({ ...note, state: 'done' });
    });
    return 0;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    console.error(error.message);
    return 3;
  }
});
