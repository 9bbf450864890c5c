import { createHash } from 'node:crypto';
import * as z from 'zod';

/** An OpenAPI document as an answer: whatever it holds is public. */
export const PublishedDocument = z.record(z.string(), z.unknown());

/**
 * The answer that serves a document. Its tag is the document's own, so that caches keep it over deployments that do not
 * change it.
 */
export function published(document: z.input<typeof PublishedDocument>) {
  const tag = createHash('sha256').update(JSON.stringify(document)).digest('base64url');
  const headers = { etag: `"${tag}"`, 'cache-control': 'public, max-age=300' };
  return { status: 200 as const, body: document, headers };
}
