/**
 * The form in which two origins can be compared: scheme and host in lower case, the port only where it is not the
 * scheme's own. Undefined for what is no web origin, such as `null`, or is more than one.
 */
export function parseOrigin(written: string): string | undefined {
  const url = URL.parse(written.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const isOriginOnly = url.href === `${url.origin}/` && !/[?#]/.test(written);
  return isOriginOnly ? url.origin : undefined;
}
