/** Deploys all stacks of a stage and keeps the deployment, so that it can be restored: docs/upgrading.md. */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { release } from '#src/runtime/release.ts';
import { runCommand } from './command.ts';
import { type Deployment, KeptDeployments } from './deployment/kept.ts';
import { cdk, parseOptions } from './deployment/options.ts';

const usage = `Usage: npm run deploy -- [options]

Synthesizes all stacks, keeps their assembly in the bucket of the stage, and deploys them. npm run rollback brings back an
earlier one. Needs the AWS CLI and the rights to deploy.

  --region <region>           the region of the deployment (default: the setting region)
  --context registry=<JSON>   the settings, as for cdk (default: those of cdk.json or cdk.context.json)
  --help                      print this text

Exit codes: 0 deployed, 1 failed, 2 wrong options or settings.`;

const assembly = resolve('cdk.out');

await runCommand(usage, async () => {
  const { stage } = parseOptions(process.argv.slice(2), 'deploy');
  // The CDK leaves files of older assemblies there, which would be kept with this one.
  rmSync(assembly, { recursive: true, force: true });
  await cdk(stage, ['synth', '--quiet', '--output', assembly, ...stage.context]);
  const id = new Date().toISOString().replaceAll(':', '-');
  const note = async (state: Deployment['state']) => {
    // Before the first deployment there is no bucket.
    const kept = await KeptDeployments.of(stage.config.stage, stage.region);
    if (kept && !isKept) await kept.keep(id, assembly);
    isKept ||= kept !== undefined;
    await kept?.note({ id, release, assembly: id, state });
  };
  let isKept = false;
  await note('begun');
  await cdk(stage, ['deploy', '--app', assembly, '--all', '--require-approval', 'never']);
  await note('done');
  console.log(`Deployed and kept as ${id}.`);
  return 0;
});
