import { temporaryPasswordDays } from '../domain/password.ts';
import { resetLink } from '../domain/reset-link.ts';

export interface Mail {
  subject: string;
  /** HTML, because a user pool sends nothing else. */
  html: string;
}

/** The languages of mails, which are those of the dashboard. The first is the default. */
export const mailLanguages = ['en', 'de'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

/** The password reset mail. It contains `code`, which may be a placeholder, twice. */
export function resetMail(language: MailLanguage, redirectTo: URL, code: string, email: string): Mail {
  const [link, name] = [escaped(resetLink(redirectTo, code, email)), escaped(email)];
  const texts = {
    en: {
      subject: 'Set a new password for the publication registry',
      paragraphs: [
        `Someone, probably you, asked to set a new password for ${name}.`,
        `<a href="${link}">Set a new password</a>`,
        `The link can be used once, within one hour. If you are asked for a code, enter ${code}.`,
        'If it was not you, ignore this message. Your password does not change.',
      ],
    },
    de: {
      subject: 'Neues Passwort für das Publikationsregister',
      paragraphs: [
        `Jemand, vermutlich Sie, möchte für ${name} ein neues Passwort setzen.`,
        `<a href="${link}">Neues Passwort setzen</a>`,
        `Der Link gilt eine Stunde lang und für ein einziges Mal. Wenn Sie nach einem Code gefragt werden, geben Sie ${code} ein.`,
        'Wenn Sie das nicht waren, ignorieren Sie diese Nachricht. Ihr Passwort bleibt, wie es ist.',
      ],
    },
  };
  return mail(language, texts[language]);
}

/** The values in the mail to a new user. */
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
export function invitationMail(
  language: MailLanguage,
  { link, dashboardUrl, username, workspace, inviter }: InvitationText,
): Mail {
  const who = inviter === undefined ? undefined : escaped(inviter);
  const where = workspace === undefined ? undefined : escaped(workspace);
  const [address, page] = [escaped(link), escaped(dashboardUrl)];
  const texts = {
    en: {
      subject: `${inviter === undefined ? 'You are invited' : `${inviter} invites you`} to the publication registry`,
      paragraphs: [
        `${who === undefined ? 'You are invited' : `${who} invites you`} to ${
          where === undefined ? 'the publication registry' : `the workspace ${where} of the publication registry`
        }.`,
        `<a href="${address}">Set your password</a>`,
        `Then sign in as ${username} at ${page}${
          where === undefined ? '' : ', and accept the invitation, which you find in your account'
        }.`,
        `The link can be used once, within ${temporaryPasswordDays} days. If you do not expect this message, ignore it.`,
      ],
    },
    de: {
      subject: `${inviter === undefined ? 'Sie sind' : `${inviter} lädt Sie`} in das Publikationsregister ${
        inviter === undefined ? 'eingeladen' : 'ein'
      }`,
      paragraphs: [
        `${who === undefined ? 'Sie sind' : `${who} lädt Sie`} in ${
          where === undefined ? 'das Publikationsregister' : `den Arbeitsbereich ${where} des Publikationsregisters`
        } ${who === undefined ? 'eingeladen' : 'ein'}.`,
        `<a href="${address}">Passwort setzen</a>`,
        `Melden Sie sich danach als ${username} an: ${page}${
          where === undefined ? '' : ' – die Einladung finden Sie in Ihrem Konto; nehmen Sie sie dort an'
        }.`,
        `Der Link gilt ${temporaryPasswordDays} Tage lang und für ein einziges Mal. Wenn Sie diese Nachricht nicht erwarten, ignorieren Sie sie.`,
      ],
    },
  };
  return mail(language, texts[language]);
}

/** The mail to a new user who was created elsewhere, such as by hand, with the password that the pool has made. */
export function firstPasswordMail(dashboardUrl: string, username: string, password: string): Mail {
  return mail('en', {
    subject: 'Your account in the publication registry',
    paragraphs: [
      'You have an account in the publication registry.',
      `Sign in as ${username} with the password ${password} until you set your own, which you do at the first sign-in.`,
      `<a href="${escaped(dashboardUrl)}">Sign in</a>`,
      `The password above is valid for ${temporaryPasswordDays} days.`,
    ],
  });
}

const mail = (language: MailLanguage, { subject, paragraphs }: { subject: string; paragraphs: string[] }): Mail => ({
  subject,
  html: `<!doctype html>
<html lang="${language}">
<body>
${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n')}
</body>
</html>`,
});

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
