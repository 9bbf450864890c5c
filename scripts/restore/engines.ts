import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { account } from '../../local/cloudformation/template.ts';
import { startDynamoDb } from '../../local/engines/dynamodb.ts';
import { localClient } from '../../local/engines/local-client.ts';
import { startQueues } from '../../local/engines/queues.ts';
import { readJson } from '../../local/files/json-files.ts';
import { tryLock } from '../../local/files/lock.ts';
import { Access, ownerCredentials } from '../../local/iam/access.ts';

/** Throws unless this is the data folder of a stopped laptop cloud. */
export function requireStopped(dataDir: string): void {
  const lock = existsSync(dataDir) && tryLock(join(dataDir, 'start.lock'));
  if (!lock) throw new Error(`${dataDir} is no data folder, or a laptop cloud runs on it: stop that first`);
  lock.release();
}

/**
 * Runs a task with the table of one folder and the buckets of another in the environment. The task gets the table's
 * name and a function that reads the key of the hashes of erased people.
 */
export async function onEngines(
  tables: string,
  queues: string,
  run: (tableName: string, erasureKey: () => Promise<string>) => Promise<void>,
): Promise<void> {
  const engine = await startDynamoDb(tables);
  const services = await startQueues(queues, new Access());
  const client = localClient(engine.endpoint);
  try {
    const { TableNames: [name] = [] } = await client.send(new ListTablesCommand({}));
    if (!name) throw new Error(`There is no table in ${tables}`);
    const authorization = `Credential=${ownerCredentials.accessKeyId}/`;
    const buckets = await (await fetch(services.url, { headers: { authorization }, redirect: 'error' })).text();
    const [, ledger] = /<Name>([^<]*-ledger[^<]*)<\/Name>/.exec(buckets) ?? [];
    if (!ledger) throw new Error('The data folder has no ledger of revocations: start the cloud on it once');
    Object.assign(process.env, {
      AWS_REGION: account.region,
      AWS_ACCESS_KEY_ID: ownerCredentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: ownerCredentials.secretAccessKey,
      AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
      AWS_ENDPOINT_URL_S3: services.url,
      TABLE_NAME: name,
      LEDGER_BUCKET_NAME: ledger,
    });
    await run(name, async () => erasureKeyIn(dirname(queues)));
  } finally {
    client.destroy();
    await services.stop();
    await engine.stop();
  }
}

function erasureKeyIn(dataDir: string): string {
  const secrets = readJson<Record<string, string>>(join(dataDir, 'secrets.json')) ?? {};
  const [, key] = Object.entries(secrets).find(([name]) => /erasurekey/i.test(name)) ?? [];
  if (key === undefined) throw new Error('The data folder has no key of erased people: start the cloud on it once');
  return key;
}
