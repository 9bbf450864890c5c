import { defineTexts } from '../../text/text.ts';

export const texts = defineTexts('resetPassword', {
  en: {
    again: 'Ask for a new e-mail',
    done: 'Your password is set',
    doneText: 'Sign in with it from now on. The old one is no longer valid.',
    email: 'E-mail address',
    forgotten: 'Forgotten your password?',
    forgottenText: 'Enter the address you sign in with. We will send you an e-mail with a link to set a new password.',
    password: 'New password',
    rules: 'At least 12 characters, with a lower-case letter, an upper-case letter and a digit.',
    send: 'Send the e-mail',
    sent: 'Check your mailbox',
    sentNothing:
      'If nothing arrives within a few minutes, check the spam folder. People who have never signed in get no e-mail: they use the password of their invitation, which is valid for a week. After that, ask the operators of the registry.',
    sentText: 'If {email} belongs to an account, an e-mail with a link is on its way. The link is valid for an hour.',
    set: 'Set the password',
    signIn: 'Sign in',
    spent: 'The link was used, has expired, or was tried too often.',
    title: 'Set a new password',
    weak: 'This password is not allowed. Keep to the rules above, and do not begin or end with a space.',
  },
  de: {
    again: 'Neue E-Mail anfordern',
    done: 'Ihr Passwort ist gesetzt',
    doneText: 'Melden Sie sich ab jetzt damit an. Das alte gilt nicht mehr.',
    email: 'E-Mail-Adresse',
    forgotten: 'Passwort vergessen?',
    forgottenText:
      'Geben Sie die Adresse ein, mit der Sie sich anmelden. Wir schicken Ihnen eine E-Mail mit einem Link, um ein neues Passwort zu setzen.',
    password: 'Neues Passwort',
    rules: 'Mindestens 12 Zeichen, mit einem Kleinbuchstaben, einem Großbuchstaben und einer Ziffer.',
    send: 'E-Mail senden',
    sent: 'Sehen Sie in Ihr Postfach',
    sentNothing:
      'Wenn nach einigen Minuten nichts ankommt, sehen Sie im Spam-Ordner nach. Wer sich noch nie angemeldet hat, bekommt keine E-Mail, sondern benutzt das Passwort der Einladung, das eine Woche gilt. Danach wenden Sie sich an die Betreiber des Registers.',
    sentText: 'Wenn zu {email} ein Konto gehört, ist eine E-Mail mit einem Link unterwegs. Der Link gilt eine Stunde.',
    set: 'Passwort setzen',
    signIn: 'Anmelden',
    spent: 'Der Link wurde benutzt, ist abgelaufen oder wurde zu oft versucht.',
    title: 'Neues Passwort setzen',
    weak: 'Dieses Passwort ist nicht erlaubt. Halten Sie sich an die Regeln darüber; am Anfang und am Ende darf kein Leerzeichen stehen.',
  },
});
