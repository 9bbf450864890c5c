import { createHash } from 'node:crypto';

/**
 * The strong tag of an answer: of its body as sent, in its media type and language. What else an answer says may differ
 * from request to request, and so may who asks.
 */
export function entityTag(body: string, headers: Record<string, unknown>): string {
  const hash = createHash('sha256');
  for (const part of [headers['content-type'], headers['content-language'], body]) hash.update(`${part ?? ''}\n`);
  return `"${hash.digest('base64url')}"`;
}

/**
 * Whether If-None-Match names this tag (RFC 9110, 13.1.2): in a list, or by `*`. The comparison is weak, since proxies
 * that compress make tags weak.
 */
export function isNamedBy(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch?.trim() === '*') return true;
  const opaque = tag.replace(/^W\//, '');
  return [...(ifNoneMatch ?? '').matchAll(/"[^"]*"/g)].some(([named]) => named === opaque);
}
