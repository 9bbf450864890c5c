import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import type { RevocationEntry } from '#src/identity/domain/revocation.ts';
import { getApiKey } from '#src/identity/store/api-keys.ts';
import { beginHistory, hasBegunHistory, revokeSince } from '#src/operations/recovery/prepare-table.ts';
import { readErasureKey } from '#src/records/people/store/unless-erased.ts';
import { tableShape } from '#src/table/table-shape.ts';
import { awsJson, useCredentials } from '../aws/cli.ts';
import { pendingOf } from './pending.ts';
import type { Step } from './steps.ts';

export interface AwsRestore {
  stage: string;
  region: string;
  /** The table to restore, which may be lost. Default: the deployment's, before this restore. */
  table: string | undefined;
  /** The name of the restored table. Default: the table's name with the time. */
  target: string | undefined;
  pointInTimeMs: number;
}

const Table = z.object({
  Table: z.object({
    TableId: z.string(),
    TableArn: z.string(),
    TableStatus: z.string(),
    /** Seconds since the epoch or ISO 8601, depending on the AWS CLI's configuration. */
    CreationDateTime: z.union([z.number(), z.string()]),
    DeletionProtectionEnabled: z.boolean().default(false),
    RestoreSummary: z.object({ RestoreInProgress: z.boolean() }).optional(),
  }),
});
const Backups = z.object({
  ContinuousBackupsDescription: z.object({
    PointInTimeRecoveryDescription: z.object({
      PointInTimeRecoveryStatus: z.string(),
      EarliestRestorableDateTime: z.union([z.number(), z.string()]).optional(),
      LatestRestorableDateTime: z.union([z.number(), z.string()]).optional(),
    }),
  }),
});
const TimeToLive = z.object({ TimeToLiveDescription: z.object({ TimeToLiveStatus: z.string() }) });
const Resources = z.object({
  StackResources: z.array(
    z.object({ LogicalResourceId: z.string(), PhysicalResourceId: z.string(), ResourceType: z.string() }),
  ),
});
const Stacks = z.object({
  Stacks: z.array(
    z.object({ Outputs: z.array(z.object({ OutputKey: z.string(), OutputValue: z.string() })).default([]) }),
  ),
});
const Functions = z.object({
  Functions: z.array(
    z.object({
      FunctionName: z.string(),
      Environment: z.object({ Variables: z.record(z.string(), z.string()) }).optional(),
    }),
  ),
});
const GatewayKeys = z.object({
  items: z
    .array(z.object({ id: z.string(), name: z.string().optional(), tags: z.record(z.string(), z.string()).optional() }))
    .default([]),
});

const msOf = (time: number | string) => (typeof time === 'number' ? time * 1000 : Date.parse(time));
const isoOf = (ms: number) => new Date(ms).toISOString();

/** The steps of a restore on AWS, in order. */
export async function stepsOnAws(restore: AwsRestore, isPlan: boolean): Promise<Step[]> {
  const { stage, region, pointInTimeMs } = restore;
  const cli = (...words: string[]) => ['aws', ...words, '--region', region];
  const stack = `registry-${stage}-data`;
  const found = isPlan ? undefined : await resourcesOf(cli, stack);
  const time = isoOf(pointInTimeMs);
  const ending = `-${time.slice(0, 19).replace(/\D/g, '')}`;
  const table = restore.table ?? (found ? sourceOf(found.table, restore.target, ending) : '<table>');
  const target = restore.target ?? `${table}${ending}`;
  const describe = (name: string) => awsJson(cli('dynamodb', 'describe-table', '--table-name', name), Table);
  const backups = (name: string) =>
    awsJson(cli('dynamodb', 'describe-continuous-backups', '--table-name', name), Backups);
  const restored = async () => {
    const described = await describe(target);
    if (!described) throw new Error(`The table ${target} does not exist`);
    return described.Table;
  };
  const useTable = async () => {
    await useCredentials(region);
    Object.assign(process.env, { TABLE_NAME: target, ...found?.variables });
  };
  const lostEntries = async (): Promise<RevocationEntry[]> => {
    if (!(await describe(table))) return [];
    const client = new DynamoDBClient({ region });
    return pendingOf(client, table).finally(() => client.destroy());
  };
  const operator = () => ({
    context: { actor: 'operator', now: new Date(), requestId: 'restore' },
    erasureKey: readErasureKey,
  });
  const toRevoke = async () => {
    await useTable();
    return revokeSince(pointInTimeMs, await lostEntries(), { ...operator(), isTrial: true });
  };
  const revokeAll = async () => {
    await revokeSince(pointInTimeMs, await lostEntries(), { ...operator(), isTrial: false });
  };
  const nothingToRevoke = async () => {
    const lines = await toRevoke();
    return lines.length === 0 ? undefined : `revoked since, but valid in ${target}: ${lines.join(', ')}`;
  };

  return [
    {
      title: `Restore ${table} as it was at ${time} into the new table ${target}`,
      commands: [
        cli(
          ...['dynamodb', 'restore-table-to-point-in-time', '--source-table-name', table],
          ...['--target-table-name', target, '--restore-date-time', time],
        ),
      ],
      notes: [
        'If the table itself was deleted, restore the backup that DynamoDB made of it instead, into the same new name:',
        `  aws dynamodb list-backups --backup-type SYSTEM --table-name ${table} --region ${region}`,
        `  aws dynamodb restore-table-from-backup --target-table-name ${target} --backup-arn <its BackupArn> --region ${region}`,
      ],
      async missing() {
        if (await describe(target)) return undefined;
        const recovery = (await backups(table))?.ContinuousBackupsDescription.PointInTimeRecoveryDescription;
        if (!recovery)
          throw new Error(
            `The table ${table} does not exist: restore a backup of it into ${target} (npm run restore prints how)`,
          );
        const { EarliestRestorableDateTime: first, LatestRestorableDateTime: last } = recovery;
        if (first === undefined || last === undefined) throw new Error(`Point-in-time recovery of ${table} is off`);
        if (pointInTimeMs < msOf(first) || pointInTimeMs > msOf(last)) {
          throw new Error(`--to must be between ${isoOf(msOf(first))} and ${isoOf(msOf(last))}`);
        }
        return 'the new table does not exist';
      },
    },
    {
      title: `Wait until ${target} is active`,
      isSlow: true,
      async missing() {
        const { TableStatus, RestoreSummary } = await restored();
        const isReady = TableStatus === 'ACTIVE' && !RestoreSummary?.RestoreInProgress;
        return isReady ? undefined : `the table is ${TableStatus}`;
      },
    },
    {
      title: 'Let DynamoDB delete expired items: a restored table does not have this setting',
      isSlow: true,
      commands: [
        cli(
          ...['dynamodb', 'update-time-to-live', '--table-name', target, '--time-to-live-specification'],
          `Enabled=true,AttributeName=${tableShape.ttlAttribute}`,
        ),
      ],
      async missing() {
        const state = await awsJson(cli('dynamodb', 'describe-time-to-live', '--table-name', target), TimeToLive);
        const status = state?.TimeToLiveDescription.TimeToLiveStatus ?? 'unknown';
        return status === 'ENABLED' || status === 'ENABLING' ? undefined : `time to live is ${status}`;
      },
    },
    {
      title: 'Back the new table up, too',
      isSlow: true,
      commands: [
        cli(
          ...['dynamodb', 'update-continuous-backups', '--table-name', target],
          ...['--point-in-time-recovery-specification', 'PointInTimeRecoveryEnabled=true'],
        ),
      ],
      async missing() {
        const state = (await backups(target))?.ContinuousBackupsDescription.PointInTimeRecoveryDescription;
        const status = state?.PointInTimeRecoveryStatus ?? 'unknown';
        return status === 'ENABLED' ? undefined : `point-in-time recovery is ${status}`;
      },
    },
    {
      title: 'Protect the new table against deletion',
      isSlow: true,
      commands: [cli('dynamodb', 'update-table', '--table-name', target, '--deletion-protection-enabled')],
      missing: async () => ((await restored()).DeletionProtectionEnabled ? undefined : 'it is not protected'),
    },
    {
      title: `Take away from ${target} what was revoked since`,
      notes: ['This command does it, with the ledger of revocations and what the old table has not yet written there.'],
      missing: nothingToRevoke,
      act: revokeAll,
    },
    {
      title:
        'Begin a new history: lists are loaded again, copies of clients start over, keys are compared with API Gateway',
      async missing() {
        await useTable();
        const createdMs = msOf((await restored()).CreationDateTime);
        return (await hasBegunHistory(createdMs)) ? undefined : 'the table has the epochs of its point in time';
      },
      async act() {
        await useTable();
        await beginHistory(Date.now());
      },
    },
    {
      title: 'Deploy with the new table',
      notes: [
        'Put this into the settings of the stage (`registry` in cdk.json or cdk.context.json) and run: npx cdk deploy --all',
        `"existingTable": { "name": "${target}", "id": "<its TableId, which --check and --run print>" }`,
      ],
      async missing() {
        const { TableId } = await restored();
        const all = await awsJson(cli('lambda', 'list-functions'), Functions);
        const wrong = (all?.Functions ?? []).filter(({ FunctionName, Environment: { Variables = {} } = {} }) => {
          if (!FunctionName.startsWith(`registry-${stage}-`) || Variables.TABLE_NAME === undefined) return false;
          const isOther = Variables.TABLE_NAME !== target;
          return isOther || (Variables.TABLE_ID !== undefined && Variables.TABLE_ID !== TableId);
        });
        if (wrong.length === 0) return undefined;
        return `${wrong.length} functions use another table. "existingTable": { "name": "${target}", "id": "${TableId}" }`;
      },
    },
    {
      title: 'Take away what was revoked until then',
      notes: ['The functions used the old table until they were deployed. This command does it.'],
      missing: nothingToRevoke,
      act: revokeAll,
    },
    {
      title: 'Delete the keys in API Gateway that the new table does not have',
      notes: ['They were created after the point in time. No request with them is accepted; this frees their places.'],
      missing: async () => {
        await useTable();
        const left = await strangers(cli, stage);
        return left.length === 0 ? undefined : left.map(({ name }) => name).join(', ');
      },
      act: async () => {
        for (const { id } of await strangers(cli, stage)) {
          await awsJson(cli('apigateway', 'delete-api-key', '--api-key', id), z.unknown());
        }
      },
    },
  ];
}

type Cli = (...words: string[]) => string[];

/** The table to restore, derived from the deployment's, which may already be the new one. */
function sourceOf(used: string, target: string | undefined, ending: string): string {
  if (used === target)
    throw new Error(`The deployment uses ${used} already: name the table it is restored from, --table`);
  return target === undefined && used.endsWith(ending) ? used.slice(0, -ending.length) : used;
}

/**
 * The deployment's table, and the environment variables of its ledger and its key of erased people. After a restore,
 * that table is not the data stack's own, which stays beside it with old data.
 */
export async function resourcesOf(cli: Cli, stack: string) {
  const found = await awsJson(cli('cloudformation', 'describe-stack-resources', '--stack-name', stack), Resources);
  const named = (type: string, beginning: string) =>
    found?.StackResources.find(
      ({ ResourceType, LogicalResourceId }) => ResourceType === type && LogicalResourceId.startsWith(beginning),
    )?.PhysicalResourceId;
  const described = await awsJson(cli('cloudformation', 'describe-stacks', '--stack-name', stack), Stacks);
  const output = described?.Stacks[0]?.Outputs.find(({ OutputKey }) => OutputKey === 'TableName')?.OutputValue;
  // An older deployment, without outputs, has its own table.
  const table = output ?? named('AWS::DynamoDB::Table', 'Table');
  const ledger = named('AWS::S3::Bucket', 'Ledger');
  if (!table || !ledger)
    throw new Error(`The stack ${stack} has no table or no ledger of revocations: is --stage right?`);
  // An older deployment, without the key, has erased nobody.
  const key = named('AWS::SecretsManager::Secret', 'ErasureKey');
  return { table, variables: { LEDGER_BUCKET_NAME: ledger, ...(key && { ERASURE_KEY_SECRET_ARN: key }) } };
}

/** This deployment's keys in API Gateway that are not in the table. */
async function strangers(cli: Cli, stage: string) {
  const { items } = (await awsJson(
    cli('apigateway', 'get-api-keys', '--name-query', 'registry-key-'),
    GatewayKeys,
  )) ?? {
    items: [],
  };
  const unknown: typeof items = [];
  for (const key of items) {
    const hash = key.name?.replace(/^registry-key-/, '');
    const isOurs = key.tags?.['registry-deployment'] === `registry-${stage}`;
    if (hash && isOurs && !(await getApiKey(hash))) unknown.push(key);
  }
  return unknown;
}
