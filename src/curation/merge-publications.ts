import { retractionWrites } from '#src/duplicates/relations/retraction-writes.ts';
import { saveMerge, saveUnmerge } from '#src/duplicates/saving/save-merge.ts';
import { getMerged, type MergedPublication } from '#src/duplicates/store/merged.ts';
import { pairWrites } from '#src/duplicates/store/pairs.ts';
import { eventWrite } from '#src/logbook/activity.ts';
import type { ActivityType } from '#src/logbook/domain/activity.ts';
import type { DuplicatePair } from '#src/records/likeness/pair.ts';
import {
  abridge,
  editablePublication,
  type FieldChange,
  type FieldValues,
  unedited,
  valuesBefore,
  withFields,
} from '#src/records/publications/edits.ts';
import { notAuthorsOfBoth } from '#src/records/publications/not-authors.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { targetsOf } from '#src/records/publications/store/alias-decisions.ts';
import { getEdit } from '#src/records/publications/store/edits.ts';
import { getPublications, maxAliasDepth } from '#src/records/publications/store/publications.ts';
import { rematched } from '#src/records/publications/store/rematch.ts';
import { Problem } from '#src/runtime/errors.ts';
import type { AttemptTime, Write } from '#src/table/table.ts';
import { isSameJson } from '#src/vocabulary/json/same-json.ts';
import { type Curator, historyOf, requireRoom } from './change-publication.ts';

/** The pair before and after the decision. */
interface DecidedPair {
  before: DuplicatePair;
  after: DuplicatePair;
}

/**
 * Merges the publications of a pair in one transaction. The kept one takes over the other's researchers, DOIs, and
 * edits of fields not edited in it; the other's source data is stored for an undo. Throws `conflict` if one of the two
 * is deleted or already merged.
 */
export async function mergePublications(pair: DecidedPair, curator: Curator): Promise<'saved' | 'stale'> {
  const { kept, other } = await readBoth(pair.after);
  const depth = Math.max(kept.alias_depth, other.alias_depth + 1);
  if (depth > maxAliasDepth)
    throw new Problem('conflict', `${other.doi} is the result of too many merges to be merged again`);
  const { record: edited, changes } = withFields(editablePublication, kept, unedited(kept, other), curator.now);
  const own = [...kept.researchers, ...kept.not_authors];
  const added = other.researchers.filter(({ orcid }) => !own.some((each) => each.orcid === orcid));
  const record = await rematched({
    ...edited,
    aliases: [...new Set([...kept.aliases, other.doi, ...other.aliases])].sort(),
    alias_depth: depth,
    researchers: [...kept.researchers, ...added],
    not_authors: notAuthorsOfBoth(kept, other),
    version: kept.version + 1,
  });
  requireRoom(record);
  const merged = {
    record: other,
    into: kept.doi,
    pair_id: pair.after.id,
    merged_at: curator.now.getTime(),
    edit: changes.length > 0 ? record.edit_count : null,
    orcids: added.map(({ orcid }) => orcid),
  };
  const mergeWrites = [
    ...(changes.length > 0 ? [await historyOf(record, changes, null, curator)] : []),
    mergeEvent(
      'publication.merged',
      `Publication ${other.doi} was merged into ${kept.doi}`,
      record,
      changes,
      merged,
      curator,
    ),
    ...retractionWrites(record, kept, curator, curator.now),
  ];
  const extraWrites = (at: AttemptTime) => [...pairWrites(pair.after, pair.before, at), ...mergeWrites];
  return saveMerge({ before: kept, after: record }, merged, extraWrites, curator.now);
}

/**
 * Undoes a merge: the other publication and its DOIs are restored. The kept one loses its DOIs, researchers and edits,
 * except fields edited again since. Throws `conflict` if the kept one was itself merged since.
 */
export async function undoPublicationMerge(pair: DecidedPair, curator: Curator): Promise<'saved' | 'stale'> {
  const { kept: keptDoi, doi, other } = pair.before;
  const stored = await getMerged(keptDoi === doi ? other : doi);
  const kept = (await getPublications([keptDoi ?? ''])).get(keptDoi ?? '');
  if (!kept) throw new Problem('conflict', `${keptDoi} was merged with another publication since: undo that first`);
  if (stored?.pair_id !== pair.before.id) throw new Problem('conflict', 'What was merged is not stored any more');
  const merged = await withOwnAliases(stored);
  const edit = merged.edit === null ? undefined : await getEdit(kept.doi, merged.edit);
  const values: FieldValues = edit ? valuesBefore(kept, edit).values : new Map();
  const { record: edited, changes } = withFields(editablePublication, kept, values, curator.now);
  const dois = new Set([merged.record.doi, ...merged.record.aliases]);
  const record = await rematched({
    ...edited,
    aliases: kept.aliases.filter((alias) => !dois.has(alias)),
    researchers: kept.researchers.filter(({ orcid }) => !merged.orcids.includes(orcid)),
    not_authors: kept.not_authors.filter((one) => !merged.record.not_authors.some((each) => isSameJson(one, each))),
    version: kept.version + 1,
  });
  const mergeWrites = [
    ...(changes.length > 0 ? [await historyOf(record, changes, merged.edit, curator)] : []),
    mergeEvent(
      'publication.unmerged',
      `Publication ${merged.record.doi} was separated from ${kept.doi}`,
      record,
      changes,
      merged,
      curator,
    ),
    ...retractionWrites(record, kept, curator, curator.now),
  ];
  const extraWrites = (at: AttemptTime) => [...pairWrites(pair.after, pair.before, at), ...mergeWrites];
  return saveUnmerge({ before: kept, after: record }, merged, extraWrites, curator.now);
}

/** The merged publication, without aliases that have become publications of their own since, or were attached to others. */
async function withOwnAliases(merged: MergedPublication): Promise<MergedPublication> {
  const { doi, aliases } = merged.record;
  const [targets, dois] = [await targetsOf(aliases), new Set([doi, ...aliases])];
  const own = aliases.filter((alias) => dois.has(targets.get(alias) ?? ''));
  return { ...merged, record: { ...merged.record, aliases: own } };
}

async function readBoth({ kept: keptDoi, doi, other: otherDoi }: DuplicatePair) {
  const records = await getPublications([doi, otherDoi]);
  for (const each of [doi, otherDoi]) {
    const record = records.get(each);
    if (!record) throw new Problem('conflict', `${each} was merged with another publication since`);
    if (record.deleted_at !== null) throw new Problem('conflict', `${each} is deleted: restore it first`);
  }
  const [kept, other] = [keptDoi, keptDoi === doi ? otherDoi : doi].map((each) => records.get(each ?? ''));
  if (!kept || !other) throw new Error(`The pair ${doi} has lost a publication`);
  return { kept, other };
}

function mergeEvent(
  type: ActivityType,
  message: string,
  { doi, edit_count }: PublicationRecord,
  changes: readonly FieldChange[],
  { record, pair_id, orcids }: { record: PublicationRecord; pair_id: string; orcids: string[] },
  { workspace, actor, now }: Curator,
): Write {
  const metadata = {
    kept: doi,
    other: record.doi,
    pair_id,
    orcids: orcids.slice(0, 100),
    ...(changes.length > 0 && { ...abridge(changes), edit: String(edit_count) }),
  };
  return eventWrite({ type, workspace, actor, message, resource: doi, metadata }, now);
}
