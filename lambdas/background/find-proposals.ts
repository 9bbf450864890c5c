import { findAwards } from '#src/ingestion/proposals/find/awards.ts';
import { suggestWorks } from '#src/ingestion/proposals/find/works.ts';
import { log } from '#src/runtime/log.ts';
import { defineScheduledJob } from '#src/table/queues/job.ts';
import { scheduledHandler } from '#src/table/queues/worker.ts';

const timeoutSeconds = 300;
/** Per search, leaving 60 s for the work in progress. */
const findForMs = ((timeoutSeconds - 60) * 1000) / 2;

export const job = defineScheduledJob({
  id: 'find-proposals',
  summary: 'Proposes works that the registry does not have, and links of publications to projects',
  trigger: { kind: 'schedule', everyMinutes: 60 },
  impact: 'Works of the institution and links of publications to projects are not proposed.',
  grants: [
    'proposals:write',
    'proposals:query',
    'publications:list',
    'publications:read',
    'publication-changes:query',
    'people:list',
    'people:read',
    'projects:list',
    'projects:read',
    'project-changes:query',
    'pass-awards:run',
    'pass-suggestions:run',
    'setting:institution',
    'sources',
    'secret:source-credentials',
  ],
  memoryMb: 512,
  timeoutSeconds,
  async handle({ now }) {
    // A failure of one search does not stop the other.
    const [awards] = await Promise.allSettled([findAwards(now, Date.now() + findForMs)]);
    const [works] = await Promise.allSettled([suggestWorks(now, Date.now() + findForMs)]);
    log('info', 'Proposals found', { awards, works });
    for (const each of [awards, works]) if (each.status === 'rejected') throw each.reason;
  },
});

export const handler = scheduledHandler(job);
