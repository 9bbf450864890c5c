import { eventWrite } from '#src/logbook/activity.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { retractionEvent } from '#src/records/relations/retraction.ts';
import type { Write } from '#src/table/table.ts';

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
