import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, createServer, request as send } from '../http-module.ts';
import type { Access } from '../iam/access.ts';
import { AwsError } from '../iam/aws-error.ts';
import { tableRequests } from '../iam/table-requests.ts';

type Json = Record<string, unknown>;

export interface TableProxy {
  url: string;
  close(): Promise<void>;
}

export interface TableProxyOptions {
  /** Checks each call against its sender's role. If undefined, everything is allowed. */
  access?: Access;
  /** Replaces the sender's access key, because an engine may have one database per key. */
  accessKeyId?: string;
  /** The number of further calls by which a table's global indexes lag behind; undefined for none. */
  indexesCallsBehind?: number | undefined;
}

/** Serves DynamoDB to functions: checks each call and forwards it to the engine. */
export async function startTableProxy(
  engineUrl: string,
  { access, accessKeyId, indexesCallsBehind }: TableProxyOptions,
): Promise<TableProxy> {
  const { hostname, port, pathname: path } = new URL(engineUrl);
  const agent = new Agent({ keepAlive: true });
  const late = indexesCallsBehind === undefined ? undefined : await lateIndexes(engineUrl, indexesCallsBehind);
  const forward = async (request: IncomingMessage, body: Buffer, response: ServerResponse) => {
    const { method, headers } = request;
    const call = { ...callOf(headers, body), accessKeyId: accessKeyId ?? accessKeyIn(headers.authorization) };
    const asked = await late?.inputFor(call);
    const sent = asked && asked !== call.input ? Buffer.from(JSON.stringify(asked)) : body;
    const authorization = withAccessKey(headers.authorization, call.accessKeyId);
    const all = { ...headers, authorization, 'content-length': String(sent.length) };
    const forwarded = send({ agent, hostname, port, method, path, headers: all }, async (answer) => {
      if (answer.statusCode === 200) await late?.note(call);
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    // Like a lost connection without the proxy: the client retries.
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    forwarded.end(sent);
  };
  const server = createServer((request, response) => {
    bodyOf(request)
      .then((body) => {
        const refusal = access && check(request, body, access);
        return refusal ? refuse(response, refusal) : forward(request, body, response);
      })
      .catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      agent.destroy();
      await late?.close();
    },
  };
}

/** Only tests have them, and its client of DynamoDB takes time to load. */
async function lateIndexes(engineUrl: string, callsBehind: number) {
  const { LateIndexes } = await import('./late-indexes.ts');
  return new LateIndexes(engineUrl, callsBehind);
}

const accessKey = /(?<=Credential=)[^/,\s]+/;
const accessKeyIn = (authorization = '') => accessKey.exec(authorization)?.[0] ?? '';
const withAccessKey = (authorization = '', id: string) => authorization.replace(accessKey, id);

function callOf(headers: IncomingMessage['headers'], body: Buffer): { operation: string; input: Json } {
  const [, operation = ''] = String(headers['x-amz-target'] ?? '').split('.');
  return { operation, input: JSON.parse(body.toString()) as Json };
}

function check({ headers }: IncomingMessage, body: Buffer, access: Access): AwsError | undefined {
  try {
    const { operation, input } = callOf(headers, body);
    const requests = tableRequests(operation, input, access.partitionKeys);
    access.authorize(headers.authorization, requests);
    return undefined;
  } catch (error) {
    return error instanceof AwsError ? error : new AwsError('SerializationException', String(error));
  }
}

/** DynamoDB's form of an error: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html */
function refuse(response: ServerResponse, { type, message }: AwsError): void {
  const body = JSON.stringify({ __type: `com.amazon.coral.service#${type}`, Message: message });
  response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' }).end(body);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
