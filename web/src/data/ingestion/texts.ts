import { defineTexts } from '../../text/text.ts';

export const jobTexts = defineTexts('job', {
  en: {
    'count.created': '{count} new',
    'count.failed': '{count} failed',
    'count.found': '{count} found',
    'count.skipped': '{count} skipped',
    'count.updated': '{count} updated',
    'status.completed': 'Completed',
    'status.failed': 'Failed',
    'status.partial_failure': 'Partly failed',
    'status.processing': 'In progress',
    'status.queued': 'Waiting',
  },
  de: {
    'count.created': '{count} neu',
    'count.failed': '{count} fehlgeschlagen',
    'count.found': '{count} gefunden',
    'count.skipped': '{count} übersprungen',
    'count.updated': '{count} aktualisiert',
    'status.completed': 'Abgeschlossen',
    'status.failed': 'Fehlgeschlagen',
    'status.partial_failure': 'Teilweise fehlgeschlagen',
    'status.processing': 'In Arbeit',
    'status.queued': 'Wartet',
  },
});
