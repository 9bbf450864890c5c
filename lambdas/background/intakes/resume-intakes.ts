import { resumeIntakes } from '#src/curation/intakes/resume.ts';
import { defineScheduledJob } from '#src/table/queues/job.ts';
import { scheduledHandler } from '#src/table/queues/worker.ts';

export const job = defineScheduledJob({
  id: 'resume-intakes',
  summary: 'Resends lost messages of files that are taken in, and stops those whose author has lost the role',
  trigger: { kind: 'schedule', everyMinutes: 5 },
  impact: 'A file that is taken in stays as it is.',
  grants: [
    'open-intakes:query',
    'open-intakes:batch',
    'open-intakes:delete',
    'intakes:read',
    'intakes:update',
    'queue:intakes',
    'users:query',
    'sign-in',
  ],
  timeoutSeconds: 60,
  handle: ({ now }) => resumeIntakes(now),
});

export const handler = scheduledHandler(job);
