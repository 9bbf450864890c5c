import { getMerged } from '#src/duplicates/store/merged.ts';
import { getPairs, linkKeys } from '#src/duplicates/store/pairs.ts';
import { getProposals, proposalLinkKeys } from '#src/ingestion/proposals/store/proposals.ts';
import { forgetJournals } from '#src/records/journals/store/journals.ts';
import { recordName } from '#src/records/likeness/pair.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { blockWrites } from '#src/records/publications/store/duplicate-blocks.ts';
import { publicationItem, publicationRow } from '#src/records/publications/store/items.ts';
import { getPublications } from '#src/records/publications/store/publications.ts';
import { relatedMarks } from '#src/records/publications/store/relations.ts';
import { markDeleted } from '#src/records/store/left-rows.ts';
import { raiseEpoch, transactWithRows } from '#src/records/store/list-rows.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { type Collection, keys, listRowKey } from '#src/table/keys.ts';
import {
  type AttemptTime,
  getItem,
  getItems,
  type Item,
  ifUnchanged,
  type Key,
  query,
  transact,
  type Write,
} from '#src/table/table.ts';
import { emptyBibliography } from '#src/vocabulary/bibliography.ts';
import { StoredBlocks } from '#src/vocabulary/stored-blocks.ts';

/** The collections whose records can be deleted permanently. */
type GroupCollection = 'GROUP' | 'GROUP_MEMBER' | 'GROUP_OUTPUT';
export type DeletableCollection = Exclude<Collection, 'PROJECT' | GroupCollection>;

const latestJobSk = keys.latestJob('').sk;
const groupsSk = keys.groupsOfPerson('').sk;

const recordKeys = {
  PUB: keys.publication,
  WORK: keys.work,
  PERSON: keys.person,
  DUPLICATE: keys.duplicatePair,
  PROPOSAL: keys.proposal,
} as const;

/** DynamoDB's limit of 100 writes, minus those that raise the epochs of the list and of that of groups. */
const maxWeight = 98;
/** Leaves room for the record and its row. */
const maxStepWeight = 90;
/** A part of a large response may have 350 KB, and DynamoDB limits transactions to 4 MB. */
const largeItemWeight = 12;
const readsAtOnce = 12;

interface WeightedWrite {
  write: Write;
  weight: number;
}

/** A record with everything that belongs to it. */
interface Deletion {
  id: string;
  version: number;
  /** Undefined for works and people. */
  publication: PublicationRecord | undefined;
  /** The record, provided that it is unchanged since it was read, and its row. */
  record: Write[];
  /** Everything else, in the order of deletion: an alias after the items stored with it. */
  rest: (WeightedWrite & { alias?: string })[];
}

/**
 * Permanently deletes records with their list rows and everything that belongs to them. Each transaction raises the
 * list's epoch and deletes records together with their rows. Calls `count` after each with the number of records
 * deleted by it. Throws Contention if concurrent writes do not stop.
 */
export async function deleteRecords(
  collection: DeletableCollection,
  ids: readonly string[],
  count: (deleted: number) => void,
): Promise<void> {
  for (const group of packed(await findDeletions(collection, ids))) {
    await forgetJournalsOf(group);
    const isTooLarge = weightOf(group) > maxWeight;
    const failed = isTooLarge || (await transact((at) => deletionWrites(collection, group, at)));
    if (!failed) count(group.length);
    else for (const { id } of group) if (await deleteRecord(collection, id)) count(1);
  }
}

/**
 * Before the records, which alone tell what their sources said of journals. A publication that was merged is stored at its
 * former DOI.
 */
async function forgetJournalsOf(deletions: readonly Deletion[]): Promise<void> {
  const publications = deletions.flatMap(({ publication }) => publication ?? []);
  const aliases = publications.flatMap((publication) => publication.aliases);
  const merged = await inParallel(aliases, readsAtOnce, async (alias) => (await getMerged(alias))?.record ?? []);
  await inParallel([...publications, ...merged.flat()], readsAtOnce, (publication) =>
    forgetJournals(publication, new Date()),
  );
}

/** Deletes one record despite concurrent changes; false if it is already gone. */
async function deleteRecord(collection: DeletableCollection, id: string): Promise<boolean> {
  for (;;) {
    const outcome = await retryIfStale(`The record ${id}`, async () => {
      const [deletion] = await findDeletions(collection, [id]);
      if (!deletion) return 'gone';
      await forgetJournalsOf([deletion]);
      if (weightOf([deletion]) > maxWeight) return (await deletePart(collection, deletion)) ? 'part' : stale;
      const failed = await transact((at) => deletionWrites(collection, [deletion], at));
      return failed ? stale : 'deleted';
    });
    if (outcome !== 'part') return outcome === 'deleted';
  }
}

/**
 * Deletes a part of a record that does not fit into one transaction. The remainder stays consistent: the record names
 * no deleted aliases or responses, and its new version fails all writes prepared before.
 */
async function deletePart(collection: DeletableCollection, deletion: Deletion): Promise<boolean> {
  const { id, version, publication, rest } = deletion;
  const part: Deletion['rest'] = [];
  let weight = 0;
  for (const each of rest) {
    weight += each.weight;
    if (weight > maxStepWeight) break;
    part.push(each);
  }
  const writes = part.map(({ write }) => write);
  if (publication) {
    const deleted = new Set(part.map(({ alias }) => alias));
    const aliases = publication.aliases.filter((alias) => !deleted.has(alias));
    const left = {
      ...(publication.parts ? withoutBulk(publication) : publication),
      aliases,
      answer_hashes: {},
      version: version + 1,
    };
    // Unlike other writes, adds no copies in blocks and no note about its relations.
    const write = (stored: PublicationRecord) => ({
      writes: [{ Put: { Item: publicationItem(stored), ...ifUnchanged(publication) } }, ...writes],
      row: publicationRow(stored),
    });
    const also = (at: AttemptTime) => epochsOfGroups(writes, at);
    return (await transactWithRows([{ record: left, before: publication, write, also }])).outcome === 'saved';
  }
  const { ExpressionAttributeValues, ConditionExpression } = ifUnchanged({ version });
  const failed = await transact((at) => [
    {
      Update: {
        Key: recordKeys[collection](id),
        UpdateExpression: 'SET version = :next',
        ConditionExpression,
        ExpressionAttributeValues: { ...ExpressionAttributeValues, ':next': version + 1 },
      },
    },
    ...writes,
    ...epochsOfGroups(writes, at),
  ]);
  return !failed;
}

/** The part of a record that fits into one item; parts stored separately are deleted first. */
const withoutBulk = (publication: PublicationRecord): PublicationRecord => ({
  ...publication,
  original: { ...emptyBibliography, title: publication.original.title },
  orcid_bibliographies: {},
  enriched: null,
  enrichment: null,
  edits: {},
  parts: undefined,
});

/** The deletions of existing records. A record is read before its belongings, so its version covers them. */
async function findDeletions(collection: DeletableCollection, ids: readonly string[]): Promise<Deletion[]> {
  const publications = collection === 'PUB' ? await getPublications([...ids]) : undefined;
  if (collection === 'DUPLICATE') return rowDeletions(collection, [...(await getPairs(ids)).values()], linkKeys);
  if (collection === 'PROPOSAL') return rowDeletions(collection, await getProposals(ids), proposalLinkKeys);
  const items = publications ? [] : await getItems(ids.map(recordKeys[collection]));
  const read = new Map(items.map((item) => [String(item.pk), item]));
  const found = await inParallel(ids, readsAtOnce, async (id): Promise<Deletion[]> => {
    const publication = publications?.get(id);
    const Key = recordKeys[collection](id);
    const version = publications ? publication?.version : (read.get(Key.pk)?.version as number | undefined);
    const row = { Delete: { Key: listRowKey(collection, id) } };
    if (version === undefined) {
      // A row without a record is corrupt data that no write creates, and lists would show it for ever.
      if (!(await getItem(listRowKey(collection, id)))) return [];
      const absent = { ConditionCheck: { Key, ConditionExpression: 'attribute_not_exists(version)' } };
      return [{ id, version: 0, publication, record: [absent, row], rest: [] }];
    }
    const blocks = publication ? publication.blocks : StoredBlocks.default(null).parse(read.get(Key.pk)?.blocks);
    const name = recordName({ kind: publication ? 'publication' : 'work', id });
    const copies = blockWrites(name, undefined, blocks, null).map((write) => ({ write, weight: 1 }));
    const rest = [...copies, ...(await belongings(Key, publication))];
    const record: Write[] = [{ Delete: { Key, ...ifUnchanged({ version }) } }, row];
    const groups = { pk: Key.pk, sk: groupsSk };
    if (!rest.some(({ write }) => write.Delete?.Key?.pk === groups.pk && write.Delete.Key.sk === groups.sk)) {
      // Nobody may add some meanwhile.
      record.push({ ConditionCheck: { Key: groups, ConditionExpression: 'attribute_not_exists(pk)' } });
    }
    return [{ id, version, publication, record, rest }];
  });
  return found.flat();
}

/** The deletions of rows that have no record, such as pairs, with the links to them. */
const rowDeletions = <R extends { id: string; version: number }>(
  collection: DeletableCollection,
  rows: readonly R[],
  linksTo: (row: R) => Key[],
): Deletion[] =>
  rows.map((row) => ({
    id: row.id,
    version: row.version,
    publication: undefined,
    record: [{ Delete: { Key: recordKeys[collection](row.id), ...ifUnchanged(row) } }],
    rest: linksTo(row).map((Key) => ({ write: { Delete: { Key } }, weight: 1 })),
  }));

/**
 * Everything of a record except itself and its row: the rest of its partition, its marks, and its aliases with theirs.
 */
async function belongings(record: Key, publication: PublicationRecord | undefined): Promise<Deletion['rest']> {
  const marks = publication ? relatedMarks(publication) : [];
  const own = [...(await besideRecord(record)), ...marks.map((Key) => ({ write: { Delete: { Key } }, weight: 1 }))];
  if (!publication || publication.aliases.length === 0) return own;
  const { doi, aliases } = publication;
  // The aliases of a merged publication lead to its DOI, which is itself an alias.
  const targets = new Set([doi, ...aliases]);
  const found = await getItems(aliases.map(keys.publication));
  const items = found.filter(({ canonical }) => targets.has(String(canonical)));
  const ofAliases = await inParallel(items, readsAtOnce, async (item) => {
    const alias = String(item.doi);
    const Key = keys.publication(alias);
    const condition = {
      ConditionExpression: 'canonical = :doi',
      ExpressionAttributeValues: { ':doi': item.canonical },
    };
    return [...(await besideRecord(Key)), { write: { Delete: { Key, ...condition } }, weight: 1, alias }];
  });
  return [...own, ...ofAliases.flat()];
}

/** The other items of a record's partition. The pointer to an active job stays, because the job needs it to end. */
async function besideRecord({ pk, sk: recordSk }: Key): Promise<WeightedWrite[]> {
  const items = query({
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk',
    ProjectionExpression: 'sk, parts, active, id, version, staff_id',
    ExpressionAttributeValues: { ':pk': pk },
  });
  const writes: WeightedWrite[] = [];
  for await (const item of items) {
    if (item.sk === recordSk) continue;
    const Key = { pk, sk: String(item.sk) };
    if (Key.sk === groupsSk) writes.push(...groupDeletions(Key, item));
    else if (Key.sk !== latestJobSk) writes.push({ write: { Delete: { Key } }, weight: weightOfItem(item) });
    else if (item.active === false) {
      const condition = { ConditionExpression: 'active = :no', ExpressionAttributeValues: { ':no': false } };
      writes.push({ write: { Delete: { Key, ...condition } }, weight: 1 });
    }
  }
  return writes;
}

/** The deletions of the memberships of a person, or the groups by hand of an output, with the row and the staff id. */
function groupDeletions(Key: Key, { id, version, staff_id }: Item): WeightedWrite[] {
  const isPerson = Key.pk === keys.groupsOfPerson(String(id)).pk;
  const row = isPerson ? keys.groupMemberRow(String(id)) : keys.groupOutputRow(String(id));
  const writes: Write[] = [
    { Delete: { Key, ...ifUnchanged({ version: Number(version) }) } },
    { Delete: { Key: row } },
    ...(isPerson && staff_id ? [{ Delete: { Key: keys.personOfStaff(String(staff_id)) } }] : []),
  ];
  return writes.map((write) => ({ write, weight: 1 }));
}

/** The writes that tell the readers of lists of groups that rows were deleted. */
const epochsOfGroups = (writes: readonly Write[], at: AttemptTime): Write[] =>
  (['GROUP_MEMBER', 'GROUP_OUTPUT'] as const)
    .filter((collection) => writes.some(({ Delete }) => isRowOf(collection, Delete?.Key)))
    .map((collection) => raiseEpoch(collection, at));

const isRowOf = (collection: Collection, Key: Record<string, unknown> | undefined) =>
  Key !== undefined && Key.pk === listRowKey(collection, String(Key.sk)).pk;

const weightOfItem = ({ parts }: Item) => (Number(parts) > 1 ? largeItemWeight : 1);

const deletionWrites = (collection: DeletableCollection, deletions: readonly Deletion[], at: AttemptTime): Write[] => [
  ...deletions.flatMap(({ id, record, rest }) => [
    ...record,
    ...rest.map(({ write }) => write),
    ...markDeleted(listRowKey(collection, id), at),
  ]),
  raiseEpoch(collection, at),
  ...epochsOfGroups(
    deletions.flatMap(({ rest }) => rest.map(({ write }) => write)),
    at,
  ),
];

/** With the mark of each. */
const weightOf = (deletions: readonly Deletion[]) =>
  deletions
    .flatMap(({ record, rest }) => [record.length + 1, ...rest.map(({ weight }) => weight)])
    .reduce((a, b) => a + b, 0);

/** Groups of deletions that each fit into one transaction. One that is too large forms its own group. */
function packed(deletions: readonly Deletion[]): Deletion[][] {
  const groups: Deletion[][] = [];
  for (const deletion of deletions) {
    const last = groups.at(-1);
    if (last && weightOf([...last, deletion]) <= maxWeight) last.push(deletion);
    else groups.push([deletion]);
  }
  return groups;
}
