/** Reports what an AWS account lacks for a deployment with this folder's settings: docs/operating.md. */
import { parseArgs } from 'node:util';
import type { Config } from '../lib/config.ts';
import { loadJobs, loadRoutes } from '../lib/load-declarations.ts';
import { readsLists } from '../lib/route-grants.ts';
import { AwsError, awsJson } from './aws/cli.ts';
import { runCommand, UsageError } from './command.ts';
import { regionOf, settingsOf } from './deployment/settings.ts';
import { checks } from './preflight/checks.ts';
import type { Ask } from './preflight/finding.ts';

const usage = `Usage: npm run preflight -- [options]

Checks the AWS account of the current credentials: bootstrap, stacks, quotas, certificate, mails, secrets, logging
role, database of lists. It only reads, with the AWS CLI, and prints what to do before the deployment. Then it asks
each source once, with its credentials, and prints what the source grants.

  --region <region>             the region of the deployment (default: the setting region)
  --context registry=<JSON>     the settings, as for cdk (default: those of cdk.json or cdk.context.json)
  --skip-sources                asks no source
  --help                        print this text

Exit codes: 0 ready, 1 could not ask AWS, 2 wrong options or settings, 3 something is to be done.`;

await runCommand(usage, main);

async function main(): Promise<number> {
  const values = parse();
  const config = settingsOf(values.context);
  const region = regionOf(config, values.region);
  const [backgroundConcurrency, provisionedConcurrency] = await Promise.all([
    countBackground(),
    countProvisioned(config),
  ]);
  const asked = values['skip-sources'] ? undefined : fetch;
  const account = { config, region, backgroundConcurrency, provisionedConcurrency, ask: askIn(region), fetch: asked };
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
      options: {
        region: text,
        context: { ...text, short: 'c' },
        'skip-sources': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Queue workers have their own limit; each schedule runs one function. */
async function countBackground(): Promise<number> {
  const triggers = (await loadJobs()).map(({ declaration: { trigger } }) => trigger);
  return triggers.reduce((sum, trigger) => sum + (trigger.kind === 'queue' ? trigger.maxConcurrency : 1), 0);
}

/** The environments that Lambda keeps started, of all functions together. */
async function countProvisioned({ provisionedConcurrency }: Config): Promise<number> {
  const counts = (await loadRoutes()).map(({ declaration: { api, grants } }) =>
    readsLists(grants) ? (provisionedConcurrency[api] ?? 0) : 0,
  );
  return counts.reduce((sum, count) => sum + count, 0);
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
