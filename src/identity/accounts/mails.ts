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

/** What the mail to a new user says. */
export interface InvitationText {
  /** The page on which they set a password, with the code. */
  link: string;
  dashboardUrl: string;
  username: string;
  /** Undefined if an operator has created the user. */
  workspace: string | undefined;
  inviter: string | undefined;
}

/** The mail to a new user. The pool replaces the placeholders of the code, in the link, and the user name. */
export function invitationMail({ link, dashboardUrl, username, workspace, inviter }: InvitationText): Mail {
  const who = inviter === undefined ? 'You are invited' : `${inviter} invites you`;
  const where =
    workspace === undefined
      ? 'the publication registry'
      : `the workspace ${escaped(workspace)} of the publication registry`;
  return {
    subject: `${who} to the publication registry`,
    html: `<!doctype html>
<html lang="en">
<body>
<p>${escaped(who)} to ${where}.</p>
<p><a href="${escaped(link)}">Set your password</a></p>
<p>Then sign in as ${username} at ${escaped(dashboardUrl)}${
      workspace === undefined ? '' : ', and accept the invitation, which you find in your account'
    }.</p>
<p>The link can be used once, within ${temporaryPasswordDays} days. If you do not expect this message, ignore it.</p>
</body>
</html>`,
  };
}

/** The mail to a new user who was created elsewhere, such as by hand, with the password that the pool has made. */
export function firstPasswordMail(dashboardUrl: string, username: string, password: string): Mail {
  return {
    subject: 'Your account in the publication registry',
    html: `<!doctype html>
<html lang="en">
<body>
<p>You have an account in the publication registry.</p>
<p>Sign in as ${username} with the password ${password} until you set your own, which you do at the first sign-in.</p>
<p><a href="${escaped(dashboardUrl)}">Sign in</a></p>
<p>The password above is valid for ${temporaryPasswordDays} days.</p>
</body>
</html>`,
  };
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
