import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves a Secrets Manager with one secret, which is needed to check whether a new person was erased. */
export async function serveErasureKey(): Promise<{ endpoint: string; stop: () => void }> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/x-amz-json-1.1');
    response.end(JSON.stringify({ Name: 'erasure-key', SecretString: 'the key of the hashes of erased people' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { endpoint, stop: () => server.closeAllConnections() };
}
