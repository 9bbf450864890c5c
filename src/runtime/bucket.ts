import { env } from './env.ts';
import { type AwsResponse, sendSigned } from './signed-request.ts';

/** Reads and writes whole objects of the bucket. */

const timeoutMs = 10_000;

/** The content of an object, or undefined if there is none. Throws if the bucket cannot be read. */
export async function getObject(key: string): Promise<Uint8Array | undefined> {
  const response = await request('GET', key);
  // Without permission to list the bucket, S3 returns 403 for missing objects.
  if (response.status === 404 || response.status === 403) return undefined;
  if (response.status !== 200) throw new Error(`The bucket returned ${response.status} when reading ${key}`);
  return response.body;
}

/** Writes an object and replaces any existing one atomically. */
export async function putObject(key: string, body: Uint8Array): Promise<void> {
  const response = await request('PUT', key, body);
  if (response.status !== 200) throw new Error(`The bucket returned ${response.status} when writing ${key}`);
}

const request = (method: 'GET' | 'PUT', key: string, body?: Uint8Array): Promise<AwsResponse> =>
  sendSigned({ service: 's3', method, url: addressOf(key), body, timeoutMs });

/** The URL of an object: path style with a configured endpoint (local stack), virtual-hosted style on AWS. */
function addressOf(key: string): URL {
  const bucket = env('BUCKET_NAME');
  if (!bucket) throw new Error('This function has no bucket');
  const path = key.split('/').map(encodeURIComponent).join('/');
  const endpoint = env('AWS_ENDPOINT_URL_S3');
  if (endpoint) return new URL(`/${bucket}/${path}`, endpoint);
  return new URL(`https://${bucket}.s3.${env('AWS_REGION')}.amazonaws.com/${path}`);
}
