import type { NewEvent } from '#src/logbook/domain/activity.ts';
import { originsOf, type PublicationRecord, shownPublication, shownRelations } from '../publications/publication.ts';

/** The event of a change that retracts a publication (possibly a new one) or ends a retraction; undefined otherwise. */
export function retractionEvent(
  record: PublicationRecord,
  before: PublicationRecord | undefined,
): Pick<NewEvent, 'type' | 'message' | 'resource' | 'metadata'> | undefined {
  const publication = shownPublication(record);
  const { doi, is_retracted: after } = publication;
  const was = before !== undefined && shownPublication(before).is_retracted;
  if (after === was) return undefined;
  return {
    type: after ? 'publication.retracted' : 'publication.reinstated',
    message: after ? `Publication ${doi} was retracted` : `The retraction of publication ${doi} was taken back`,
    resource: doi,
    metadata: {
      changes: [{ field: '/is_retracted', before: before === undefined ? null : was, after }],
      source: originsOf(record).is_retracted ?? null,
      notices: shownRelations(publication).flatMap(({ type, doi }) => (type === 'is-retracted-by' ? doi : [])),
    },
  };
}
