const en = {
  brand: 'Publication Registry',
  title: 'Sign in',
  email: 'E-mail address',
  password: 'Password',
  signIn: 'Sign in',
  forgotten: 'Forgot your password?',
  wrong: 'The e-mail address or the password is wrong.',
  sampleUsers: 'Sample users',
  samplePassword:
    '<code>npm start</code> has printed their password, which is also <code>sign_in_password</code> in <code>.local/stack.json</code>.',
  signedIn: 'You are signed in',
  signedInAs: 'You are signed in as',
  cookie: 'This browser sends your session in a cookie with requests to the dashboard API. Try <a href="/me">/me</a>.',
  shell: 'From a shell',
  token: 'Your token, valid for an hour:',
  signOut: 'Sign out',
  signedOut: 'You are signed out',
  ownPassword: 'Set a password of your own',
  newPassword: 'New password',
  setPassword: 'Set the password',
  refusedPassword: 'This password was not accepted.',
  invalid: 'The request is not valid',
  unknownClient: 'The client_id is unknown.',
  unknownRedirect: 'The redirect_uri is not registered for this client.',
  unknownLogout: 'The logout_uri is not registered for this client.',
  foreign: 'This form was sent by a page of another site.',
  fine: 'This page is the sign-in of this computer. A deployment has that of its user pool or of your institution.',
};

/** A text of the sign-in pages. They may contain markup. */
export type SignInText = keyof typeof en;

const de: Record<SignInText, string> = {
  brand: 'Publikationsregister',
  title: 'Anmelden',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  signIn: 'Anmelden',
  forgotten: 'Passwort vergessen?',
  wrong: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  sampleUsers: 'Beispielkonten',
  samplePassword:
    'Ihr Passwort hat <code>npm start</code> ausgegeben; es steht auch als <code>sign_in_password</code> in <code>.local/stack.json</code>.',
  signedIn: 'Sie sind angemeldet',
  signedInAs: 'Sie sind angemeldet als',
  cookie:
    'Dieser Browser schickt Ihre Sitzung bei Anfragen an die Dashboard-API in einem Cookie mit. Probieren Sie <a href="/me">/me</a>.',
  shell: 'In der Kommandozeile',
  token: 'Ihr Token, eine Stunde gültig:',
  signOut: 'Abmelden',
  signedOut: 'Sie sind abgemeldet',
  ownPassword: 'Eigenes Passwort setzen',
  newPassword: 'Neues Passwort',
  setPassword: 'Passwort setzen',
  refusedPassword: 'Dieses Passwort wurde nicht angenommen.',
  invalid: 'Die Anfrage ist ungültig',
  unknownClient: 'Die client_id ist unbekannt.',
  unknownRedirect: 'Die redirect_uri ist für diesen Client nicht eingetragen.',
  unknownLogout: 'Die logout_uri ist für diesen Client nicht eingetragen.',
  foreign: 'Dieses Formular kam von der Seite einer anderen Website.',
  fine: 'Das ist die Anmeldung dieses Rechners. Eine Installation im Betrieb hat die ihres Benutzerpools oder Ihrer Einrichtung.',
};

const texts = { en, de };

/** The languages of the sign-in pages, which are those of the dashboard. */
export const languages = ['en', 'de'] as const satisfies (keyof typeof texts)[];
export type Language = (typeof languages)[number];

/** The texts in a language. */
export const textsIn = (language: Language): Record<SignInText, string> => texts[language];
