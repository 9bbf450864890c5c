import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import type { Config } from '../../lib/config.ts';
import { UsageError } from '../command.ts';
import { regionOf, settingsOf } from './settings.ts';

const text = { type: 'string' } as const;
const common = { region: text, context: { ...text, short: 'c' } } as const;
const flag = { type: 'boolean', default: false } as const;

export interface StageOptions {
  config: Config;
  region: string;
  /** The settings on the command line, for the CDK; empty if they come from its files. */
  context: string[];
}

/** The common options of `deploy` and `rollback`, and those of `rollback`. Throws a UsageError if invalid. */
export function parseOptions(argv: string[], own: 'deploy' | 'rollback') {
  try {
    const options = own === 'deploy' ? common : { ...common, to: text, list: flag, 'dry-run': flag };
    const { values } = parseArgs({ args: argv, options });
    const config = settingsOf(values.context);
    const context = values.context === undefined ? [] : ['--context', values.context];
    const more = values as { to?: string; list?: boolean; 'dry-run'?: boolean };
    return {
      stage: { config, region: regionOf(config, values.region), context },
      to: more.to,
      lists: more.list === true,
      isDryRun: more['dry-run'] === true,
    };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Runs the CDK in the region of a stage. Rejects if it fails. */
export async function cdk({ region }: StageOptions, args: readonly string[]): Promise<void> {
  const env = { ...process.env, AWS_REGION: region };
  const code = await new Promise((done, fail) =>
    // npm puts the CDK of node_modules into the scripts' path.
    spawn('cdk', args, { env, stdio: 'inherit' }).on('error', fail).on('exit', done),
  );
  if (code !== 0) throw new Error(`cdk ${args.join(' ')} failed`);
}
