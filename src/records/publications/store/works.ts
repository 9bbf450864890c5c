import { Problem } from '#src/runtime/errors.ts';
import { keys, refs } from '#src/table/keys.ts';
import { type RewriteResult, rewriteRecord } from '#src/table/rewrite.ts';
import { getItem, getItems, type Item, ifUnchanged, queryAll, type Writes, writesAt } from '#src/table/table.ts';
import { outputId } from '../../groups/output.ts';
import { groupsFollowing, type StandIn } from '../../groups/store/outputs.ts';
import { comparableWork } from '../../likeness/comparable.ts';
import { recordName } from '../../likeness/pair.ts';
import { ifPersonExists } from '../../people/store/people.ts';
import { isFromBeforeDepartures, type RecordWrite, transactWithRows, unchangedBy } from '../../store/list-rows.ts';
import { maxLinkedPeople, standInOf, WorkRecord, workRow } from '../../works/work.ts';
import { countedOfWork, workAuthors, workIdentifiers } from '../../works/work-content.ts';
import { WorkRow, workShape } from '../../works/work-row.ts';
import { blockWrites, storedBlocks } from './duplicate-blocks.ts';

/** A work, or undefined. */
export async function getWork(id: string): Promise<WorkRecord | undefined> {
  const item = await getItem(keys.work(id));
  return item && WorkRecord.parse(item);
}

/** All works of a person's ORCID record, including those that have become publications. */
export async function worksOf(orcid: string): Promise<WorkRecord[]> {
  return (await worksWith(orcid)).filter((work) => work.orcid === orcid);
}

/** All works that name a person: those of their ORCID record, and those that curators linked to them. */
export async function worksWith(orcid: string): Promise<WorkRecord[]> {
  return (await itemsOf(orcid)).map((item) => WorkRecord.parse(item));
}

/** The ids of all works of a person. */
export async function workIdsOf(orcid: string): Promise<string[]> {
  return (await itemsOf(orcid)).map(({ id }) => String(id));
}

async function itemsOf(orcid: string): Promise<Item[]> {
  const found = await queryAll({
    IndexName: 'byRef',
    KeyConditionExpression: 'refPk = :pk',
    ExpressionAttributeValues: { ':pk': refs.worksOf(orcid) },
  });
  // The index is eventually consistent; the records are not.
  return getItems([...new Set(found.map(({ id }) => String(id)))].map(keys.work));
}

/** A work before and after a write; `before` is the record that was read. */
export interface WorkChange {
  before: WorkRecord | undefined;
  after: WorkRecord;
}

/**
 * Writes a work, its list row and `extraWrites` in one transaction. `before` is the record that was read. `stale`: the
 * work was changed concurrently; read again. `refused`: a condition of `extraWrites` failed, or a person to link does
 * not exist. Throws Problem `conflict` if it would have too many people.
 */
export const saveWork = (
  record: WorkRecord,
  before: WorkRecord | undefined,
  extraWrites: Writes = [],
): Promise<'saved' | 'stale' | 'refused'> => saveWorks([{ before, after: record }], extraWrites);

/** Like `saveWork`, for several works in one transaction. */
export async function saveWorks(
  changes: readonly WorkChange[],
  extraWrites: Writes = [],
): Promise<'saved' | 'stale' | 'refused'> {
  for (const { before, after } of changes) {
    const { length } = after.linked_orcids;
    if (length > maxLinkedPeople && length > (before?.linked_orcids.length ?? 0)) {
      throw new Problem('conflict', `At most ${maxLinkedPeople} people can be linked to a work`);
    }
  }
  const linked = new Set(changes.flatMap(({ before, after }) => added(linkedIn(before), linkedIn(after))));
  const saved = await transactWithRows(await workParts(changes), (at) => [
    ...writesAt(extraWrites, at),
    ...[...linked].map(ifPersonExists),
  ]);
  return saved.outcome;
}

/**
 * The parts of a transaction that write works. Their groups by hand follow them to the record that stands for them. The
 * caller checks that newly linked people exist.
 */
export async function workParts(changes: readonly WorkChange[]): Promise<RecordWrite<WorkRecord>[]> {
  const also = await groupsFollowing(changes.flatMap(standInAfter), new Date());
  return changes.map(workPart).map((part, index) => (index === 0 ? { ...part, also } : part));
}

/** The record that stands for a work after a change, if that is another one than before. */
function standInAfter({ before, after }: WorkChange): StandIn[] {
  const by = standInOf(after);
  return before && by !== standInOf(before) ? [{ id: outputId({ kind: 'work', id: after.id }), by }] : [];
}

const workPart = ({ before, after }: WorkChange): RecordWrite<WorkRecord> => ({
  record: after,
  before,
  write: writesOf(before),
});

const writesOf = (before: WorkRecord | undefined) => (stored: WorkRecord) => {
  const { id, orcid } = stored;
  const comparable = comparableWork(stored);
  const blocks = storedBlocks(comparable);
  const copies = blockWrites(recordName({ kind: 'work', id }), comparable, before?.blocks, blocks);
  // A work that no ORCID record lists is found by its people alone.
  const place = { ...keys.work(id), ...(orcid !== '' && refs.workOf(orcid, id)) };
  const [was, is] = [linkedIn(before), linkedIn(stored)];
  return {
    writes: [
      { Put: { Item: { ...place, ...stored, blocks, shape: workShape }, ...ifUnchanged(before) } },
      ...copies,
      ...added(was, is).map((each) => ({
        Put: { Item: { ...keys.workPerson(id, each), ...refs.workOf(each, id), id } },
      })),
      ...added(is, was).map((each) => ({ Delete: { Key: keys.workPerson(id, each) } })),
    ],
    row: { ...rowOfWork(stored), ...keys.workRow(id) },
  };
};

/** The list row of a work. */
export const rowOfWork = (work: WorkRecord) =>
  workRow(work, {
    authors: workAuthors(work).map(({ name }) => name),
    identifiers: workIdentifiers(work),
    ...countedOfWork(work),
  });

/** The people with an item of their own: the index finds the others by the record. */
const linkedIn = (work: WorkRecord | undefined): string[] =>
  (work?.linked_orcids ?? []).filter((each) => each !== work?.orcid);

const added = (before: readonly string[], after: readonly string[]) => after.filter((each) => !before.includes(each));

/** Rewrites a work of an older shape, with its list row, and returns the result. */
export function rewriteWork(id: string): Promise<RewriteResult> {
  return rewriteRecord(keys.work(id), workShape, {
    parse: (item) => WorkRecord.parse(item),
    save: async (record, before) => {
      const row = await getItem(keys.workRow(id));
      const unchanged = unchangedBy(rowOfWork(record), row, WorkRow);
      const part = { ...workPart({ before, after: record }), isRetold: isFromBeforeDepartures(row), unchanged };
      return (await transactWithRows([part])).outcome === 'saved';
    },
  });
}

/**
 * The works that stand for those with these ids: themselves, or those that they were merged into. Unknown ones are
 * missing.
 */
export async function survivingWorks(ids: readonly string[]): Promise<WorkRecord[]> {
  const known = new Map<string, WorkRecord>();
  for (let wanted = [...new Set(ids)]; wanted.length > 0; ) {
    const found = [...(await getWorks(wanted)).values()];
    for (const work of found) known.set(work.id, work);
    const others = found.flatMap(({ merged_into }) => merged_into ?? []);
    wanted = [...new Set(others)].filter((id) => !known.has(id));
  }
  return [...known.values()].filter(({ merged_into }) => merged_into === null);
}

/** The existing works with these ids. */
export async function getWorks(ids: readonly string[]): Promise<Map<string, WorkRecord>> {
  const found = (await getItems(ids.map(keys.work))).map((item) => WorkRecord.parse(item));
  return new Map(found.map((work) => [work.id, work]));
}
