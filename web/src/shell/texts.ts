import { defineTexts } from '../text/text.ts';

/** Texts that the frame shows only on request, or without a page. */
export const shellTexts = defineTexts('shell', {
  en: {
    'guard.account': 'Go to your account',
    'guard.superadmin': 'Only superadmins of the registry can open this page. Whoever operates it can make you one.',
    'guard.workspace_admin':
      'Administrators of the workspace and superadmins can open this page. An administrator of the workspace can change your role.',
    'guard.workspace_member':
      'Only members of a workspace can open this page. If a workspace has invited you, accept the invitation in your account; otherwise ask one of its administrators.',
    'guard.yourRole': 'Your role in {workspace}: {role}',
    'notFound.text': 'Check the address, or choose one of the pages.',
    'notFound.title': 'There is no page at this address',
    'palette.none': 'No page has this name.',
    'palette.results': 'Pages found',
    'palette.search': 'Search pages',
    'palette.title': 'Go to a page',
    'shortcuts.delete': 'Delete the selected rows',
    'shortcuts.edit': 'Edit the current row',
    'shortcuts.help': 'Show this help',
    'shortcuts.hide': 'Hide or show the selected rows',
    'shortcuts.next': 'Next row',
    'shortcuts.palette': 'Go to a page',
    'shortcuts.previous': 'Previous row',
    'shortcuts.select': 'Select the current row',
    'shortcuts.title': 'Keyboard shortcuts',
    'shortcuts.undo': 'Undo the last change',
    version: 'Version {release}',
  },
  de: {
    'guard.account': 'Zu Ihrem Konto',
    'guard.superadmin':
      'Diese Seite können nur Superadministratoren des Registers öffnen. Die Betreiber können Sie dazu machen.',
    'guard.workspace_admin':
      'Diese Seite können Administratoren des Arbeitsbereichs und Superadministratoren öffnen. Ein Administrator des Arbeitsbereichs kann Ihre Rolle ändern.',
    'guard.workspace_member':
      'Diese Seite können nur Mitglieder eines Arbeitsbereichs öffnen. Wenn Sie eingeladen sind, nehmen Sie die Einladung in Ihrem Konto an; sonst wenden Sie sich an einen Administrator.',
    'guard.yourRole': 'Ihre Rolle in {workspace}: {role}',
    'notFound.text': 'Prüfen Sie die Adresse oder wählen Sie eine der Seiten.',
    'notFound.title': 'Unter dieser Adresse gibt es keine Seite',
    'palette.none': 'Keine Seite heißt so.',
    'palette.results': 'Gefundene Seiten',
    'palette.search': 'Seiten suchen',
    'palette.title': 'Zu einer Seite gehen',
    'shortcuts.delete': 'Ausgewählte Zeilen löschen',
    'shortcuts.edit': 'Aktuelle Zeile bearbeiten',
    'shortcuts.help': 'Diese Hilfe zeigen',
    'shortcuts.hide': 'Ausgewählte Zeilen aus- oder einblenden',
    'shortcuts.next': 'Nächste Zeile',
    'shortcuts.palette': 'Zu einer Seite gehen',
    'shortcuts.previous': 'Vorige Zeile',
    'shortcuts.select': 'Aktuelle Zeile auswählen',
    'shortcuts.title': 'Tastenkürzel',
    'shortcuts.undo': 'Letzte Änderung rückgängig machen',
    version: 'Version {release}',
  },
});
