import type * as z from 'zod';
import type { Config } from '../../lib/config.ts';

/** Runs an AWS CLI command, which must only read. Undefined if the requested resource does not exist. */
export type Ask = <S extends z.ZodType>(command: readonly string[], schema: S) => Promise<z.output<S> | undefined>;

/** `note`: worth knowing, no action needed. `todo`: the deployment would fail or not work well. */
export interface Finding {
  state: 'ok' | 'note' | 'todo';
  text: string;
}

export interface Account {
  config: Config;
  region: string;
  /** The maximum number of functions running in the background. */
  backgroundConcurrency: number;
  /** The number of environments of functions that Lambda keeps started. */
  provisionedConcurrency: number;
  ask: Ask;
  /** Undefined if no source is to be asked. */
  fetch: typeof fetch | undefined;
}

export const finding = (state: Finding['state'], text: string): Finding => ({ state, text });
