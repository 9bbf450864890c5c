import type { CompareLater } from '#src/duplicates/find-later.ts';
import { retractionWrites } from '#src/duplicates/relations/retraction-writes.ts';
import { saveWithConsequences } from '#src/duplicates/saving/consequences.ts';
import { eventWrite, rememberWorkspace } from '#src/logbook/activity.ts';
import type { ActivityType } from '#src/logbook/domain/activity.ts';
import { type MatchVerdict, matchBasis, type ResearcherLink } from '#src/matching/link.ts';
import {
  abridge,
  editablePublication,
  type FieldChange,
  type FieldValues,
  type PublicationEdit,
  withFields,
} from '#src/records/publications/edits.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { editWrite } from '#src/records/publications/store/edits.ts';
import { findPublication } from '#src/records/publications/store/publications.ts';
import { rematched } from '#src/records/publications/store/rematch.ts';
import { invalidField, Problem } from '#src/runtime/errors.ts';
import { persistent, retryIfStale, stale } from '#src/runtime/retry.ts';
import type { AttemptTime, Write, Writes } from '#src/table/table.ts';

/** Who makes a change, and the workspace whose activity log records it. */
export interface Curator {
  workspace: string;
  actor: string | null;
  now: Date;
}

/** A change to one publication. */
export interface PublicationChange {
  /** The fields to set, undefined to return to the source's value. */
  values?: FieldValues;
  visible?: boolean;
  deleted?: boolean;
  reverts?: number;
  /** A decision about one researcher, and all links after it. */
  match?: { orcid: string; verdict: MatchVerdict['verdict'] | 'not_an_author' | 'linked' } & Pick<
    PublicationRecord,
    'researchers' | 'not_authors'
  >;
  /** All links after it, of one that links or unlinks several people. */
  people?: Pick<PublicationRecord, 'researchers' | 'not_authors'>;
  /** Written in the transaction of the change. Given the edit's number, if the change is an edit. */
  alsoWrite?: (edit: number | undefined) => Write;
  /** More of these, asked for each attempt, with the record that is written. */
  alsoWriteAt?: (at: AttemptTime, record: PublicationRecord, edit: number | undefined) => readonly Write[];
  /** Whether something else reports it, with others. */
  isUnreported?: boolean;
  /** Of the transaction. If one does not hold, the change is planned again. */
  conditions?: readonly Write[];
}

export interface ChangeResult {
  record: PublicationRecord;
  /** False if the publication already was as requested. */
  isChanged: boolean;
  /** The number of the edit. Changes to visibility, matches or deletion have none. */
  edit?: number;
}

/** Limit of all edited fields together, as JSON. */
const maxEditsBytes = 1024 * 1024;
const maxAuthorsBytes = 12 * 1024 * 1024;

/**
 * Changes a publication that was read, or that has a DOI as written by a client. `plan` returns the change to the record it is
 * given, or throws; it is called again after a concurrent change, so none is lost. The record, its list row, history and
 * activity events are one transaction. With `compareLater`, pairs are left to the caller. Throws `not_found` if it is unknown.
 */
export async function changePublication(
  publication: string | PublicationRecord,
  plan: (record: PublicationRecord) => PublicationChange | Promise<PublicationChange>,
  curator: Curator,
  compareLater?: CompareLater,
): Promise<ChangeResult> {
  await rememberWorkspace(curator.workspace);
  let read = typeof publication === 'string' ? undefined : publication;
  let id = typeof publication === 'string' ? publication : publication.doi;
  return retryIfStale(
    'The publication',
    async () => {
      const before = read ?? (await findPublication(id));
      if (!before) throw new Problem('not_found', 'There is no publication with this DOI');
      [id, read] = [before.doi, undefined];
      const change = await plan(before);
      const { record, writes } = await prepare(before, change, curator);
      if (record === before) return { record, isChanged: false };
      const { edit_count: number } = record;
      const edit = number > before.edit_count ? number : undefined;
      const { alsoWriteAt } = change;
      const all: Writes = alsoWriteAt ? (at) => [...writes, ...alsoWriteAt(at, record, edit)] : writes;
      const saving = { now: curator.now, compareLater };
      if ((await saveWithConsequences({ before, after: record }, all, saving)) !== 'saved') return stale;
      return { record, isChanged: true, ...(edit !== undefined && { edit }) };
    },
    persistent,
  );
}

/** The changed record and its writes, or the record itself if nothing changes. */
async function prepare(
  before: PublicationRecord,
  {
    values = new Map(),
    visible = before.visible,
    deleted = before.deleted_at !== null,
    reverts,
    match,
    people,
    alsoWrite,
    conditions = [],
    isUnreported = false,
  }: PublicationChange,
  curator: Curator,
): Promise<{ record: PublicationRecord; writes: Write[] }> {
  const { now } = curator;
  const { record: edited, changes } = withFields(editablePublication, before, values, now);
  let record = edited;
  const writes: Write[] = [...conditions];
  const report = (type: ActivityType, change: string, changed: Changes, more: object = {}) => {
    if (isUnreported) return;
    const metadata = { ...abridge(changed), ...more };
    const message = `Publication ${before.doi} was ${change}`;
    writes.push(
      eventWrite(
        { type, workspace: curator.workspace, actor: curator.actor, message, resource: before.doi, metadata },
        now,
      ),
    );
  };
  if (changes.length > 0) {
    // Edited authors may be different people.
    const hasOthers = changes.some(({ field }) => field === '/data/authors' || field === '/data/editors');
    if (hasOthers) record = await rematched(record);
    writes.push(await historyOf(record, changes, reverts ?? null, curator));
    const number = { edit: String(record.edit_count), ...(reverts !== undefined && { reverts: String(reverts) }) };
    report('publication.edited', reverts === undefined ? 'edited' : 'edited by reverting an edit', changes, number);
    writes.push(...retractionWrites(record, before, curator, now));
  }
  if (match) {
    const { researchers, not_authors } = match;
    record = next(before, { ...record, researchers, not_authors });
    const at = (its: PublicationRecord) => linkSummary(its.researchers.find(({ orcid }) => orcid === match.orcid));
    const change = { field: `/researchers/${match.orcid}`, before: at(before), after: at(record) };
    const done = match.verdict === 'linked' ? 'linked to a person' : 'matched to its authors by hand';
    report('publication.edited', done, [change], { match: match.verdict });
  }
  if (people) record = next(before, { ...record, ...people });
  if (visible !== before.visible) {
    record = next(before, { ...record, visible });
    const change = { field: '/visible', before: before.visible, after: visible };
    report('publication.visibility_changed', visible ? 'made visible' : 'hidden', [change]);
  }
  if (deleted !== (before.deleted_at !== null)) {
    record = next(before, { ...record, deleted_at: deleted ? now.toISOString() : null });
    const change = { field: '/deleted_at', before: before.deleted_at, after: record.deleted_at };
    report(deleted ? 'publication.deleted' : 'publication.restored', deleted ? 'deleted' : 'restored', [change]);
  }
  if (alsoWrite && record !== before) writes.push(alsoWrite(changes.length > 0 ? record.edit_count : undefined));
  return { record, writes };
}

type Changes = readonly Pick<FieldChange, 'field' | 'before' | 'after'>[];

const next = (before: PublicationRecord, record: PublicationRecord) => ({ ...record, version: before.version + 1 });

const linkSummary = (link: ResearcherLink | undefined) =>
  link === undefined
    ? null
    : {
        author_position: link.author_position,
        editor_position: link.editor_position,
        ...(link.contributor_position !== undefined && { contributor_position: link.contributor_position }),
        decided_by: matchBasis(link),
        accepted: link.decision?.accepted?.name ?? null,
        rejected: (link.decision?.rejected ?? []).map(({ name }) => name),
        is_none: link.decision?.is_none ?? false,
      };

/** The write that stores an edit in the history. Throws if the edits of the record become too large. */
export async function historyOf(
  record: PublicationRecord,
  changes: FieldChange[],
  reverts: number | null,
  curator: Curator,
): Promise<Write> {
  const { edit_count: number, doi } = record;
  const edit: PublicationEdit = { number, edited_at: curator.now.getTime(), actor: curator.actor, reverts, changes };
  requireRoom(record);
  return editWrite(doi, edit);
}

/** Throws if a record's edits are too large: responses repeat them. Sources have their own limits. */
export function requireRoom({ edits }: PublicationRecord): void {
  const { authors = [], ...data } = edits.data ?? {};
  const [size, authorsSize] = [{ ...edits, data }, authors].map((each) => Buffer.byteLength(JSON.stringify(each)));
  if ((size ?? 0) > maxEditsBytes || (authorsSize ?? 0) > maxAuthorsBytes) {
    throw invalidField('body', '', 'makes the edits of the publication too large: they must be shorter');
  }
}
