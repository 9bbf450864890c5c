import { release } from '../../../src/runtime/release.ts';
import { ApiError } from './api-error.ts';
import { answerOf, api } from './client.ts';
import { ConnectionError, LoadError } from './failures.ts';

/** A page that fails again and again says so this often. */
const mostReports = 5;
let reports = 0;

const ids = new WeakMap<object, Promise<string | undefined>>();

/** Whether a script is at fault, and not the API, the connection, or a request that was given up. */
const isFault = (error: unknown): error is Error =>
  error instanceof Error &&
  !(error instanceof ApiError || error instanceof ConnectionError || error instanceof LoadError) &&
  !['AbortError', 'CancelledError'].includes(error.name);

/** Reports a fault of a script to the log of the registry. `page` is the pattern of its address. */
export function reportFault(error: unknown, page: string): void {
  if (!isFault(error) || ids.has(error) || reports >= mostReports) return;
  reports += 1;
  const body = {
    message: `${error.name}: ${error.message}`.slice(0, 500),
    stack: (error.stack ?? '').slice(0, 4000),
    page: page.slice(0, 200),
    release,
  };
  const report = answerOf(api.POST('/api/faults', { body })).then(
    ({ request_id }) => request_id,
    () => undefined,
  );
  ids.set(error, report);
}

/** The id of the report of a fault in the logs; undefined if there is none. */
export async function faultId(error: unknown): Promise<string | undefined> {
  return typeof error === 'object' && error !== null ? ids.get(error) : undefined;
}
