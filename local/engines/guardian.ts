import { spawn } from 'node:child_process';
import { tryLock } from '../data/lock.ts';

/**
 * Runs one command for as long as its standard input stays open. The process that started it holds the other end of
 * that pipe, so the command ends when that process does, also when it was killed and could not clean up. The lock is
 * kept until the command is gone: the next start on the same data waits for it.
 */
const { command, args, lockFile } = JSON.parse(String(process.argv[2])) as Guarded;

export interface Guarded {
  command: string;
  args: string[];
  lockFile?: string | undefined;
}

const takeoverMs = 15_000;
const graceMs = 3_000;

if (lockFile && !tryLock(lockFile, takeoverMs)) {
  console.error(`An earlier engine still runs on ${lockFile}`);
  process.exit(1);
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
// The terminal sends these to everybody; only the end of standard input counts here.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
