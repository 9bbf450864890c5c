import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { readErasureKey } from '#src/records/people/store/unless-erased.ts';
import { dataFiles } from '../../local/files/restored.ts';
import { useCredentials } from '../aws/cli.ts';
import { UsageError } from '../command.ts';
import { onEngines, requireStopped } from '../restore/engines.ts';
import { resourcesOf } from '../restore/on-aws.ts';

/** The options that locate the table, with the command's own. */
export function parseOptions<Own extends Record<string, { type: 'string' | 'boolean' }>>(own: Own) {
  const text = { type: 'string' } as const;
  try {
    const options = {
      region: text,
      stage: text,
      table: text,
      data: text,
      help: { type: 'boolean', short: 'h' },
    } as const;
    return parseArgs({ options: { ...options, ...own } }).values as Record<string, string | boolean | undefined>;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

export interface Target {
  client: DynamoDBClient;
  TableName: string;
  erasureKey: () => Promise<string>;
}

/**
 * Runs a task on the table of a deployment or data folder, with its name and ledger in the environment. `erasureKey`
 * reads the key of the hashes of erased people.
 */
export async function onTable(
  { region, stage, table, data }: Record<string, string | boolean | undefined>,
  run: (target: Target) => Promise<void>,
): Promise<void> {
  const withClient = async (TableName: string, erasureKey: () => Promise<string>) => {
    const client = new DynamoDBClient({ maxAttempts: 10 });
    await run({ client, TableName, erasureKey }).finally(() => client.destroy());
  };
  if (typeof data === 'string') {
    if (region !== undefined || table !== undefined || stage !== undefined)
      throw new UsageError('--data is for a laptop: leave out --region, --stage and --table');
    const { tables } = dataFiles(resolve(data));
    requireStopped(resolve(data));
    if (!existsSync(tables)) throw new UsageError(`${data} has no table: start the cloud on it once`);
    return onEngines(tables, join(resolve(data), 'queues'), withClient);
  }
  if (typeof region !== 'string') throw new UsageError('--region or --data is missing');
  const cli = (...words: string[]) => ['aws', ...words, '--region', region];
  await useCredentials(region);
  const found = await resourcesOf(cli, `registry-${stage ?? 'prod'}-data`);
  Object.assign(process.env, { TABLE_NAME: table ?? found.table, ...found.variables });
  await withClient(String(process.env.TABLE_NAME), readErasureKey);
}

/** The peak memory of this process, in MB. */
export const maxMemoryMb = () => Math.round(process.resourceUsage().maxRSS / 1024);
