/** Reports what an AWS account lacks for a deployment with this folder's settings: docs/operating.md. */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { type Config, readConfig } from '../lib/config.ts';
import { loadJobs } from '../lib/load-declarations.ts';
import { AwsError, awsJson } from './aws/cli.ts';
import { runCommand, UsageError } from './command.ts';
import { type Ask, checks } from './preflight/checks.ts';

const usage = `Usage: npm run preflight -- [options]

Checks the AWS account of the current credentials: bootstrap, quotas, certificate, mails, secrets, logging role. It only
reads, with the AWS CLI, and prints what to do before the deployment.

  --region <region>             the region of the deployment (default: the setting region)
  --context registry=<JSON>     the settings, as for cdk (default: those of cdk.json or cdk.context.json)
  --help                        print this text

Exit codes: 0 ready, 1 could not ask AWS, 2 wrong options or settings, 3 something is to be done.`;

const Settings = z.record(z.string(), z.unknown());

await runCommand(usage, main);

async function main(): Promise<number> {
  const values = parse();
  const config = settingsOf(values.context);
  const region = values.region ?? config.region;
  if (!region) throw new UsageError('--region or the setting region is missing');
  if (config.region && config.region !== region)
    throw new UsageError(
      `--region is ${region}, the setting region, to which the stacks are deployed, ${config.region}`,
    );
  const account = { config, region, backgroundConcurrency: await countBackground(), ask: askIn(region) };
  const states: string[] = [];
  for (const [subject, check] of Object.entries(checks)) {
    for (const { state, text } of await check(account)) {
      console.log(`${state.padEnd(6)}${subject}: ${text}`);
      states.push(state);
    }
  }
  return states.includes('todo') ? 3 : 0;
}

function parse() {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      options: { region: text, context: { ...text, short: 'c' }, help: { type: 'boolean', short: 'h' } },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** The settings as CDK resolves them: the command line alone, or cdk.json with additions from cdk.context.json. */
function settingsOf(given: string | undefined): Config {
  const [name, json] = given?.split(/=(.*)/s) ?? [];
  if (given !== undefined && name !== 'registry') throw new UsageError('--context must be registry=<JSON>');
  const read = (file: string) => {
    if (!existsSync(file)) return {};
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      throw new Error(`${file} is not valid JSON`);
    }
  };
  try {
    return readConfig(json ?? merge(read('cdk.context.json').registry, read('cdk.json').context?.registry));
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Merges two settings objects deeply. The second one wins. */
function merge(first: unknown, second: unknown): unknown {
  const [weak, strong] = [Settings.safeParse(first), Settings.safeParse(second)];
  if (!weak.success || !strong.success) return second ?? first;
  const names = Object.keys({ ...weak.data, ...strong.data });
  return Object.fromEntries(names.map((name) => [name, merge(weak.data[name], strong.data[name])]));
}

/** Queue workers have their own limit; each schedule runs one function. */
async function countBackground(): Promise<number> {
  const triggers = (await loadJobs()).map(({ declaration: { trigger } }) => trigger);
  return triggers.reduce((sum, trigger) => sum + (trigger.kind === 'queue' ? trigger.maxConcurrency : 1), 0);
}

/** Commands without a region use that of the deployment. */
function askIn(region: string): Ask {
  return async (command, schema) => {
    try {
      return await awsJson(command.includes('--region') ? command : [...command, '--region', region], schema);
    } catch (error) {
      if (error instanceof AwsError && /AccessDenied/.test(error.code ?? ''))
        throw new Error(`${error.message}\nRun this with credentials that may read all of the account.`);
      throw error;
    }
  };
}
