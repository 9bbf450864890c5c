import { createHash } from 'node:crypto';
import { Problem } from '#src/runtime/errors.ts';

/** The strong entity tag of a response, which depends only on body, media type and language. */
export function entityTag(body: string, headers: Record<string, unknown>): string {
  const hash = createHash('sha256');
  for (const part of [headers['content-type'], headers['content-language'], body]) hash.update(`${part ?? ''}\n`);
  return `"${hash.digest('base64url')}"`;
}

/** Whether If-None-Match names this tag or `*` (RFC 9110, 13.1.2). Weak, because compressing proxies make tags weak. */
export function matchesEntityTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch?.trim() === '*') return true;
  const opaque = tag.replace(/^W\//, '');
  return [...(ifNoneMatch ?? '').matchAll(/"[^"]*"/g)].some(([listed]) => listed === opaque);
}

/** The strong tags of If-Match (RFC 9110, 13.1.1), without quotes. `any` for `*`. */
function strongTags(ifMatch: string): readonly string[] | 'any' {
  if (ifMatch.trim() === '*') return 'any';
  return [...ifMatch.matchAll(/(W\/)?"([^"]*)"/g)].flatMap(([, weak, tag = '']) => (weak ? [] : [tag]));
}

/**
 * The strong entity tag of a record: its version, which `requireVersion` compares, and a hash of the shown content,
 * because people's names in it change without the version.
 */
export function versionTag({ version }: { version: number }, shown: unknown): string {
  return `"${version}-${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 16)}"`;
}

/** Throws `precondition_failed` if If-Match has no strong tag of the record's version. */
export function requireVersion(ifMatch: string | undefined): (record: { version: number }) => void {
  const tags = ifMatch === undefined ? 'any' : strongTags(ifMatch);
  return ({ version }) => {
    if (tags === 'any' || tags.some((tag) => tag.split('-')[0] === String(version))) return;
    throw new Problem('precondition_failed', 'It has changed since the version that If-Match names. Read it again');
  };
}
