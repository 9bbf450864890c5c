import { env } from '../runtime/env.ts';
import { type AwsResponse, sendSigned } from '../runtime/signed-request.ts';

/** Whole objects in and out of the bucket. */

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

const request = (method: 'GET' | 'PUT', key: string, body?: Uint8Array): Promise<AwsResponse> =>
  sendSigned({ service: 's3', method, url: addressOf(key), body, timeoutMs });

/** Path style where an endpoint is named, as on a laptop; the bucket's own host on AWS. */
function addressOf(key: string): URL {
  const bucket = env('BUCKET_NAME');
  if (!bucket) throw new Error('This function has no bucket');
  const path = key.split('/').map(encodeURIComponent).join('/');
  const endpoint = env('AWS_ENDPOINT_URL_S3');
  if (endpoint) return new URL(`/${bucket}/${path}`, endpoint);
  return new URL(`https://${bucket}.s3.${env('AWS_REGION')}.amazonaws.com/${path}`);
}
