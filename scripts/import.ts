/** Reads an export into an empty registry: docs/restore.md. */
import { beginHistory, revokeSince } from '../src/recovery/prepare-table.ts';
import { runCommand, UsageError } from './command.ts';
import { importTable, verify } from './transfer/import.ts';
import { maxMemoryMb, onTable, parseOptions } from './transfer/table-command.ts';

const usage = `Usage: npm run import -- --from <file> --region <region> [--stage <stage>] [--table <name>]   into a deployment
       npm run import -- --from <file> --data <folder>                                    into a stopped laptop cloud

Checks the file, then writes its items into the table, which must be empty. If it is interrupted, run it again. Then it
revokes what the ledger of the deployment says was revoked since the export, and makes every list load again.

  --from <file>   the file that npm run export has written
  --help          print this text

Exit codes: 0 done, 1 failed, 2 wrong options.`;

await runCommand(usage, async () => {
  const options = parseOptions({ from: { type: 'string' } });
  const { from } = options;
  if (typeof from !== 'string') throw new UsageError('--from is missing');
  const { head, items } = await verify(from);
  await onTable(options, async (target) => {
    await importTable(target, from, head, (done) => console.log(`${done} of ${items} items`));
    const context = { actor: 'operator', now: new Date(), requestId: 'import' };
    const revoked = await revokeSince(Date.parse(head.exported_at), [], {
      context,
      isTrial: false,
      erasureKey: target.erasureKey,
    });
    for (const line of revoked) console.log(`Revoked since the export: ${line}`);
    await beginHistory(Date.now());
    console.log(`Imported ${items} items into ${target.TableName} (at most ${maxMemoryMb()} MB of memory).`);
  });
});
