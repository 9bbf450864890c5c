import { defineTexts } from '../../text/text.ts';

export const texts = defineTexts('signIn', {
  en: {
    closeTab: 'Close this tab, and go on in the other one.',
    denied: 'The identity provider did not let you in, or you cancelled.',
    done: 'You are signed in',
    expired: 'Signing in took too long, or was started in another browser. Try again.',
    failed: 'Signing in failed',
    forgotten: 'Forgotten your password?',
    refused: 'The identity provider’s answer was not accepted. If this happens again, tell the operators.',
    retry: 'Try again',
    signedOut: 'You are signed out.',
    signIn: 'Sign in',
    title: 'Publication Registry',
  },
  de: {
    closeTab: 'Schließen Sie diesen Tab, und arbeiten Sie im anderen weiter.',
    denied: 'Der Anmeldedienst hat Sie nicht angemeldet, oder Sie haben abgebrochen.',
    done: 'Sie sind angemeldet',
    expired: 'Die Anmeldung hat zu lange gedauert oder begann in einem anderen Browser. Versuchen Sie es noch einmal.',
    failed: 'Die Anmeldung ist fehlgeschlagen',
    forgotten: 'Passwort vergessen?',
    refused:
      'Die Antwort des Anmeldedienstes wurde nicht angenommen. Wenn das noch einmal geschieht, melden Sie es dem Betrieb.',
    retry: 'Noch einmal versuchen',
    signedOut: 'Sie sind abgemeldet.',
    signIn: 'Anmelden',
    title: 'Publikationsregister',
  },
});
