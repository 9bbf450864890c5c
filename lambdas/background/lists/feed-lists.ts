import { databaseLists } from '#src/lists/database-lists.ts';
import type { RowSchema } from '#src/lists/model/spec.ts';
import { dataApi } from '#src/lists/postgres/data-api.ts';
import { keepCurrent } from '#src/lists/postgres/feeding/keep-current.ts';
import { type PostgresList, tableOf } from '#src/lists/postgres/list.ts';
import { defineScheduledJob } from '#src/table/queues/job.ts';
import { scheduledHandler } from '#src/table/queues/worker.ts';

const timeoutSeconds = 600;

/** Each has rows of its own schema, which nothing here looks into. */
const lists = databaseLists as unknown as PostgresList<RowSchema>[];
const keepListsCurrent = keepCurrent(dataApi(), lists);

export const job = defineScheduledJob({
  id: 'feed-lists',
  summary: 'Fills the lists in PostgreSQL, and writes to them what has changed',
  trigger: { kind: 'schedule', everyMinutes: 5 },
  // Tables for rows of another schema are begun at once, not minutes later.
  runWhenChanged: lists.map((list) => tableOf(list).name).join(' '),
  impact: 'Lists of publications and works answer 503 after publications were deleted permanently, and later always.',
  grants: [
    'publications:list',
    'publication-changes:query',
    'publication-rows:update',
    'works:list',
    'work-changes:query',
    'work-rows:update',
    'database:lists',
  ],
  // A whole processor, which a first filling waits for.
  memoryMb: 1769,
  timeoutSeconds,
  handle: () => keepListsCurrent(Date.now() + (timeoutSeconds - 30) * 1000),
});

export const handler = scheduledHandler(job);
