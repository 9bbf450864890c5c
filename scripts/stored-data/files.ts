import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { pagesOfTable } from '#src/operations/recovery/whole-table.ts';
import { getObject, listObjects } from '#src/runtime/requests/bucket.ts';
import { dataFiles } from '../../local/files/restored.ts';
import { ownerCredentials } from '../../local/iam/access.ts';
import { onEngines } from '../restore/engines.ts';
import type { Attributes } from '../transfer/format.ts';
import { packItems } from './items.ts';

/** Writes the items and objects of a stopped laptop cloud, and the answers, and counts them. */
export async function writeFiles(
  dataDir: string,
  folder: string,
  answers: Record<string, unknown>,
): Promise<{ items: number; objects: number }> {
  const counts = { items: 0, objects: 0 };
  mkdirSync(join(folder, 'bucket'), { recursive: true });
  writeFileSync(join(folder, 'answers.json'), `${JSON.stringify(answers, undefined, 2)}\n`);
  await onEngines(dataFiles(dataDir).tables, join(dataDir, 'queues'), async (TableName) => {
    const client = new DynamoDBClient();
    const items: Attributes[] = [];
    for await (const page of pagesOfTable<Attributes>((part) => client.send(new ScanCommand({ TableName, ...part })))) {
      items.push(...page);
    }
    client.destroy();
    counts.items = items.length;
    writeFileSync(join(folder, 'items.jsonl.br'), packItems(items));
    process.env.BUCKET_NAME = await dataBucket();
    for (const key of await listObjects('lists/', '', 'BUCKET_NAME')) {
      const file = join(folder, 'bucket', key);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, (await getObject(key)) ?? '');
      counts.objects += 1;
    }
  });
  return counts;
}

async function dataBucket(): Promise<string> {
  const headers = { authorization: `Credential=${ownerCredentials.accessKeyId}/` };
  const buckets = await (await fetch(String(process.env.AWS_ENDPOINT_URL_S3), { headers, redirect: 'error' })).text();
  const [, name] = /<Name>([^<]*-data-bucket[^<]*)<\/Name>/.exec(buckets) ?? [];
  if (name === undefined) throw new Error(`There is no bucket of the data stack among ${buckets}`);
  return name;
}
