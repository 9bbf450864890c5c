import { fork } from 'node:child_process';
import { join } from 'node:path';

/** An HTTP service in its own process. */
export interface Service {
  url: string;
  /** The credential of an installation, if the service has installations. */
  credential: string | undefined;
  /** The dashboard's address and a member's token, if the service has a dashboard. */
  dashboard: Dashboard | undefined;
  stop(): Promise<void>;
}

export interface Dashboard {
  url: string;
  token: string;
}

/** Sent by a script when it is ready for requests. */
interface ReadyMessage {
  url: string;
  credential?: string;
  dashboard?: Dashboard;
}

/** Starts a script of this folder, in the folder of a checkout, and waits until it is ready. */
export async function startService(script: string, args: string[], cwd = process.cwd()): Promise<Service> {
  const child = fork(join(import.meta.dirname, script), args, { cwd, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const started = new Promise<ReadyMessage>((resolve) =>
    child.once('message', (message: ReadyMessage) => resolve(message)),
  );
  const message = await Promise.race([started, exited]);
  if (message === undefined) throw new Error(`bench/peers/${script} ended before it was ready`);
  return {
    url: message.url,
    credential: message.credential,
    dashboard: message.dashboard,
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

/** Runs a script of this folder. Returns the message it sends at its end. */
export async function runPeer<Result>(script: string, args: string[]): Promise<Result> {
  const child = fork(join(import.meta.dirname, script), args, { execArgv: ['--expose-gc'] });
  let result: Result | undefined;
  child.once('message', (message: Result) => {
    result = message;
  });
  await new Promise<void>((resolve) => child.once('exit', () => resolve()));
  if (result === undefined) throw new Error(`bench/peers/${script} ended without a result`);
  return result;
}
