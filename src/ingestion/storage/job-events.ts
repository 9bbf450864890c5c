import type { EventType } from '../../domain/activity.ts';
import type { IngestionJob } from '../../domain/job.ts';
import { eventWrite } from '../../storage/activity.ts';
import type { Write } from '../../storage/table.ts';

/** The write of an event of a job, in the job's workspace. The actor is who requested the job, unless given. */
export function jobEvent(
  job: IngestionJob,
  type: EventType,
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
