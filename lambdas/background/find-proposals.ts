import { findAwards } from '#src/ingestion/proposals/find/awards.ts';
import { findGroupMemberships } from '#src/ingestion/proposals/find/group-memberships.ts';
import { suggestWorks } from '#src/ingestion/proposals/find/works.ts';
import { log } from '#src/runtime/log.ts';
import { defineScheduledJob } from '#src/table/queues/job.ts';
import { scheduledHandler } from '#src/table/queues/worker.ts';

const timeoutSeconds = 300;
/** Per search, leaving 60 s for the work in progress. */
const findForMs = ((timeoutSeconds - 60) * 1000) / 3;

export const job = defineScheduledJob({
  id: 'find-proposals',
  summary:
    'Proposes works that the registry does not have, links of publications to projects, and memberships of groups',
  trigger: { kind: 'schedule', everyMinutes: 60 },
  impact: 'Works of the institution, links of publications to projects and memberships of groups are not proposed.',
  grants: [
    'proposals:write',
    'proposals:query',
    'proposals:list',
    'publications:list',
    'publications:read',
    'publication-changes:query',
    'people:list',
    'people:read',
    'people:query',
    'people:check',
    'projects:list',
    'projects:read',
    'project-changes:query',
    'pass-awards:run',
    'pass-suggestions:run',
    'pass-group-memberships:run',
    'group-member-changes:query',
    'lists:publications',
    'lists:groups',
    'setting:institution',
    'setting:groups',
    'sources',
    'secret:source-credentials',
  ],
  memoryMb: 1024,
  timeoutSeconds,
  async handle({ now }) {
    // A failure of one search does not stop the others.
    const [awards] = await Promise.allSettled([findAwards(now, Date.now() + findForMs)]);
    const [works] = await Promise.allSettled([suggestWorks(now, Date.now() + findForMs)]);
    const [memberships] = await Promise.allSettled([findGroupMemberships(now, Date.now() + findForMs)]);
    log('info', 'Proposals found', { awards, works, memberships });
    for (const each of [awards, works, memberships]) if (each.status === 'rejected') throw each.reason;
  },
});

export const handler = scheduledHandler(job);
