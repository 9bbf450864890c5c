import { createHash } from 'node:crypto';
import * as z from 'zod';
import {
  type ComparedRecord,
  DuplicatePair,
  duplicatePairShape,
  pairStatuses,
  recordName,
  recordsOf,
} from '#src/records/likeness/pair.ts';
import { firstItems } from '#src/table/first-items.ts';
import { keys } from '#src/table/keys.ts';
import { type RewriteResult, rewriteRecord } from '#src/table/rewrite.ts';
import {
  type AttemptTime,
  getItem,
  getItems,
  type Item,
  ifUnchanged,
  type Key,
  queryAll,
  transact,
  type Write,
} from '#src/table/table.ts';

/** A link from one of the records to their pair. */
export const DuplicateLink = z.object({
  sk: z.string(),
  /** The name of the other record. */
  other: z.string(),
  status: z.enum(pairStatuses),
  score: z.int(),
});
export interface DuplicateLink extends Omit<z.output<typeof DuplicateLink>, 'sk'> {
  pairId: string;
}

/** Pairs read per record after a write. */
const maxLinks = 40;

/** The id of the pair of two records, in either order. */
export function pairId(one: ComparedRecord, other: ComparedRecord): string {
  const names = [recordName(one), recordName(other)].sort();
  return createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 32);
}

/** A pair, or undefined. */
export async function getPair(id: string): Promise<DuplicatePair | undefined> {
  const item = await getItem(keys.duplicatePair(id));
  return item && DuplicatePair.parse(item);
}

/** The existing pairs with these ids. */
export async function getPairs(ids: readonly string[]): Promise<Map<string, DuplicatePair>> {
  const pairs = (await getItems(ids.map(keys.duplicatePair))).map((item) => DuplicatePair.parse(item));
  return new Map(pairs.map((pair) => [pair.id, pair]));
}

/** The pairs of a publication or work, at most 40. */
export async function linksOf(record: ComparedRecord): Promise<DuplicateLink[]> {
  const pk = partitionOf(record);
  return ((await firstItems([pk], maxLinks)).get(pk) ?? []).map(linkIn);
}

/** All pairs of a publication or work. */
export async function allLinksOf(record: ComparedRecord): Promise<DuplicateLink[]> {
  const links = await queryAll({
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': partitionOf(record) },
  });
  return links.map(linkIn);
}

const partitionOf = (record: ComparedRecord) => keys.duplicateLink(recordName(record), '').pk;

function linkIn(item: Item): DuplicateLink {
  const { sk, ...link } = DuplicateLink.parse(item);
  return { pairId: sk, ...link };
}

/** The keys of the links to a pair. */
export const linkKeys = (pair: DuplicatePair): Key[] =>
  recordsOf(pair).map((record) => keys.duplicateLink(recordName(record), pair.id));

/** The writes of a pair and the links to it, provided that it is unchanged since it was read. */
export function pairWrites(pair: DuplicatePair, before: DuplicatePair | undefined, at: AttemptTime): Write[] {
  const [one, other] = recordsOf(pair);
  const { status, score } = pair;
  const link = (record: ComparedRecord, to: ComparedRecord): Write => ({
    Put: { Item: { ...keys.duplicateLink(recordName(record), pair.id), other: recordName(to), status, score } },
  });
  const Item = { ...keys.duplicatePair(pair.id), ...pair, changed: at, shape: duplicatePairShape };
  return [{ Put: { Item, ...ifUnchanged(before) } }, link(one, other), link(other, one)];
}

/** Writes a pair; false if it has changed since it was read, or already exists. */
export async function savePair(pair: DuplicatePair, before: DuplicatePair | undefined): Promise<boolean> {
  return (await transact((at) => pairWrites(pair, before, at))) === undefined;
}

/** Rewrites a pair of an older shape, with the links to it, and returns the result. */
export function rewritePair(id: string): Promise<RewriteResult> {
  return rewriteRecord(keys.duplicatePair(id), duplicatePairShape, {
    parse: (item) => DuplicatePair.parse(item),
    save: savePair,
  });
}
