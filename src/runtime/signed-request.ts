import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { SignatureV4 } from '@smithy/signature-v4';
import { env } from './env.ts';

/**
 * Signed requests to AWS services whose SDK client would more than double the size of a function
 * (docs/decisions/0005-lists-in-memory.md, 0080-keys-here-and-at-the-gateway.md, 0100-locale-search-rollout.md).
 */

export interface AwsRequest {
  service: 's3' | 'apigateway' | 'monitoring' | 'rds-data' | 'lambda';
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Including the encoded query. */
  url: URL;
  headers?: Record<string, string>;
  /** In several pieces only with its SHA-256 and length in the headers. */
  body?: Uint8Array | string | readonly Uint8Array[] | undefined;
  timeoutMs: number;
}

export interface AwsResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/**
 * Sends a request signed with the function's credentials (Signature Version 4). Throws on network errors and time-outs.
 */
export async function sendSigned({ service, method, url, headers, body, timeoutMs }: AwsRequest): Promise<AwsResponse> {
  const sessionToken = env('AWS_SESSION_TOKEN');
  const signer = new SignatureV4({
    service,
    region: env('AWS_REGION'),
    credentials: {
      accessKeyId: env('AWS_ACCESS_KEY_ID'),
      secretAccessKey: env('AWS_SECRET_ACCESS_KEY'),
      ...(sessionToken && { sessionToken }),
    },
    sha256: Sha256,
    // S3 signs the path as sent; other services escape it once more.
    uriEscapePath: service !== 's3',
  });
  const signed = await signer.sign({
    method,
    protocol: url.protocol,
    hostname: url.hostname,
    ...(url.port && { port: Number(url.port) }),
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: { host: url.host, ...headers },
    ...(body !== undefined && !Array.isArray(body) && { body }),
  });
  return send(url, method, signed.headers, body, timeoutMs);
}

/** Uses node:http, which the SDK has already loaded. The first `fetch` of a process would initialize another client. */
function send(
  url: URL,
  method: string,
  headers: Record<string, string>,
  body: AwsRequest['body'],
  timeoutMs: number,
): Promise<AwsResponse> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const sent = (url.protocol === 'https:' ? https : http).request(url, { method, headers, signal });
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, body: Buffer.concat(chunks) });
      });
      response.on('error', reject);
    });
    sent.on('error', reject);
    if (!Array.isArray(body)) return sent.end(body);
    for (const piece of body) sent.write(piece);
    return sent.end();
  });
}

/** Node's hashes with the signer's interface. */
class Sha256 {
  readonly #hash: Hash | Hmac;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret as string | Uint8Array);
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(data as string | Uint8Array);
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  reset(): void {}
}
