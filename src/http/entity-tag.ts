import { createHash } from 'node:crypto';
import { Problem } from '../errors.ts';

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
function strongTags(ifMatch: string): readonly string[] | 'any' {
  if (ifMatch.trim() === '*') return 'any';
  return [...ifMatch.matchAll(/(W\/)?"([^"]*)"/g)].flatMap(([, weak, tag = '']) => (weak ? [] : [tag]));
}

/**
 * The strong entity tag of a record: its version, which `requireVersion` compares, and a hash of what is shown, because
 * the names of people in it change without the version.
 */
export function versionTag({ version }: { version: number }, shown: unknown): string {
  return `"${version}-${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 16)}"`;
}

/** Throws `precondition_failed` if If-Match does not name the version of a record with a strong tag. */
export function requireVersion(ifMatch: string | undefined): (record: { version: number }) => void {
  const tags = ifMatch === undefined ? 'any' : strongTags(ifMatch);
  return ({ version }) => {
    if (tags === 'any' || tags.some((tag) => tag.split('-')[0] === String(version))) return;
    throw new Problem('precondition_failed', 'It has changed since the version that If-Match names. Read it again');
  };
}
