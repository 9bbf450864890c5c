import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AwsError } from '../control-plane/aws-error.ts';
import type { Access } from './access.ts';
import { tableRequests } from './table-requests.ts';

export interface TableProxy {
  url: string;
  close(): Promise<void>;
}

/** Serves DynamoDB to functions: checks each call against the role of its sender and passes it on to the engine. */
export async function startTableProxy(engineUrl: string, access: Access): Promise<TableProxy> {
  const { hostname, port } = new URL(engineUrl);
  const agent = new Agent({ keepAlive: true });
  const server = createServer((request, response) => {
    const forward = (body: Buffer) => {
      const { method, url, headers } = request;
      const forwarded = send({ agent, hostname, port, method, path: url, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      // A lost connection, as it would be without the proxy: the client tries again.
      forwarded.on('error', () => response.destroy());
      response.on('close', () => forwarded.destroy());
      forwarded.end(body);
    };
    bodyOf(request).then(
      (body) => {
        const refusal = check(request, body, access);
        if (refusal) refuse(response, refusal);
        else forward(body);
      },
      () => response.destroy(),
    );
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
    },
  };
}

function check({ headers }: IncomingMessage, body: Buffer, access: Access): AwsError | undefined {
  const [, operation = ''] = String(headers['x-amz-target'] ?? '').split('.');
  try {
    const requests = tableRequests(operation, JSON.parse(body.toString()), access.partitionKeys);
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
