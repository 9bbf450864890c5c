import { refreshStale } from '#src/ingestion/refresh/refresh.ts';
import { runs } from '#src/ingestion/refresh/settings.ts';
import { defineScheduledJob } from '#src/table/queues/job.ts';
import { scheduledHandler } from '#src/table/queues/worker.ts';

/** Time to store the last answers. */
const storeSeconds = 60;

export const job = defineScheduledJob({
  id: 'refresh-stale',
  summary: 'Asks the sources at night which people and publications have changed since they were last fetched',
  trigger: { kind: 'schedule', everyMinutes: runs.everyMinutes },
  impact: 'People and publications are not updated, and citation counts become outdated.',
  grants: [
    'pass-refresh:query',
    'pass-refresh:put',
    'pass-refresh:batch',
    'people:update',
    'person-rows:update',
    'publications:query',
    'setting:refresh',
    'lists:people',
    'lists:curated-publications',
    'erasures:check',
    'publications:ingest',
    'jobs:request',
    'queue:researchers',
    'queues:count',
    'sources',
    'secret:source-credentials',
  ],
  memoryMb: 1024,
  timeoutSeconds: runs.askForSeconds + storeSeconds,
  handle: ({ now }) => refreshStale(now, Date.now() + runs.askForSeconds * 1000),
});

export const handler = scheduledHandler(job);
