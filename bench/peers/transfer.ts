import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { exportTable } from '../../scripts/transfer/export.ts';
import { importTable, verify } from '../../scripts/transfer/import.ts';
import { maxMemoryMb } from '../../scripts/transfer/table-command.ts';
import { unitsOf } from '../shared/capacity.ts';

/** The measurements of a transfer. */
export interface Transfer {
  items: number;
  seconds: number;
  /** The largest heap after a garbage collection, measured every 10,000 items: the memory the transfer retains. */
  'live MB': number;
  /** The peak memory of the process, garbage included. */
  'process MB': number;
  'read units': number;
  'write units': number;
}

/**
 * Exports the table of the environment to a file, or imports it, in a separate process (with --expose-gc). Sends the
 * measurements to the parent.
 */
const [direction, file = ''] = process.argv.slice(2);
const { gc } = globalThis;
if (!gc || !process.send) throw new Error('This script is started by bench:export');
const target = { client: new DynamoDBClient({ maxAttempts: 10 }), TableName: String(process.env.TABLE_NAME) };
let liveBytes = 0;
const watch = () => {
  gc();
  liveBytes = Math.max(liveBytes, process.memoryUsage().heapUsed);
};

const startedAtMs = performance.now();
let items = 0;
const units = await unitsOf(async () => {
  items = direction === 'export' ? await exportAll() : await importAll();
}, target.client);
const seconds = (performance.now() - startedAtMs) / 1000;
watch();
const mb = Math.round(liveBytes / 1024 ** 2);
process.send({
  items,
  seconds,
  'live MB': mb,
  'process MB': maxMemoryMb(),
  'read units': units.read,
  'write units': units.write,
} satisfies Transfer);
process.disconnect();
target.client.destroy();

function exportAll(): Promise<number> {
  return exportTable(target, file, { withAccounts: true, report: watch });
}

async function importAll(): Promise<number> {
  const { head, items } = await verify(file);
  await importTable(target, file, head, watch);
  return items;
}
