import { createHash } from 'node:crypto';
import { env } from '../env.ts';
import type { HttpResponse } from './http-request.ts';
import { sendSigned } from './signed-request.ts';

/** Reads and writes whole objects of the buckets. */

const timeoutMs = 10_000;
/** A large object takes longer. */
const leastBytesPerMs = 10_000;

type BucketVariable = 'BUCKET_NAME' | 'LEDGER_BUCKET_NAME';

/** An object's content, or undefined if there is none. Throws if the bucket cannot be read. */
export async function getObject(key: string, bucket: BucketVariable = 'BUCKET_NAME'): Promise<Uint8Array | undefined> {
  const response = await request('GET', addressOf(key, bucket));
  // Without permission to list the bucket, S3 returns 403 for missing objects.
  if (response.status === 404 || response.status === 403) return undefined;
  if (response.status !== 200) throw new Error(`The bucket returned ${response.status} when reading ${key}`);
  return response.body;
}

/** Some bytes of an object, and its version. */
export interface ObjectRange {
  bytes: Uint8Array;
  etag: string;
}

/** The object was replaced since the version that was asked for, or deleted. */
export class ObjectReplaced extends Error {}

/**
 * The bytes `[from, to)` of an object, fewer if it is shorter, or undefined if there is none. Throws `ObjectReplaced` if
 * it has another ETag than the one given.
 */
export async function getObjectRange(
  key: string,
  { from, to, etag }: { from: number; to: number; etag?: string },
): Promise<ObjectRange | undefined> {
  const headers = { range: `bytes=${from}-${to - 1}`, ...(etag !== undefined && { 'if-match': etag }) };
  const { status, body, headers: received } = await request('GET', addressOf(key, 'BUCKET_NAME'), { headers });
  if (etag !== undefined && (status === 412 || status === 404 || status === 403))
    throw new ObjectReplaced(`${key} was replaced`);
  if (status === 404 || status === 403) return undefined;
  // The range is not satisfiable: the object ends before it.
  if (status === 416) return { bytes: new Uint8Array(0), etag: '' };
  if (status !== 206) throw new Error(`The bucket returned ${status} when reading a part of ${key}`);
  return { bytes: body, etag: received.etag ?? '' };
}

/** Writes an object, in one piece or several, replacing any existing one atomically. */
export async function putObject(
  key: string,
  body: Uint8Array | readonly Uint8Array[],
  bucket: BucketVariable = 'BUCKET_NAME',
): Promise<void> {
  const pieces = body instanceof Uint8Array ? [body] : body;
  const hash = createHash('sha256');
  let length = 0;
  for (const piece of pieces) {
    hash.update(piece);
    length += piece.length;
  }
  const digest = hash.digest();
  const headers = {
    'content-length': String(length),
    // The signer would need the body in one piece.
    'x-amz-content-sha256': digest.toString('hex'),
    // A bucket with object lock requires a checksum.
    'x-amz-checksum-sha256': digest.toString('base64'),
  };
  const response = await sendSigned({
    service: 's3',
    method: 'PUT',
    url: addressOf(key, bucket),
    headers,
    body: pieces,
    timeoutMs: timeoutMs + Math.ceil(length / leastBytesPerMs),
  });
  if (response.status !== 200) throw new Error(`The bucket returned ${response.status} when writing ${key}`);
}

/**
 * The keys with a prefix that sort after another key, in order:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
 */
export async function listObjects(prefix: string, after: string, bucket: BucketVariable): Promise<string[]> {
  const keys: string[] = [];
  for (let startAfter: string | undefined = after; startAfter !== undefined; ) {
    const url = addressOf('', bucket);
    url.search = new URLSearchParams({ 'list-type': '2', prefix, 'start-after': startAfter }).toString();
    const { status, body } = await request('GET', url);
    if (status !== 200) throw new Error(`The bucket returned ${status} when listing ${prefix}`);
    const xml = body.toString();
    const page = [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key);
    keys.push(...page);
    startAfter = /<IsTruncated>true</.test(xml) ? page.at(-1) : undefined;
  }
  return keys;
}

const request = (method: 'GET', url: URL, content: { headers?: Record<string, string> } = {}): Promise<HttpResponse> =>
  sendSigned({ service: 's3', method, url, ...content, timeoutMs });

/** The URL of an object: path style with a configured endpoint (local stack), virtual-hosted style on AWS. */
function addressOf(key: string, variable: BucketVariable): URL {
  const bucket = env(variable);
  if (!bucket) throw new Error(`This function has no ${variable}`);
  const path = key.split('/').map(encodeURIComponent).join('/');
  const endpoint = env('AWS_ENDPOINT_URL_S3');
  if (endpoint) return new URL(`/${bucket}/${path}`, endpoint);
  return new URL(`https://${bucket}.s3.${env('AWS_REGION')}.amazonaws.com/${path}`);
}
