import { retryEnrichments } from '#src/ingestion/enrichment.ts';
import { defineScheduledJob } from '#src/table/queues/job.ts';
import { scheduledHandler } from '#src/table/queues/worker.ts';

const timeoutSeconds = 300;
/** Leaves 60 s to store the last answers. */
const retryForMs = (timeoutSeconds - 60) * 1000;

export const job = defineScheduledJob({
  id: 'retry-enrichments',
  summary: 'Asks OpenAlex again about publications that were stored while it failed',
  trigger: { kind: 'schedule', everyMinutes: 30 },
  impact: 'Publications that were stored while OpenAlex failed stay without citations and open access.',
  grants: [
    'enrichments:query',
    'enrichments:put',
    'enrichments:delete',
    'publications:ingest',
    'sources',
    'secret:source-credentials',
  ],
  timeoutSeconds,
  handle: ({ now }) => retryEnrichments(now, Date.now() + retryForMs),
});

export const handler = scheduledHandler(job);
