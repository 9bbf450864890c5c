import { fork } from 'node:child_process';
import { join } from 'node:path';

/** A service to be asked over HTTP, in a process of its own. */
export interface Service {
  url: string;
  stop(): Promise<void>;
}

/** Starts a script of this folder and waits for the address it sends. */
export async function startService(script: string, args: string[]): Promise<Service> {
  const child = fork(join(import.meta.dirname, script), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const started = new Promise<string>((resolve) => child.once('message', ({ url }: { url: string }) => resolve(url)));
  const url = await Promise.race([started, exited]);
  if (url === undefined) throw new Error(`bench/peers/${script} ended before it could be asked`);
  return {
    url,
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
