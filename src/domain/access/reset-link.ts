/** The address somebody asked to be sent to, if it is absolute and on one of these origins. */
export function trustedRedirect(redirectTo: string, trustedOrigins: readonly string[]): URL | undefined {
  const url = URL.parse(redirectTo);
  return url && trustedOrigins.includes(url.origin) ? url : undefined;
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
