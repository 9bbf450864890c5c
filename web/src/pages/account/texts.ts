import { defineTexts } from '../../text/text.ts';

export const texts = defineTexts('account', {
  en: {
    accept: 'Accept',
    invitation: '{workspace}: {role}, to be accepted by {until}',
    invitations: 'Invitations',
    language: 'Language',
    noInvitations: 'No workspace invites you.',
    settings: 'Settings',
  },
  de: {
    accept: 'Annehmen',
    invitation: '{workspace}: {role}, anzunehmen bis {until}',
    invitations: 'Einladungen',
    language: 'Sprache',
    noInvitations: 'Kein Arbeitsbereich lädt Sie ein.',
    settings: 'Einstellungen',
  },
});
