import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import type { RevocationEntry } from '#src/identity/domain/revocation.ts';
import { beginHistory, revokeSince } from '#src/operations/recovery/prepare-table.ts';
import { isSameJson } from '#src/vocabulary/json/same-json.ts';
import { startDynamoDb } from '../../local/engines/dynamodb.ts';
import { localClient } from '../../local/engines/local-client.ts';
import { readJson, writePrivateJson } from '../../local/files/json-files.ts';
import { dataFiles, type ExistingTable } from '../../local/files/restored.ts';
import { onEngines, requireStopped } from './engines.ts';
import { pendingOf } from './pending.ts';
import type { Mode, Step } from './steps.ts';

export interface LaptopRestore {
  /** The data folder of the laptop cloud. */
  dataDir: string;
  /** A copy of the data folder, made while the cloud was stopped. */
  copyDir: string;
  pointInTimeMs: number;
}

/** In the folder of an arriving table: which restore it belongs to, and that it is prepared. */
const [begunFile, preparedFile] = ['begun.json', 'prepared.json'];
/** In the folder of a restored table: the restore that it comes from. */
const finishedFile = 'restored.json';
/** Files of a table's folder that a copy of it must not have. */
const leftovers = ['engine.lock', begunFile, preparedFile, finishedFile];

/**
 * The steps of a restore of a data folder. As on AWS, only the table is restored. The buckets with the ledger, pool
 * users, secrets and keys in API Gateway stay unchanged.
 */
export function stepsOnLaptop({ dataDir, copyDir, pointInTimeMs }: LaptopRestore, mode: Mode): Step[] {
  const { tables, arriving, existingTable } = dataFiles(dataDir);
  const [begun, prepared] = [join(arriving, begunFile), join(arriving, preparedFile)];
  const restored = { copyDir, pointInTimeMs };
  const finished = join(tables, finishedFile);
  // A run restores it again, because the table may have changed since.
  let isFinished = mode === 'check' && !existsSync(arriving) && isSameJson(readJson(finished), restored);
  return [
    {
      title: `Copy the table from ${copyDir}`,
      notes: ['The cloud has to be stopped, and the copy made while it was stopped.'],
      async missing() {
        if (isFinished) return undefined;
        requireStopped(dataDir);
        if (!existsSync(join(copyDir, 'dynamodb')))
          throw new Error(`${copyDir} has no table: it is no copy of a data folder`);
        if (!existsSync(arriving)) return 'the table is not copied';
        if (isSameJson(readJson(begun), restored)) return undefined;
        throw new Error(
          `Another restore was interrupted. Run it again with its --from and --to, or delete ${arriving}`,
        );
      },
      async act() {
        const draft = `${arriving}.new`;
        rmSync(draft, { recursive: true, force: true });
        const filter = (file: string) => !leftovers.includes(basename(file));
        cpSync(join(copyDir, 'dynamodb'), draft, { recursive: true, filter });
        writeFileSync(join(draft, begunFile), JSON.stringify(restored));
        renameSync(draft, arriving);
      },
    },
    {
      title: 'Take away from the copy what was revoked since, and begin a new history',
      missing: async () => (isFinished || existsSync(prepared) ? undefined : 'the copy is as it was'),
      async act() {
        const lostEntries = existsSync(tables) ? await pendingIn(tables) : [];
        await onEngines(arriving, join(dataDir, 'queues'), async (name, erasureKey) => {
          const context = { actor: 'operator', now: new Date(), requestId: 'restore' };
          await revokeSince(pointInTimeMs, lostEntries, { context, isTrial: false, erasureKey });
          await beginHistory(Date.now());
          writeFileSync(prepared, JSON.stringify({ name, id: randomUUID() }));
        });
      },
    },
    {
      title: 'Put the copy in place of the table, which is kept beside it',
      missing: async () => (isFinished ? undefined : 'the cloud would start with the old table'),
      async act() {
        const table = readJson<ExistingTable>(prepared);
        if (!table) throw new Error(`${prepared} is missing`);
        if (existsSync(tables)) renameSync(tables, `${tables}.replaced-${table.id}`);
        // Before the last step, because a start refuses a folder that is still arriving.
        writePrivateJson(existingTable, table);
        renameSync(arriving, tables);
        rmSync(join(tables, preparedFile));
        renameSync(join(tables, begunFile), finished);
        isFinished = true;
      },
    },
  ];
}

/** The revocations that the table in this folder has not written to the ledger yet. */
async function pendingIn(tables: string): Promise<RevocationEntry[]> {
  const engine = await startDynamoDb(tables);
  const client = localClient(engine.endpoint);
  try {
    const { TableNames = [] } = await client.send(new ListTablesCommand({}));
    return (await Promise.all(TableNames.map((name) => pendingOf(client, name)))).flat();
  } finally {
    client.destroy();
    await engine.stop();
  }
}
