import type { PublicationRecord } from '../domain/publications/publication.ts';
import { eventWrite } from '../storage/activity.ts';
import type { Write } from '../storage/table.ts';
import { retractionEvent } from './domain/retraction.ts';

/** The actor of a change, and the workspace whose activity log reports it. */
export interface Reporter {
  workspace: string;
  actor: string | null;
}

/** The event that this change retracts or reinstates a publication, if it does, for the transaction of the change. */
export function retractionWrites(
  record: PublicationRecord,
  before: PublicationRecord | undefined,
  { workspace, actor }: Reporter,
  now: Date,
): Write[] {
  const report = retractionEvent(record, before);
  return report ? [eventWrite({ ...report, workspace, actor }, now)] : [];
}
