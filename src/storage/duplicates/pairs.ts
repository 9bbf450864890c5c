import { createHash } from 'node:crypto';
import * as z from 'zod';
import {
  DuplicatePair,
  duplicatePairShape,
  type Member,
  memberName,
  membersOf,
  pairStatuses,
} from '../../domain/duplicates/pair.ts';
import { keys } from '../keys.ts';
import {
  getItem,
  getItems,
  ifUnchanged,
  type Key,
  query,
  type RewriteResult,
  rewriteRecord,
  transact,
  type Write,
} from '../table.ts';

/** A pair as each of its members leads to it. */
export const DuplicateLink = z.object({
  sk: z.string(),
  /** The name of the other member. */
  other: z.string(),
  status: z.enum(pairStatuses),
  score: z.int(),
});
export interface DuplicateLink extends Omit<z.output<typeof DuplicateLink>, 'sk'> {
  pairId: string;
}

/** So many of its pairs are read of a member after a write. */
const maxLinks = 40;

/** The id of the pair of two members, which is the same in either order. */
export function pairId(one: Member, other: Member): string {
  const names = [memberName(one), memberName(other)].sort();
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
export const linksOf = (member: Member): Promise<DuplicateLink[]> => readLinks(member, maxLinks);

/** All pairs of a publication or work. */
export const allLinksOf = (member: Member): Promise<DuplicateLink[]> => readLinks(member);

async function readLinks(member: Member, limit?: number): Promise<DuplicateLink[]> {
  const links: DuplicateLink[] = [];
  const items = query({
    ConsistentRead: true,
    ...(limit !== undefined && { Limit: limit }),
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.duplicateLink(memberName(member), '').pk },
  });
  for await (const item of items) {
    const { sk, ...link } = DuplicateLink.parse(item);
    links.push({ pairId: sk, ...link });
    if (links.length === limit) break;
  }
  return links;
}

/** The keys of the links to a pair. */
export const linkKeys = (pair: DuplicatePair): Key[] =>
  membersOf(pair).map((member) => keys.duplicateLink(memberName(member), pair.id));

/**
 * The writes of a pair and the links to it, on the condition that it is as it was read. They are part of a transaction, so
 * create them immediately before it.
 */
export function pairWrites(pair: DuplicatePair, before: DuplicatePair | undefined): Write[] {
  const [one, other] = membersOf(pair);
  const { status, score } = pair;
  const link = (of: Member, to: Member): Write => ({
    Put: { Item: { ...keys.duplicateLink(memberName(of), pair.id), other: memberName(to), status, score } },
  });
  const Item = { ...keys.duplicatePair(pair.id), ...pair, changed: Date.now(), shape: duplicatePairShape };
  return [{ Put: { Item, ...ifUnchanged(before) } }, link(one, other), link(other, one)];
}

/** Writes a pair; false if it has changed since it was read, or exists already. */
export async function savePair(pair: DuplicatePair, before: DuplicatePair | undefined): Promise<boolean> {
  return (await transact(() => pairWrites(pair, before))) === undefined;
}

/** Rewrites a pair of an older shape, and the links to it, in the current one, and returns the result. */
export function rewritePair(id: string): Promise<RewriteResult> {
  return rewriteRecord(keys.duplicatePair(id), duplicatePairShape, {
    parse: (item) => DuplicatePair.parse(item),
    save: savePair,
  });
}
