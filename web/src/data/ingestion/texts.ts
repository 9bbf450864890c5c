import { defineTexts } from '../../text/text.ts';

export const jobTexts = defineTexts('job', {
  en: {
    'count.created': '{count} new',
    'count.failed': '{count} failed',
    'count.found': '{count} found',
    'count.skipped': '{count} skipped',
    'count.updated': '{count} updated',
    ended: 'The job of {orcid} was ended as failed',
    forceFail: 'End as failed',
    forceFailHint:
      'What the job has stored stays, and the rest of it does nothing any more. The researcher can be ingested again. This cannot be undone.',
    retried: 'What failed for {orcid} is tried again',
    retry: 'Retry',
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
    ended: 'Der Auftrag für {orcid} wurde als fehlgeschlagen beendet',
    forceFail: 'Als fehlgeschlagen beenden',
    forceFailHint:
      'Was der Auftrag gespeichert hat, bleibt; der Rest geschieht nicht mehr. Die Person kann erneut abgerufen werden. Das lässt sich nicht rückgängig machen.',
    retried: 'Was für {orcid} fehlschlug, wird erneut versucht',
    retry: 'Erneut versuchen',
    'status.completed': 'Abgeschlossen',
    'status.failed': 'Fehlgeschlagen',
    'status.partial_failure': 'Teilweise fehlgeschlagen',
    'status.processing': 'In Arbeit',
    'status.queued': 'Wartet',
  },
});
