import { createHash } from 'node:crypto';

/**
 * The strong entity tag of a response: a hash of its body, media type and language. Other headers and the caller do not
 * change it.
 */
export function entityTag(body: string, headers: Record<string, unknown>): string {
  const hash = createHash('sha256');
  for (const part of [headers['content-type'], headers['content-language'], body]) hash.update(`${part ?? ''}\n`);
  return `"${hash.digest('base64url')}"`;
}

/**
 * How If-None-Match matches this tag (RFC 9110, 13.1.2): by the tag itself, by `*`, or not at all (undefined). The
 * comparison is weak, because proxies that compress make tags weak.
 */
export function matchEntityTag(ifNoneMatch: string | undefined, tag: string): 'tag' | 'any' | undefined {
  if (ifNoneMatch?.trim() === '*') return 'any';
  const opaque = tag.replace(/^W\//, '');
  const isListed = [...(ifNoneMatch ?? '').matchAll(/"[^"]*"/g)].some(([listed]) => listed === opaque);
  return isListed ? 'tag' : undefined;
}

/** The tags of If-Match that can match (RFC 9110, 13.1.1), without quotes: strong ones only. `any` for `*`. */
export function strongTags(ifMatch: string): readonly string[] | 'any' {
  if (ifMatch.trim() === '*') return 'any';
  return [...ifMatch.matchAll(/(W\/)?"([^"]*)"/g)].flatMap(([, weak, tag = '']) => (weak ? [] : [tag]));
}
