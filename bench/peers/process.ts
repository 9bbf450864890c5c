import { fork } from 'node:child_process';
import { join } from 'node:path';

/** A service to be asked over HTTP, in a process of its own. */
export interface Service {
  url: string;
  /** The credential of an installation, where the service has any. */
  credential: string | undefined;
  stop(): Promise<void>;
}

/** What a script sends when it can be asked. */
interface ReadyMessage {
  url: string;
  credential?: string;
}

/** Starts a script of this folder and waits for the address it sends. */
export async function startService(script: string, args: string[]): Promise<Service> {
  const child = fork(join(import.meta.dirname, script), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const started = new Promise<ReadyMessage>((resolve) => child.once('message', (told: ReadyMessage) => resolve(told)));
  const told = await Promise.race([started, exited]);
  if (told === undefined) throw new Error(`bench/peers/${script} ended before it could be asked`);
  return {
    url: told.url,
    credential: told.credential,
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
