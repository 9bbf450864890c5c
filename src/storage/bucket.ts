import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { SignatureV4 } from '@smithy/signature-v4';
import { env } from '../runtime/env.ts';
import { Sha256 } from '../runtime/sha256.ts';

/**
 * Whole objects in and out of the bucket. By signed requests of our own: the S3 client would add more to a list function
 * than everything else in it together (docs/decisions/0005-lists-in-memory.md).
 */

const timeoutMs = 10_000;

/** The content of an object, or undefined when there is none. Throws when the bucket cannot be read. */
export async function getObject(key: string): Promise<Uint8Array | undefined> {
  const response = await request('GET', key);
  // Without the right to list a bucket, S3 does not tell what is missing from what is forbidden.
  if (response.status === 404 || response.status === 403) return undefined;
  if (response.status !== 200) throw new Error(`The bucket answered ${response.status} to reading ${key}`);
  return response.body;
}

/** Writes an object, in the place of what was there: a reader gets all of the old one or all of the new one. */
export async function putObject(key: string, body: Uint8Array): Promise<void> {
  const response = await request('PUT', key, body);
  if (response.status !== 200) throw new Error(`The bucket answered ${response.status} to writing ${key}`);
}

interface Response {
  status: number;
  body: Buffer;
}

async function request(method: 'GET' | 'PUT', key: string, body?: Uint8Array): Promise<Response> {
  const url = addressOf(key);
  const signer = new SignatureV4({
    service: 's3',
    region: env('AWS_REGION'),
    credentials: {
      accessKeyId: env('AWS_ACCESS_KEY_ID'),
      secretAccessKey: env('AWS_SECRET_ACCESS_KEY'),
      ...(env('AWS_SESSION_TOKEN') && { sessionToken: env('AWS_SESSION_TOKEN') as string }),
    },
    sha256: Sha256,
    // S3 signs the path as it is sent; other services escape it once more.
    uriEscapePath: false,
  });
  const { headers } = await signer.sign({
    method,
    protocol: url.protocol,
    hostname: url.hostname,
    ...(url.port && { port: Number(url.port) }),
    path: url.pathname,
    query: {},
    headers: { host: url.host },
    ...(body && { body }),
  });
  return send(url, method, headers, body);
}

/** By the module the SDK has loaded anyhow: the first `fetch` of a process would wait for another client to be set up. */
function send(url: URL, method: string, headers: Record<string, string>, body?: Uint8Array): Promise<Response> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const sent = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, { method, headers, signal });
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Path style where an endpoint is named, as on a laptop; the bucket's own host on AWS. */
function addressOf(key: string): URL {
  const bucket = env('BUCKET_NAME');
  if (!bucket) throw new Error('This function has no bucket');
  const path = key.split('/').map(encodeURIComponent).join('/');
  const endpoint = env('AWS_ENDPOINT_URL_S3');
  if (endpoint) return new URL(`/${bucket}/${path}`, endpoint);
  return new URL(`https://${bucket}.s3.${env('AWS_REGION')}.amazonaws.com/${path}`);
}
