/**
 * The canonical form of a web origin: scheme and host in lower case, the port only if it is not the scheme's default.
 * Undefined if it is not an http(s) origin, such as `null`, or has a path, query or fragment.
 */
export function parseOrigin(written: string): string | undefined {
  const url = URL.parse(written.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const isOriginOnly = url.href === `${url.origin}/` && !/[?#]/.test(written);
  return isOriginOnly ? url.origin : undefined;
}
