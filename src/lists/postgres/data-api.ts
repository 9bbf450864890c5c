import { randomUUID } from 'node:crypto';
import { env } from '#src/runtime/env.ts';
import { Contention } from '#src/runtime/errors.ts';
import { retriesEndMs } from '#src/runtime/invocation.ts';
import { logMetrics } from '#src/runtime/log.ts';
import { registryDimensions, registryMetrics } from '#src/runtime/metrics.ts';
import { sendSigned } from '#src/runtime/requests/signed-request.ts';
import { retryOnError } from '#src/runtime/retry.ts';
import { type Database, type Found, type Run, StatementFailed } from './database.ts';

/** The Data API ends a statement after 45 s. Its answer takes a moment more. */
const maxTimeoutMs = 46_000;
const minTimeoutMs = 1_000;
/** A call may last this much longer than attempts may begin: two seconds less than the invocation has left. */
const graceMs = 1_000;
/** How long each of the two calls may last that clean up. Nothing depends on their answers. */
const cleanUpMs = 500;
/** The largest request that the Data API takes, but for its headers. */
const maxRequestBytes = 4 * 2 ** 20 - 4_096;

/** There is no limit of calls a second, but one of what the database and the account can take at once. */
const throttles = new Set(['ThrottlingException', 'TooManyRequestsException']);
/** Errors of the Data API while the database resumes, scales or is too busy: another attempt may succeed at once. */
const transient = new Set([
  ...throttles,
  'DatabaseResumingException',
  'DatabaseUnavailableException',
  'InternalFailure',
  'InternalServerErrorException',
  'ServiceUnavailableError',
  'ServiceUnavailableException',
]);
/** A statement that takes too long does so again, and a transaction that has ended does not come back. */
const passing = new Set(['StatementTimeoutException', 'TransactionNotFoundException']);
const networkErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT']);

/** An error of PostgreSQL without a known SQLSTATE. The class is that of internal errors. */
const unknownState = 'XX000';
/** PostgreSQL's own, for what is beyond a limit of the program. */
const tooLarge = '54000';

/** The database that the environment of the function names, reached by the Data API of RDS. */
export function dataApi(): Database {
  /** Marks of statements that have ended. They are used again, so that equal statements have equal texts. */
  const unusedMarks: string[] = [];
  const execute = async (statement: string, values: readonly (string | null)[] = [], transactionId?: string) => {
    // Ended in the middle, a definition would have to begin again.
    const isContinued = isDefinition(statement);
    const mark = unusedMarks.pop() ?? randomUUID();
    const input = {
      sql: `/* ${mark} */ ${statement.replace(/\$(\d+)\b/g, ':p$1')}`,
      parameters: values.map((value, index) => ({
        name: `p${index + 1}`,
        value: value === null ? { isNull: true } : { stringValue: value },
      })),
      includeResultMetadata: true,
      ...(transactionId !== undefined && { transactionId }),
      ...(isContinued && { continueAfterTimeout: true }),
    };
    try {
      const answer = await call('/Execute', input);
      unusedMarks.push(mark);
      return rowsOf(answer as Executed);
    } catch (error) {
      if (!isUnanswered(error)) unusedMarks.push(mark);
      else if (!isContinued) await cancel(mark);
      throw error;
    }
  };
  return {
    run: (statement, values) => execute(statement, values),
    async snapshot(read) {
      const { transactionId } = (await call('/BeginTransaction', {})) as { transactionId: string };
      const run: Run = (statement, values) => execute(statement, values, transactionId);
      try {
        await run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
        return await read(run);
      } finally {
        // It has written nothing, so if this fails it only ends later.
        await send('/RollbackTransaction', { transactionId }, cleanUpMs).catch(() => undefined);
      }
    },
  };
}

/**
 * Ends a statement that nobody waits for any more. It would go on for up to 45 s, and so would that of each attempt after
 * it. No statement can limit its own time, and a call that sets a limit first would cost every read its latency.
 */
async function cancel(mark: string): Promise<void> {
  const sql = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
    WHERE query LIKE '%${mark}%' AND state = 'active' AND pid <> pg_backend_pid()`;
  await send('/Execute', { sql, includeResultMetadata: true }, cleanUpMs).catch(() => undefined);
}

const isDefinition = (statement: string) => /^\s*(DO|CREATE|DROP|ANALYZE)\b/.test(statement);

interface Field {
  isNull?: boolean;
  stringValue?: string;
  longValue?: number;
  doubleValue?: number;
  booleanValue?: boolean;
}

interface Executed {
  columnMetadata?: { label: string }[];
  records?: Field[][];
}

function rowsOf({ columnMetadata = [], records = [] }: Executed): Found[] {
  return records.map((fields) =>
    Object.fromEntries(columnMetadata.map(({ label }, index) => [label, textOf(fields[index])])),
  );
}

function textOf(field: Field = { isNull: true }): string | null {
  const { isNull, stringValue, longValue, doubleValue, booleanValue } = field;
  const value = stringValue ?? longValue ?? doubleValue ?? booleanValue;
  return isNull || value === undefined ? null : String(value);
}

/** A call that is tried again while it may succeed, for as long as the invocation has time for attempts. */
async function call(path: string, input: Record<string, unknown>): Promise<unknown> {
  // In a transaction, another attempt could meet the first one.
  const isRetried = input.transactionId === undefined ? isTransient : isThrottled;
  try {
    return await retryOnError('The database of the lists', isRetried, () => send(path, input, timeLeftMs()));
  } catch (error) {
    const reason = error instanceof Contention ? error.cause : error;
    throw isTransient(reason) || isTimeout(reason) ? new StatementFailed(undefined, reason) : reason;
  }
}

const timeLeftMs = () =>
  Math.min(Math.max(Math.floor(retriesEndMs() - Date.now()) + graceMs, minTimeoutMs), maxTimeoutMs);

async function send(path: string, input: Record<string, unknown>, timeoutMs: number): Promise<unknown> {
  const request = JSON.stringify({
    resourceArn: env('LISTS_CLUSTER_ARN'),
    secretArn: env('LISTS_SECRET_ARN'),
    ...(path !== '/RollbackTransaction' && { database: env('LISTS_DATABASE') }),
    ...input,
  });
  if (Buffer.byteLength(request) > maxRequestBytes)
    throw new StatementFailed(tooLarge, new Error('the statement is larger than the Data API takes'));
  const { status, body, headers } = await sendSigned({
    service: 'rds-data',
    method: 'POST',
    url: new URL(path, endpoint()),
    headers: { 'content-type': 'application/json' },
    body: request,
    timeoutMs,
  });
  const text = body.toString();
  if (status === 200) return JSON.parse(text);
  throw failureOf(status, String(headers['x-amzn-errortype'] ?? ''), text);
}

const endpoint = () =>
  env('AWS_ENDPOINT_URL_RDS_DATA') ?? env('AWS_ENDPOINT_URL') ?? `https://rds-data.${env('AWS_REGION')}.amazonaws.com`;

/** An error of the Data API itself, not of a statement. */
class DataApiFailed extends Error {
  // A literal: minified bundles rename classes.
  override name = 'DataApiFailed';
  readonly type: string;

  constructor(type: string, message: string) {
    super(`${type}: ${message}`);
    this.type = type;
  }
}

function failureOf(status: number, errorType: string, text: string): Error {
  const { message = text, __type = '' } = parsed(text);
  const [type = ''] = (errorType || __type.split('#').at(-1) || '').split(':');
  const [, sqlState] = /SQLState: ([0-9A-Z]{5})/i.exec(message) ?? [];
  if (type === 'DatabaseErrorException' || sqlState)
    return new StatementFailed(sqlState ?? unknownState, new Error(message));
  if (throttles.has(type)) countThrottle(type);
  if (passing.has(type)) return new StatementFailed(undefined, new DataApiFailed(type, message));
  const isOfServer = status >= 500 && type === '';
  return new DataApiFailed(isOfServer ? 'InternalFailure' : type || `HTTP ${status}`, message);
}

/** Attempts that succeed later are counted, too: they are what makes requests slow before any fails. */
function countThrottle(type: string): void {
  logMetrics('warn', 'The Data API throttled a call', {
    metrics: { [registryMetrics.throttledCalls]: { value: 1, unit: 'Count' } },
    dimensions: registryDimensions,
    type,
  });
}

/** The fields of an error, which has none if a proxy has made it. */
function parsed(text: string): { message?: string; __type?: string } {
  try {
    const { message, Message, __type } = JSON.parse(text);
    return { message: message ?? Message, __type };
  } catch {
    return {};
  }
}

function isTransient(error: unknown): boolean {
  if (error instanceof DataApiFailed) return transient.has(error.type);
  return networkErrors.has(String((error as { code?: unknown } | null)?.code));
}

const isThrottled = (error: unknown) => error instanceof DataApiFailed && throttles.has(error.type);

/** Whether nobody knows if a statement has ended. */
const isUnanswered = (error: unknown) =>
  error instanceof StatementFailed && error.sqlState === undefined && !(error.cause instanceof DataApiFailed);

const isTimeout = (error: unknown) => error instanceof Error && /^(TimeoutError|AbortError)$/.test(error.name);
