import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import { env } from '../env.ts';
import { type HttpRequest, type HttpResponse, sendHttp } from './http-request.ts';

/**
 * Signed requests to AWS services whose SDK client would more than double the size of a function
 * (docs/decisions/0005-lists-in-memory.md, 0050-one-authorizer-for-both-kinds-of-credentials.md,
 * 0100-locale-search-rollout.md).
 */

export interface AwsRequest extends HttpRequest {
  service: 's3' | 'apigateway' | 'monitoring' | 'rds-data' | 'lambda';
  /** Including the encoded query. */
  url: URL;
  /** In several pieces only with its SHA-256 and length in the headers. */
  body?: HttpRequest['body'];
}

/**
 * Sends a request signed with the function's credentials (Signature Version 4). Throws on network errors and time-outs.
 */
export async function sendSigned({
  service,
  method,
  url,
  headers,
  body,
  timeoutMs,
}: AwsRequest): Promise<HttpResponse> {
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
  return sendHttp({ method, url, headers: signed.headers, body, timeoutMs });
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
