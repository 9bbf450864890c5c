import { newLink } from '#src/matching/link.ts';
import type { PersonNames } from '#src/matching/match.ts';
import { isSameJson } from '#src/vocabulary/json/same-json.ts';
import { publicationTypeOf } from '../orcid/work-types.ts';
import {
  editableDocument,
  editablePublication,
  type FieldChange,
  type FieldValues,
  type PublicationEdit,
  unedited,
  valueIn,
  valuesBefore,
  withFields,
} from '../publications/edits.ts';
import { linkable } from '../publications/not-authors.ts';
import { matchResearchers, type PublicationRecord } from '../publications/publication.ts';
import { type WorkRecord, workPeople } from './work.ts';

/**
 * A work without a DOI becomes a publication, because its DOI appears or a curator attaches it. What curators decided about
 * the work then holds for the publication: its people, its edits, and that it is hidden or deleted.
 */

type TakenOver = NonNullable<WorkRecord['taken_over']>;

/** A publication before and after its sources were read; `before` is undefined if it is new. */
interface Successor {
  before: PublicationRecord | undefined;
  record: PublicationRecord;
}

interface Context {
  /** The names of the people of both who exist. Others are not linked. */
  people: PersonNames[];
  actor: string | null;
  now: Date;
}

/** The publication with what it takes over of a work, the changed fields, and what an undo needs. */
export function takeOver(
  { before, record: read }: Successor,
  work: WorkRecord,
  { people, actor, now }: Context,
): { record: PublicationRecord; changes: FieldChange[]; taken: TakenOver } {
  const isLinked = (orcid: string) => before?.researchers.some((link) => link.orcid === orcid) === true;
  const isUnlinked = work.is_owner_unlinked && work.orcid !== '' && !isLinked(work.orcid);
  const not_authors = isUnlinked ? linkable([work.orcid], read) : [];
  const isStaying = ({ orcid }: { orcid: string }) => !not_authors.includes(orcid);
  const researchers = read.researchers.filter(isStaying);
  const isKnown = (orcid: string) => people.some((person) => person.orcid === orcid);
  const orcids = linkable(workPeople(work), read).filter((orcid) => isKnown(orcid) && !isLinked(orcid));
  const added = orcids.filter((orcid) => !researchers.some((link) => link.orcid === orcid)).map(newLink);
  const { record, changes } = withFields(editablePublication, read, editsFor(read, work), now);
  const decided = { decided_at: now.getTime(), actor };
  // If the publication existed when the work was hidden, the curator knew it and left it in lists.
  const isFollowing = before === undefined || (work.withdrawn_at ?? 0) <= before.created_at;
  const [is_hidden, is_deleted] = [
    isFollowing && !work.visible && read.visible,
    isFollowing && work.is_deleted && read.deleted_at === null,
  ];
  const after = {
    ...record,
    researchers: [...researchers, ...added],
    not_authors: [...read.not_authors, ...not_authors.map((orcid) => ({ orcid, ...decided }))],
    visible: read.visible && !is_hidden,
    deleted_at: is_deleted ? now.toISOString() : read.deleted_at,
    version: read.version,
  };
  const edit = changes.length > 0 ? record.edit_count : null;
  const taken = { doi: read.doi, edit, orcids, not_authors, is_hidden, is_deleted };
  const isNothing = edit === null && added.length + not_authors.length === 0 && !is_hidden && !is_deleted;
  if (isNothing) return { record: read, changes, taken };
  return { record: { ...after, researchers: matchResearchers(after, people) }, changes, taken };
}

/**
 * The publication without what it took over, except fields edited again since, and people whose ORCID record lists it.
 * `made` is the edit by which it took over edits.
 */
export function giveBack(
  publication: PublicationRecord,
  taken: TakenOver,
  made: PublicationEdit | undefined,
  { people, now }: Omit<Context, 'actor'>,
): { record: PublicationRecord; changes: FieldChange[] } {
  const values: FieldValues = made ? valuesBefore(publication, made).values : new Map();
  const { record, changes } = withFields(editablePublication, publication, values, now);
  const isListed = (orcid: string) => (publication.orcid_bibliographies?.[orcid] ?? []).length > 0;
  const isOwn = ({ orcid }: { orcid: string }) => !taken.orcids.includes(orcid) || isListed(orcid);
  const after = {
    ...record,
    researchers: publication.researchers.filter(isOwn),
    not_authors: publication.not_authors.filter(({ orcid }) => !taken.not_authors.includes(orcid)),
    visible: publication.visible || taken.is_hidden,
    version: publication.version,
  };
  return { record: { ...after, researchers: matchResearchers(after, people) }, changes };
}

/** The edits of a work that say something that the publication does not, in fields that are not edited there. */
function editsFor(publication: PublicationRecord, { edits }: WorkRecord): FieldValues {
  const { work_type, data, ...promoted } = edits;
  const [publication_type = null, publication_subtype] = publicationTypeOf(work_type ?? null);
  const isOfPublications = ([name]: [string, unknown]) => !onlyOfWorks.has(name);
  const inData = {
    ...(work_type != null && publication_subtype !== undefined && { publication_subtype }),
    ...Object.fromEntries(Object.entries(data ?? {}).filter(isOfPublications)),
  };
  const asPublication = {
    ...promoted,
    ...(work_type != null && { publication_type }),
    ...(Object.keys(inData).length > 0 && { data: inData }),
  };
  const shown = editableDocument(publication);
  const values = unedited(publication, { edits: asPublication });
  return new Map([...values].filter(([field, value]) => !isSameJson(value, valueIn(shown, field) ?? null)));
}

/** Fields of works in the form in which an ORCID record has them. Publications have others for the same. */
const onlyOfWorks: ReadonlySet<string> = new Set(['identifiers', 'citation']);
