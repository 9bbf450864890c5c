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
 * How If-None-Match names this tag (RFC 9110, 13.1.2): in a list, or by `*`, which stands for any; undefined when it does
 * not. The comparison is weak, since proxies that compress make tags weak.
 */
export function matchOf(ifNoneMatch: string | undefined, tag: string): 'tag' | 'any' | undefined {
  if (ifNoneMatch?.trim() === '*') return 'any';
  const opaque = tag.replace(/^W\//, '');
  const isListed = [...(ifNoneMatch ?? '').matchAll(/"[^"]*"/g)].some(([listed]) => listed === opaque);
  return isListed ? 'tag' : undefined;
}
