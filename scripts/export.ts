/** Writes a registry to a file of JSON Lines: docs/restore.md. */
import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { runCommand, UsageError } from './command.ts';
import { exportTable } from './transfer/export.ts';
import { maxMemoryMb, onTable, parseOptions } from './transfer/table-command.ts';

const usage = `Usage: npm run export -- --out <file> --region <region> [--stage <stage>] [--table <name>]    of a deployment
       npm run export -- --out <file> --data <folder>                                     of a stopped laptop cloud

Writes every item of the table, one per line of JSON. The file has hashes of credentials and personal data; only you
can read it. Keep it as you would keep the table.

  --out <file>           the file, which must not exist
  --without-accounts     leave out users, keys, installations, logs, jobs and intakes
  --help                 print this text

Exit codes: 0 done, 1 failed, 2 wrong options.`;

await runCommand(usage, async () => {
  const options = parseOptions({ out: { type: 'string' }, 'without-accounts': { type: 'boolean' } });
  const { out } = options;
  if (typeof out !== 'string') throw new UsageError('--out is missing');
  if (existsSync(out)) throw new UsageError(`${out} exists already`);
  const folder = dirname(resolve(out));
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`${folder} is no folder`);
  const withAccounts = options['without-accounts'] !== true;
  await onTable(options, async (target) => {
    const report = (items: number) => console.log(`${items} items`);
    const items = await exportTable(target, out, { withAccounts, report });
    console.log(`Exported ${items} items of ${target.TableName} to ${out} (at most ${maxMemoryMb()} MB of memory).`);
    if (withAccounts) console.log('The file has hashes of credentials and personal data.');
  });
});
