import * as z from 'zod';
import type { Config } from '../../lib/config.ts';
import { databaseEngine, databaseSettings } from '../../lib/settings/lists.ts';
import { type Account, type Ask, type Finding, finding } from './finding.ts';

/** Functions that read lists further behind than this would answer 503, or lack what was written. */
const mostSecondsBehind = 900;
const minuteMs = 60_000;

/** Whether the region has what the database of lists needs, and whether it is full before functions read it. */
export async function checkLists({ config, region, ask }: Account): Promise<Finding[]> {
  if (!databaseSettings(config.lists)) return [finding('ok', 'in memory')];
  const stack = await outputsOf('lists', config, ask);
  const missing = [
    ...(await checkEngine(config, region, ask)),
    ...(stack ? [] : await checkNetwork(ask)),
    ...(config.lists.engine === 'postgres' ? await checkFilling(stack !== undefined, config, ask) : []),
  ];
  return missing.length > 0 ? missing : [finding('ok', `${databaseEngine.engineVersion} with the Data API`)];
}

async function checkEngine(config: Config, region: string, ask: Ask): Promise<Finding[]> {
  const { engine, engineVersion } = databaseEngine;
  const version = ['--engine', engine, '--engine-version', engineVersion];
  const options = await ask(
    ['aws', 'rds', 'describe-orderable-db-instance-options', ...version, '--db-instance-class', 'db.serverless'],
    z.object({ OrderableDBInstanceOptions: z.array(z.object({ SupportsHttpEndpoint: z.boolean().optional() })) }),
  );
  const offered = options?.OrderableDBInstanceOptions ?? [];
  const elsewhere = 'keep the lists in memory, or use another region';
  if (offered.length === 0)
    return [finding('todo', `${region} has no serverless ${engine} ${engineVersion}: ${elsewhere}`)];
  if (!offered.some(({ SupportsHttpEndpoint }) => SupportsHttpEndpoint))
    return [finding('todo', `${region} has no Data API for ${engine} ${engineVersion}: ${elsewhere}`)];
  const Capacity = z.object({ MinCapacity: z.number(), MaxCapacity: z.number() });
  const versions = await ask(
    ['aws', 'rds', 'describe-db-engine-versions', ...version],
    z.object({ DBEngineVersions: z.array(z.object({ ServerlessV2FeaturesSupport: Capacity.optional() })) }),
  );
  const limits = versions?.DBEngineVersions[0]?.ServerlessV2FeaturesSupport;
  const settings = databaseSettings(config.lists);
  if (!limits || !settings) return [];
  return [
    ...(settings.minCapacityAcu < limits.MinCapacity
      ? [finding('todo', `lists.minCapacityAcu must be at least ${limits.MinCapacity} in ${region}`)]
      : []),
    ...(settings.maxCapacityAcu > limits.MaxCapacity
      ? [finding('todo', `lists.maxCapacityAcu must be at most ${limits.MaxCapacity} in ${region}`)]
      : []),
  ];
}

/** The stack makes a network of its own. A region of an account may have five by default. */
async function checkNetwork(ask: Ask): Promise<Finding[]> {
  const networks = await ask(['aws', 'ec2', 'describe-vpcs'], z.object({ Vpcs: z.array(z.unknown()) }));
  const command = ['get-service-quota', '--service-code', 'vpc', '--quota-code', 'L-F678F1CE'];
  const quota = await ask(['aws', 'service-quotas', ...command], z.object({ Quota: z.object({ Value: z.number() }) }));
  const [used, most] = [networks?.Vpcs.length ?? 0, quota?.Quota.Value ?? 5];
  if (used < most) return [];
  const text = `all ${most} networks of the region are used: ask for more in Service Quotas: VPC, "VPCs per Region" (L-F678F1CE)`;
  return [finding('todo', text)];
}

/** A registry that has data answers 503 while its lists are filled, unless functions read memory until then. */
async function checkFilling(hasDatabase: boolean, config: Config, ask: Ask): Promise<Finding[]> {
  const table = (await outputsOf('data', config, ask))?.get('TableName');
  if (!table) return [];
  const first = 'first deploy with "prepare": "postgres" (docs/operating.md#from-memory-to-postgresql)';
  if (!hasDatabase) return [finding('todo', `there is no database yet, so all lists would answer 503: ${first}`)];
  const nowMs = Date.now();
  const at = (timeMs: number) => new Date(timeMs).toISOString();
  const metric = ['--namespace', 'PublicationRegistry', '--metric-name', 'ListsBehindSeconds'];
  const span = ['--start-time', at(nowMs - 15 * minuteMs), '--end-time', at(nowMs), '--period', '900'];
  const of = ['--dimensions', `Name=table,Value=${table}`, '--statistics', 'Maximum'];
  const found = await ask(
    ['aws', 'cloudwatch', 'get-metric-statistics', ...metric, ...of, ...span],
    z.object({ Datapoints: z.array(z.object({ Maximum: z.number() })) }),
  );
  const values = (found?.Datapoints ?? []).map(({ Maximum }) => Maximum);
  if (values.length === 0) return [finding('todo', `nothing has fed the database for 15 minutes: ${first}`)];
  const behind = Math.max(...values);
  if (behind <= mostSecondsBehind) return [];
  const text = `the lists in PostgreSQL are ${Math.round(behind / 60)} minutes behind: wait, or see lists-behind in docs/runbook.md`;
  return [finding('todo', text)];
}

/** The outputs of a stack by their names; undefined if it does not exist. */
async function outputsOf(part: string, config: Config, ask: Ask): Promise<Map<string, string> | undefined> {
  const Output = z.object({ OutputKey: z.string(), OutputValue: z.string() });
  const command = ['describe-stacks', '--stack-name', `registry-${config.stage}-${part}`];
  const found = await ask(
    ['aws', 'cloudformation', ...command],
    z.object({ Stacks: z.array(z.object({ Outputs: z.array(Output).default([]) })) }),
  );
  const [stack] = found?.Stacks ?? [];
  return stack && new Map(stack.Outputs.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
}
