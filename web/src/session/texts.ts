import { defineTexts } from '../text/text.ts';

export const sessionTexts = defineTexts('session', {
  en: {
    ended: 'Your session has ended',
    endedText: 'What you have entered stays here. Sign in in a new tab, then go on.',
    signInAgain: 'Sign in in a new tab',
  },
  de: {
    ended: 'Ihre Sitzung ist zu Ende',
    endedText: 'Ihre Eingaben bleiben erhalten. Melden Sie sich in einem neuen Tab an; dann geht es weiter.',
    signInAgain: 'In einem neuen Tab anmelden',
  },
});
