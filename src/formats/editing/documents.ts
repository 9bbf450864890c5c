import type { GroupRecord } from '#src/records/groups/group.ts';
import type { PersonRecord } from '#src/records/people/person.ts';
import { editableDocument } from '#src/records/publications/edits.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import type { WorkRecord } from '#src/records/works/work.ts';
import { workDocument } from '#src/records/works/work-content.ts';
import { defaultLocale, inLocale } from '#src/vocabulary/locale.ts';
import type { EditableRecord } from './cells.ts';

/** Records with the values of their cells, which are those that their PATCH routes take. */

export const publicationForEditing = (record: PublicationRecord): EditableRecord => ({
  id: record.doi,
  document: editableDocument(record),
});

export const workForEditing = (work: WorkRecord): EditableRecord => ({ id: work.id, document: workDocument(work) });

/** The name as a curator edits it: in the default language. */
export const personForEditing = (person: PersonRecord): EditableRecord => ({
  id: person.orcid,
  document: { ...person, name: inLocale(person.name, defaultLocale) },
});

export const groupForEditing = (group: GroupRecord): EditableRecord => ({ id: group.id, document: group });
