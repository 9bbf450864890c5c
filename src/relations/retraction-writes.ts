import type { PublicationRecord } from '../domain/publications/publication.ts';
import { eventWrite } from '../storage/activity.ts';
import type { Write } from '../storage/table.ts';
import { retractionEvent } from './domain/retraction.ts';

/** Who a change is reported for, and in the activity log of which workspace. */
export interface Reporter {
  workspace: string;
  actor: string | null;
}

/** The event that a publication was retracted or reinstated, if this change does that, for the transaction of the change. */
export function retractionWrites(
  record: PublicationRecord,
  before: PublicationRecord | undefined,
  { workspace, actor }: Reporter,
  now: Date,
): Write[] {
  const report = retractionEvent(record, before);
  return report ? [eventWrite({ ...report, workspace, actor }, now)] : [];
}
