const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Parses a URL that a mail may link to: https, or http on a loopback host, without credentials, on a trusted origin.
 * Undefined for any other. Use the returned URL, not the text it was parsed from.
 */
export function trustedRedirect(redirectTo: string, trustedOrigins: readonly string[]): URL | undefined {
  const url = URL.parse(redirectTo);
  if (!url || !trustedOrigins.includes(url.origin)) return undefined;
  // A blob: URL reports the origin of the URL inside it, so checking the origin is not enough.
  const isWeb = url.protocol === 'https:' || (url.protocol === 'http:' && loopbackHosts.includes(url.hostname));
  return isWeb && url.username === '' && url.password === '' ? url : undefined;
}

/**
 * The redirect URL with the reset code and the e-mail address as query parameters, replacing existing ones. `code` may
 * be the placeholder that the user pool replaces, so it is not encoded.
 */
export function resetLink(redirectTo: URL, code: string, email: string): string {
  const { origin, pathname, hash } = redirectTo;
  const query = new URLSearchParams(redirectTo.search);
  for (const name of ['code', 'email']) query.delete(name);
  query.append('email', email);
  return `${origin}${pathname}?code=${code}&${query}${hash}`;
}

/** The page of the dashboard on which a new user sets a password, with the code of the invitation, which is not encoded. */
export const invitationLink = (dashboardOrigin: string, code: string, email: string): string =>
  `${dashboardOrigin}/reset-password?code=${code}&${new URLSearchParams({ email, invited: 'yes' })}`;
