/**
 * A canonical web origin: lower-case scheme and host, and any non-default port. Undefined if not an http(s) origin,
 * such as `null`, or if it has a path, query or fragment.
 */
export function parseOrigin(written: string): string | undefined {
  const url = URL.parse(written.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const isOriginOnly = url.href === `${url.origin}/` && !/[?#]/.test(written);
  return isOriginOnly ? url.origin : undefined;
}

/**
 * A canonical http(s) URL, whose path and query contain no quotation marks, angle brackets or spaces; null for anything
 * else. All URLs are stored like this, because other sites show them as links.
 */
export function webUrl(written: string | null | undefined): string | null {
  const url = URL.parse(written?.trim() ?? '');
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}
