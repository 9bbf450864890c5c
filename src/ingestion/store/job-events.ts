import { eventWrite } from '#src/logbook/activity.ts';
import type { ActivityType } from '#src/logbook/domain/activity.ts';
import type { Write } from '#src/table/table.ts';
import type { IngestionJob } from '../domain/job.ts';

/** The write of a job's event in the job's workspace. The default actor is the requester of the job. */
export function jobEvent(
  job: IngestionJob,
  type: ActivityType,
  message: string,
  now: Date,
  {
    metadata,
    actor = job.requested_by,
  }: { metadata?: Record<string, unknown>; actor?: string | null | undefined } = {},
): Write {
  const { workspace, job_id: resource } = job;
  return eventWrite({ type, workspace, actor, message, resource, ...(metadata && { metadata }) }, now);
}
