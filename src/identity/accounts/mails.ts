import { temporaryPasswordDays } from '../domain/password.ts';
import { resetLink } from '../domain/reset-link.ts';

export interface Mail {
  subject: string;
  /** HTML, because a user pool sends nothing else. */
  html: string;
}

/** The password reset mail. It contains `code`, which may be a placeholder, twice. */
export function resetMail(redirectTo: URL, code: string, email: string): Mail {
  const link = escaped(resetLink(redirectTo, code, email));
  return {
    subject: 'Set a new password for the publication registry',
    html: `<!doctype html>
<html lang="en">
<body>
<p>Someone, probably you, asked to set a new password for ${escaped(email)}.</p>
<p><a href="${link}">Set a new password</a></p>
<p>The link can be used once, within one hour. If you are asked for a code, enter ${code}.</p>
<p>If it was not you, ignore this message. Your password does not change.</p>
</body>
</html>`,
  };
}

/** The mail to a new user. The pool replaces both placeholders, and refuses a text without them. */
export function invitationMail(dashboardUrl: string, username: string, password: string): Mail {
  return {
    subject: 'Your account in the publication registry',
    html: `<!doctype html>
<html lang="en">
<body>
<p>You have an account in the publication registry.</p>
<p>Sign in as ${username} with the password ${password} until you set your own, which you do at the first sign-in.</p>
<p><a href="${escaped(dashboardUrl)}">Sign in</a></p>
<p>The password above is valid for ${temporaryPasswordDays} days. If a workspace has invited you, you find its invitation in your account
after signing in.</p>
</body>
</html>`,
  };
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
