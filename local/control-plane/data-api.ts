import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { variableOf } from '../cloudformation/resources.ts';
import type { Stacks } from '../cloudformation/template.ts';
import { AwsError, unknownAction } from '../iam/aws-error.ts';

/** Where connections to a server come from. */
interface Connections {
  connect(): Promise<pg.PoolClient>;
}

/** The Data API of a cluster of the templates, on a server of this machine. */
export interface DataApi {
  clusterArn: string;
  secretArn: string;
  database: string;
  pool: Connections;
  transactions: Map<string, pg.PoolClient>;
}

/** The Data API of the cluster in the templates, on a server of this machine instead. */
export function dataApiOf(stacks: Stacks, { pool }: { pool: pg.Pool }): DataApi {
  const [cluster] = stacks.all('AWS::RDS::DBCluster');
  if (!cluster) throw new Error('The templates have no database of lists');
  return {
    clusterArn: variableOf('LISTS_CLUSTER_ARN', stacks),
    secretArn: variableOf('LISTS_SECRET_ARN', stacks),
    database: cluster.properties.DatabaseName,
    pool,
    transactions: new Map(),
  };
}

/** Limits of the Data API: https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/data-api.html */
const maxRequestBytes = 4 * 2 ** 20;
const maxResponseBytes = 2 ** 20;
const maxRowBytes = 64 * 2 ** 10;
const statementTimeout = '45s';

const paths = ['/Execute', '/BeginTransaction', '/RollbackTransaction'] as const;
type Path = (typeof paths)[number];

/** Whether a call without a target is one of the Data API. */
export const isOfDataApi = (path: string): path is Path => paths.some((each) => each === path);

const bad = (message: string) => new AwsError('BadRequestException', message);

/** Answers ExecuteStatement, BeginTransaction and RollbackTransaction, and refuses what the Data API refuses. */
export async function answerDataApi(path: Path, input: Record<string, unknown>, api: DataApi): Promise<unknown> {
  const { resourceArn, secretArn, database, transactionId, ...rest } = input;
  if (resourceArn !== api.clusterArn) throw bad(`HttpEndpoint is not enabled for cluster ${String(resourceArn)}`);
  if (secretArn !== api.secretArn) throw bad(`The secret ${String(secretArn)} is not one of the cluster`);
  if (path !== '/RollbackTransaction' && database !== api.database)
    throw new AwsError('DatabaseNotFoundException', `There is no database ${String(database)}`);
  if (Buffer.byteLength(JSON.stringify(input)) > maxRequestBytes) throw bad('The request is larger than 4 MiB');
  if (path === '/Execute') {
    const client = transactionId === undefined ? undefined : transactionOf(api, transactionId);
    return execute(client ?? api.pool, rest, client !== undefined);
  }
  const [unknown] = Object.keys(rest);
  if (unknown) throw unknownAction(`${path} with ${unknown}`);
  if (path === '/RollbackTransaction') {
    const client = transactionOf(api, transactionId);
    api.transactions.delete(String(transactionId));
    await ofServer(client.query('ROLLBACK')).finally(() => client.release());
    return { transactionStatus: 'Rollback Complete' };
  }
  const client = await ofServer(api.pool.connect());
  await client.query(`BEGIN; SET LOCAL statement_timeout = '${statementTimeout}'`);
  const id = randomUUID();
  api.transactions.set(id, client);
  return { transactionId: id };
}

/** The result of a server, with errors as the Data API has them. */
const ofServer = <T>(result: Promise<T>): Promise<T> =>
  result.catch((error: unknown) => {
    throw failed(error);
  });

function transactionOf({ transactions }: DataApi, id: unknown): pg.PoolClient {
  const client = transactions.get(String(id));
  if (!client) throw new AwsError('TransactionNotFoundException', `Transaction ${String(id)} is not found`);
  return client;
}

interface Parameter {
  name: string;
  value: { isNull?: boolean; stringValue?: string };
}

async function execute(on: Connections | pg.PoolClient, input: Record<string, unknown>, isInTransaction: boolean) {
  const { sql, parameters = [], includeResultMetadata, continueAfterTimeout, ...rest } = input;
  const [unknown] = Object.keys(rest);
  if (unknown) throw unknownAction(`ExecuteStatement with ${unknown}`);
  if (includeResultMetadata !== true) throw unknownAction('ExecuteStatement without includeResultMetadata');
  const { text, values } = positional(String(sql), parameters as Parameter[]);
  const client = isInTransaction ? (on as pg.PoolClient) : await ofServer((on as Connections).connect());
  try {
    if (!isInTransaction)
      await client.query(`SET statement_timeout = '${continueAfterTimeout === true ? '0' : statementTimeout}'`);
    // One statement only: the extended protocol refuses more.
    const { rows, fields } = await client.query<(string | null)[]>({
      text,
      values,
      rowMode: 'array',
      types: { getTypeParser: () => String },
      queryMode: 'extended',
    } as pg.QueryArrayConfig);
    return answerOf(rows, fields);
  } catch (error) {
    throw error instanceof AwsError ? error : failed(error);
  } finally {
    if (!isInTransaction) client.release();
  }
}

/** A statement with the values of `:name` in the order of `$1`. Colons in texts and of casts are no parameters. */
function positional(sql: string, parameters: readonly Parameter[]): { text: string; values: (string | null)[] } {
  const numbers = new Map(parameters.map(({ name }, index) => [name, index + 1]));
  const text = sql.replace(/'(?:[^']|'')*'|::|:([A-Za-z_]\w*)/g, (found, name: string | undefined) => {
    if (name === undefined) return found;
    const number = numbers.get(name);
    if (number === undefined) throw bad(`Cannot find parameter: ${name}`);
    // The Data API sends texts as such, so a statement has to cast them.
    return `$${number}::varchar`;
  });
  return { text, values: parameters.map(({ value }) => (value.isNull ? null : (value.stringValue ?? null))) };
}

function answerOf(rows: (string | null)[][], fields: readonly pg.FieldDef[]) {
  const records = rows.map((row) => row.map((value) => (value === null ? { isNull: true } : { stringValue: value })));
  // Whether it measures values or their JSON is not documented. The latter is larger.
  const sizeOf = (part: unknown) => Buffer.byteLength(JSON.stringify(part));
  if (records.some((record) => sizeOf(record) > maxRowBytes)) throw bad('Packet for query is too large');
  const answer = {
    columnMetadata: fields.map(({ name }) => ({ name, label: name })),
    records,
    numberOfRecordsUpdated: 0,
  };
  if (sizeOf(answer) > maxResponseBytes) throw bad('Database returned more than the allowed response size limit');
  return answer;
}

/** Errors of the server have an SQLSTATE of five characters, with digits. The others are of connections to it. */
function failed(error: unknown): AwsError {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === '57014') return new AwsError('StatementTimeoutException', 'Request timed out');
  return typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code)
    ? new AwsError('DatabaseErrorException', `ERROR: ${message}; SQLState: ${code}`)
    : new AwsError('DatabaseUnavailableException', String(message));
}
