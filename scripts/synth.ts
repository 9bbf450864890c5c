/** Synthesizes all stacks, after a check of the settings: the CDK bundles all functions before it reads them. */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { runCommand } from './command.ts';
import { settingsOf } from './deployment/settings.ts';

const usage = `Usage: npm run synth -- [options]

Synthesizes all stacks into cdk.out, without an AWS account.

  --context registry=<JSON>   the settings, as for cdk (default: those of cdk.json or cdk.context.json)
  --help                      print this text

Other options are those of cdk synth.

Exit codes: 0 done, 1 failed, 2 wrong settings.`;

await runCommand(usage, async () => {
  const args = process.argv.slice(2);
  const context = { type: 'string', short: 'c', multiple: true } as const;
  const { values } = parseArgs({ args, options: { context }, strict: false });
  const given = (values.context ?? []).filter((each) => typeof each === 'string' && each.startsWith('registry='));
  settingsOf(given.at(-1)?.toString());
  // npm puts the CDK of node_modules into the scripts' path.
  const { status, error } = spawnSync('cdk', ['synth', '--quiet', ...args], { stdio: 'inherit' });
  if (error) throw error;
  return status ?? 1;
});
