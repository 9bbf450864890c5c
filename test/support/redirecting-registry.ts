import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A registry that redirects every request to another host, which takes whatever it gets. */
export interface RedirectingRegistry {
  url: string;
  /** Where it redirects to. */
  location: string;
  /** The status of its redirects, which tests may change. */
  status: number;
  /** The credentials that each of the two has received, one for each request. */
  credentials(): { registry: unknown[]; other: unknown[] };
  stop(): void;
}

/** Starts both hosts on this computer, at different addresses. */
export async function startRedirectingRegistry(): Promise<RedirectingRegistry> {
  const asked: IncomingHttpHeaders[] = [];
  const stolen: IncomingHttpHeaders[] = [];
  const other = createServer((request, response) => {
    stolen.push(request.headers);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"changes":[],"cursor":"c","has_more":false}');
  });
  const location = `${await listen(other, '127.0.0.2')}/integrations/v1/changes`;
  const registry = createServer((request, response) => {
    asked.push(request.headers);
    response.writeHead(started.status, { location }).end();
  });
  const started: RedirectingRegistry = {
    url: await listen(registry, '127.0.0.1'),
    location,
    status: 307,
    credentials: () => ({ registry: credentialsIn(asked), other: credentialsIn(stolen) }),
    stop() {
      for (const server of [registry, other]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
  return started;
}

const credentialsIn = (requests: IncomingHttpHeaders[]) => requests.map((headers) => headers['x-api-key'] ?? null);

async function listen(server: Server, host: string): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}
