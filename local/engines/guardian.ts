import { spawn } from 'node:child_process';
import { tryLock } from '../files/lock.ts';
import { type GuardedCommand, lockedCode } from './guarded-command.ts';

/**
 * Runs one command until its standard input closes. The parent holds the other end of the pipe, so the command also
 * ends when the parent is killed. The lock is held until the command ends; the next start waits for it.
 */
const { command, args, lockFile, graceMs = 3_000 } = JSON.parse(String(process.argv[2])) as GuardedCommand;

const takeoverMs = 15_000;

// Makes the database files readable only by their owner.
process.umask(0o077);
if (lockFile && !tryLock(lockFile, takeoverMs)) {
  console.error(`Another DynamoDB Local still holds ${lockFile}. Stop it, or start with another --data.`);
  process.exit(lockedCode);
}
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
child.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
child.on('exit', (code) => process.exit(code ?? 1));

const end = () => {
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), graceMs).unref();
};
process.stdin.on('end', end).on('error', end).resume();
// A terminal sends these to the whole process group. Only the end of standard input stops the engine.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
