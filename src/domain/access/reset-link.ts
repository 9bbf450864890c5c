const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The page that a mail may link to: an absolute https address, or http on a loopback host, without credentials, on one
 * of these origins. Undefined for any other. Use the URL, not the text it was made from.
 */
export function trustedRedirect(redirectTo: string, trustedOrigins: readonly string[]): URL | undefined {
  const url = URL.parse(redirectTo);
  if (!url || !trustedOrigins.includes(url.origin)) return undefined;
  // A blob: URL has the origin of the address inside it, so the origin alone proves nothing.
  const isWeb = url.protocol === 'https:' || (url.protocol === 'http:' && loopbackHosts.includes(url.hostname));
  return isWeb && url.username === '' && url.password === '' ? url : undefined;
}

/**
 * That address with the code and the e-mail address to set a new password with. `code` may be the placeholder that the
 * user pool replaces, and is therefore not encoded; what the address itself says of the two is dropped.
 */
export function resetLink(redirectTo: URL, code: string, email: string): string {
  const { origin, pathname, hash } = redirectTo;
  const query = new URLSearchParams(redirectTo.search);
  for (const name of ['code', 'email']) query.delete(name);
  query.append('email', email);
  return `${origin}${pathname}?code=${code}&${query}${hash}`;
}
