import { randomInt } from 'node:crypto';
import * as z from 'zod';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { firstItems } from '#src/table/first-items.ts';
import { keys } from '#src/table/keys.ts';
import { deleteIf, getItem, type Key, putItem, query, queryPage, type Write } from '#src/table/table.ts';
import { describerOf, vouchedPeople } from '../../orcid/describers.ts';
import { componentOfRecord } from '../../relations/component.ts';
import { statedRelations, versionDois } from '../../relations/stated.ts';
import { authorsOf, type PublicationRecord, shownPublication } from '../publication.ts';
import { isPublic } from '../publicity.ts';

/** Limit of marks read per DOI. Few have more; publications beyond it still name those they refer to. */
const maxMarks = 1_000;
/** Small, because yielded notes are soon out of date. */
const notesPerPage = 100;

/** A publication whose relations are to be compared with those of others. */
export const Relating = z.object({
  doi: z.string(),
  /** Changes with each write of the note: only the reader of the newest one may delete it. */
  version: z.int(),
  /** The DOIs to which it no longer states a relation. */
  dropped: z
    .set(z.string())
    .default(new Set())
    .transform((dois) => [...dois]),
  /**
   * Equal to `version` if a single write has made the note, so that all DOIs except `added` have been handled. The
   * release before changes only `version`.
   */
  only_version: z.int().optional(),
  /** The aliases that were new when the note was written. */
  added: z
    .set(z.string())
    .default(new Set())
    .transform((dois) => [...dois]),
  /** Parts to drop, unless the publication's item with this sort key names them. */
  parts: z
    .set(z.string())
    .default(new Set())
    .transform((names) => [...names].map(partsOf)),
});
export type Relating = z.output<typeof Relating>;

/**
 * The write that notes, in the transaction of a publication, that its relations are to be compared with those of
 * others; undefined if no change concerns others.
 */
export function relatingWrite(
  record: PublicationRecord,
  before: PublicationRecord | undefined,
  now: number,
): Write | undefined {
  if (!affectsOthers(record, before)) return undefined;
  const stated = new Set(statedRelations(record).map(({ doi }) => doi));
  const dropped = (before ? statedRelations(before) : []).flatMap(({ doi }) => (stated.has(doi) ? [] : doi));
  const added = before ? newAliases(record, before) : [];
  const sets = Object.entries({ dropped, added }).filter(([, dois]) => dois.length > 0);
  const { Key, UpdateExpression, ExpressionAttributeValues } = relatingNote(record.doi, now).Update;
  const additions = sets.map(([name]) => `${name} :${name}`).join(', ');
  return {
    Update: {
      Key,
      UpdateExpression: `${UpdateExpression}, only_version = if_not_exists(since_ms, :version)${additions && ` ADD ${additions}`}`,
      ExpressionAttributeValues: {
        ...ExpressionAttributeValues,
        ...Object.fromEntries(sets.map(([name, dois]) => [`:${name}`, new Set(dois)])),
      },
    },
  };
}

/** Whether a publication states a relation to others, is part of one, or is one of several versions. */
export function isRelated(record: PublicationRecord): boolean {
  const { related, superseded_by, versions_orcids } = record;
  const own = [...statedRelations(record), ...versionDois(record), ...related, ...versions_orcids];
  return own.length > 0 || superseded_by !== null;
}

/** The aliases of a publication that it did not have before. */
export const newAliases = (record: PublicationRecord, before: PublicationRecord | undefined): string[] =>
  record.aliases.filter((alias) => !before?.aliases.includes(alias));

/** The write that notes that a DOI's relations are to be compared. The publication may not be stored yet. */
export function relatingNote(doi: string, now: number) {
  return {
    Update: {
      Key: keys.relating(doi),
      UpdateExpression: 'SET doi = :doi, version = :version, since_ms = if_not_exists(since_ms, :now)',
      ExpressionAttributeValues: { ':doi': doi, ':version': newVersion(), ':now': now },
    },
  };
}

/** The update that notes parts of a publication; see `dropAbandonedParts`. */
export function partsNote(doi: string, parts: Relating['parts'], now: number) {
  const { Key, UpdateExpression, ExpressionAttributeValues } = relatingNote(doi, now).Update;
  const named = new Set(parts.map(({ generation, count, sk }) => `${generation} ${count} ${sk}`));
  return {
    Key,
    UpdateExpression: `${UpdateExpression} ADD parts :parts`,
    ExpressionAttributeValues: { ...ExpressionAttributeValues, ':parts': named },
  };
}

function partsOf(named: string) {
  const [generation = '', count, sk = ''] = named.split(' ');
  return { generation, count: Number(count), sk };
}

/** A counter would start over after a deletion, and another process may have read the number before. */
const newVersion = () => randomInt(1, 2 ** 48 - 1);

/** The writes that mark, at the DOI of the whole, a component that is not stored itself. */
export function componentWrites(component: string, whole: string, now: number): Write[] {
  return [{ Put: { Item: { ...keys.relatedFrom(whole, component), is_component: true } } }, relatingNote(whole, now)];
}

/** Whether a change to a publication can concern others. A new one may already be named by others. */
export function affectsOthers(record: PublicationRecord, before: PublicationRecord | undefined): boolean {
  if (!before) return true;
  // The component may have been stored before there was a rule for it.
  const whole = componentOfRecord(record)?.parent;
  if (whole !== undefined && !record.related.some(({ type, doi }) => type === 'is-part-of' && doi === whole))
    return true;
  const compared = (each: PublicationRecord) => {
    const { title, publication_date, publication_type } = shownPublication(each);
    const researchers = each.researchers.map(({ orcid }) => orcid);
    return [
      vouchedPeople(each),
      describerOf(each),
      authorsOf(each).map(({ name }) => name),
      isPublic(each),
      each.edits.data?.standalone,
      each.client,
      title,
      publication_date,
      publication_type,
      researchers,
    ];
  };
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const aliases = (each: PublicationRecord) => each.aliases.toSorted();
  if (!isSame(aliases(record), aliases(before)) || !isSame(statedRelations(record), statedRelations(before)))
    return true;
  return isRelated(record) && !isSame(compared(record), compared(before));
}

/** The note of `relatingWrite`, if there is one. */
export async function getRelating(doi: string): Promise<Relating | undefined> {
  const item = await getItem(keys.relating(doi));
  return item && Relating.parse(item);
}

/** Removes a handled note, unless the publication has been written again. */
export async function deleteRelating({ doi, version }: Relating): Promise<void> {
  await deleteIf({
    Key: keys.relating(doi),
    ConditionExpression: 'version = :version',
    ExpressionAttributeValues: { ':version': version },
  });
}

/** The publications with a note from before a time. */
export async function* relatingSince(beforeMs: number): AsyncGenerator<string> {
  const notes = query({
    Limit: notesPerPage,
    KeyConditionExpression: 'pk = :pk',
    FilterExpression: 'since_ms < :before',
    ExpressionAttributeValues: { ':pk': keys.relatingList, ':before': beforeMs },
  });
  for await (const { sk } of notes) yield String(sk);
}

/**
 * Marks, at each DOI to which a publication states a relation, that it does so. A mark outlives the relation: readers
 * of it read the publication.
 */
export async function markRelated(record: PublicationRecord): Promise<void> {
  await inParallel(relatedMarks(record), 10, (mark) => putItem({ ...mark }));
}

/** The marks of a publication. */
export function relatedMarks(record: PublicationRecord): Key[] {
  const dois = new Set([...statedRelations(record).map(({ doi }) => doi), ...versionDois(record)]);
  return [...dois].map((doi) => keys.relatedFrom(doi, record.doi));
}

/** Whether a publication states, or once stated, a relation to one of these DOIs. */
export async function areMarked(dois: readonly string[]): Promise<boolean> {
  const marks = await firstItems(
    dois.map((doi) => keys.relatedFrom(doi, '').pk),
    1,
  );
  return [...marks.values()].some((found) => found.length > 0);
}

/** The source of a mark at a DOI: a publication, or a component that is not one. */
export interface RelatedMark {
  doi: string;
  is_component: boolean;
}

/** The publications that state, or once stated, a relation to a DOI, and its components; at most 1,000. */
export async function marksAt(doi: string): Promise<RelatedMark[]> {
  const marks = {
    ConsistentRead: true,
    Limit: maxMarks,
    KeyConditionExpression: 'pk = :pk',
    ProjectionExpression: 'sk, is_component',
    ExpressionAttributeValues: { ':pk': keys.relatedFrom(doi, '').pk },
  };
  const { items } = await queryPage(marks, undefined);
  return items.map(({ sk, is_component = false }) => ({ doi: String(sk), is_component: is_component === true }));
}
