/** Reads an export into an empty registry: docs/restore.md. */
import * as z from 'zod';
import { beginHistory, revokeSince } from '#src/operations/recovery/prepare-table.ts';
import { awsJson } from './aws/cli.ts';
import { runCommand, UsageError } from './command.ts';
import { importTable, verify } from './transfer/import.ts';
import { inviteUsers } from './transfer/invite-users.ts';
import { maxMemoryMb, onTable, parseOptions, type Target } from './transfer/table-command.ts';

const usage = `Usage: npm run import -- --from <file> --region <region> [--stage <stage>] [--table <name>] [--invite-users]   into a deployment
       npm run import -- --from <file> --data <folder>                                    into a stopped laptop cloud

Checks the file, then writes its items into the table, which must be empty. If it is interrupted, run it again. Then it
revokes what the ledger of the deployment says was revoked since the export, and makes every list load again.

  --from <file>    the file that npm run export has written
  --invite-users   give every user of the table an account in the user pool of the deployment, which mails them an
                   initial password; those with an account stay as they are. Without --from, it does only that
  --help           print this text

Exit codes: 0 done, 1 failed, 2 wrong options.`;

await runCommand(usage, async () => {
  const options = parseOptions({ from: { type: 'string' }, 'invite-users': { type: 'boolean' } });
  const { from, region, stage = 'prod' } = options;
  const invites = options['invite-users'] === true;
  if (invites && typeof region !== 'string') throw new UsageError('--invite-users needs a deployment: --region');
  if (typeof from !== 'string' && !invites) throw new UsageError('--from is missing');
  await onTable(options, async (target) => {
    if (typeof from === 'string') await importFrom(from, target);
    if (invites) await invite(`registry-${stage}-sign-in`, String(region));
  });
});

async function importFrom(from: string, target: Target): Promise<void> {
  const { head, items } = await verify(from);
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
}

async function invite(stack: string, region: string): Promise<void> {
  process.env.USER_POOL_ID = await poolOf(stack, region);
  const { users, failed } = await inviteUsers();
  for (const { email, reason } of failed) console.error(`No account for ${email}: ${reason}`);
  if (failed.length > 0) throw new Error(`${failed.length} of ${users} users have no account. Run this again`);
  console.log(`All ${users} users have an account.`);
}

/** The user pool among the outputs of a stack. */
async function poolOf(stack: string, region: string): Promise<string> {
  const command = ['aws', 'cloudformation', 'describe-stacks', '--stack-name', stack, '--region', region];
  const Output = z.object({ OutputKey: z.string(), OutputValue: z.string() });
  const found = await awsJson(command, z.object({ Stacks: z.array(z.object({ Outputs: z.array(Output) })) }));
  const pool = found?.Stacks[0]?.Outputs.find(({ OutputKey }) => OutputKey === 'UserPoolId')?.OutputValue;
  if (pool === undefined) throw new Error(`There is no stack ${stack} with a user pool`);
  return pool;
}
