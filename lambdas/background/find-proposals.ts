import { findAwards } from '../../src/proposals/find-awards.ts';
import { suggestWorks } from '../../src/proposals/suggest-works.ts';
import { defineScheduledJob } from '../../src/queues/job.ts';
import { scheduledHandler } from '../../src/queues/worker.ts';
import { log } from '../../src/runtime/log.ts';

const timeoutSeconds = 300;
/** For each of the two; leaves 60 s for what is in progress. */
const findForMs = ((timeoutSeconds - 60) * 1000) / 2;

export const job = defineScheduledJob({
  id: 'find-proposals',
  summary: 'Proposes works that the registry does not have, and links of publications to projects',
  trigger: { kind: 'schedule', everyMinutes: 60 },
  impact: 'Works of the institution and links of publications to projects are not proposed.',
  grants: ['proposals:find', 'setting:institution', 'sources', 'secret:openalex-api-key'],
  memoryMb: 512,
  timeoutSeconds,
  async handle({ now }) {
    const awards = await findAwards(now, Date.now() + findForMs);
    const works = await suggestWorks(now, Date.now() + findForMs);
    log('info', 'Proposals found', { awards, works });
  },
});

export const handler = scheduledHandler(job);
