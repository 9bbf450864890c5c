import { createHash } from 'node:crypto';
import * as z from 'zod';
import { PublicationRecord, publicationShape, rowOf, withdrawnAt } from '../domain/publication.ts';
import { compress, decompress } from './compressed.ts';
import { keys } from './keys.ts';
import { putRow, touchRow } from './list-rows.ts';
import {
  getItem,
  getItems,
  type Item,
  ifUnchanged,
  type Key,
  putItem,
  type Rewriting,
  rewriteRecord,
  transact,
  updateIf,
  type Write,
} from './table.ts';

/** What stands under the key of a DOI: the publication, or the way to it. */
export const PublicationItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('publication'),
    doi: z.string(),
    version: z.int(),
    /** Of a fetch that brought nothing new since the body was written. */
    last_fetched_at: z.int().optional(),
    body: z.instanceof(Uint8Array),
  }),
  z.object({ kind: z.literal('alias'), doi: z.string(), canonical: z.string() }),
]);

/** A part stays well under DynamoDB's 400 KB an item. */
const partBytes = 350 * 1024;

/** With the other writes, a transaction stays under DynamoDB's 100. */
const aliasesAtOnce = 80;

/** The publication a canonical or alias DOI leads to, whatever its visibility; undefined when the DOI is unknown. */
export async function getPublication(doi: string): Promise<PublicationRecord | undefined> {
  const stored = await getStored(doi);
  if (stored?.kind !== 'alias') return stored && recordOf(stored);
  const target = await getStored(stored.canonical);
  return target?.kind === 'publication' ? recordOf(target) : undefined;
}

/** The publications of these canonical DOIs, whatever their visibility, by DOI; unknown DOIs and aliases have none. */
export async function getPublications(dois: string[]): Promise<Map<string, PublicationRecord>> {
  const found = new Map<string, PublicationRecord>();
  for (const item of await getItems(dois.map(keys.publication))) {
    const stored = PublicationItem.parse(item);
    if (stored.kind === 'publication') found.set(stored.doi, recordOf(stored));
  }
  return found;
}

/** For each of these DOIs that the registry knows, the canonical DOI of its publication. */
export async function canonicalDois(dois: string[]): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  for (const item of await getItems(dois.map(keys.publication))) {
    const stored = PublicationItem.parse(item);
    known.set(stored.doi, stored.kind === 'alias' ? stored.canonical : stored.doi);
  }
  return known;
}

/**
 * Writes a publication, its list row and its aliases, with what else must happen at the same time. `before` is the
 * record it was made from, as it was read: it also says since when the publication is not public. `stale`: somebody else
 * wrote first, or one of the DOIs has become another publication's; read again. `refused`: a condition of the other
 * writes failed. More new aliases than one transaction holds come in several, each a complete publication with some of
 * them; the last has the others, so that whoever is interrupted does all of it again.
 */
export async function savePublication(
  record: PublicationRecord,
  before: PublicationRecord | undefined,
  others: Write[],
): Promise<'saved' | 'stale' | 'refused'> {
  const aliases = record.aliases.filter((alias) => !before?.aliases.includes(alias));
  if (aliases.length > aliasesAtOnce) {
    const later = new Set(aliases.slice(aliasesAtOnce));
    const first = {
      ...record,
      aliases: record.aliases.filter((alias) => !later.has(alias)),
      withdrawn_at: withdrawnAt(before, record, Date.now()),
    };
    const saved = await savePublication(first, before, []);
    return saved === 'saved' ? savePublication({ ...record, version: record.version + 1 }, first, others) : saved;
  }
  const failed = await transact(() => {
    const stored = { ...record, withdrawn_at: withdrawnAt(before, record, Date.now()) };
    return [
      ...others,
      { Put: { Item: publicationItem(stored), ...ifUnchanged(before) } },
      putRow(publicationRow(stored)),
      ...aliases.map((alias) => putAlias(alias, record.doi)),
    ];
  });
  if (!failed) return 'saved';
  return [...failed.keys()].some((index) => index < others.length) ? 'refused' : 'stale';
}

/**
 * Keeps that a publication was fetched and is what it was: in two small writes, since a whole record in a transaction
 * costs several times as much. Whoever is not told that both are made has to make both again. A record of an older shape is
 * written as a whole. False when somebody has written the publication since it was read.
 */
export async function touchPublication(record: PublicationRecord, now: Date): Promise<boolean> {
  const { doi, version } = record;
  const isAsRead = await updateIf({
    Key: keys.publication(doi),
    UpdateExpression: 'SET last_fetched_at = :now, version = :next',
    ConditionExpression: 'version = :read AND shape = :shape',
    ExpressionAttributeValues: {
      ':now': now.getTime(),
      ':next': version + 1,
      ':read': version,
      ':shape': publicationShape,
    },
  });
  if (!isAsRead) {
    const fetched = { ...record, last_fetched_at: now.getTime(), version: version + 1 };
    return (await savePublication(fetched, record, [])) === 'saved';
  }
  // No more than this of the row: whoever has hidden the publication meanwhile has written the rest of it.
  await touchRow(keys.publicationRow(doi), now.getTime());
  return true;
}

/** Writes a publication of an older shape, and its list row, in the current one; it says what it did. */
export function rewritePublication(doi: string): Promise<Rewriting> {
  return rewriteRecord(keys.publication(doi), publicationShape, {
    parse: (item) => {
      const stored = PublicationItem.parse(item);
      return stored.kind === 'publication' ? recordOf(stored) : undefined;
    },
    save: async (record, before) => (await savePublication(record, before, [])) === 'saved',
  });
}

/**
 * Keeps a source's answer as it came, so that a record can be made anew without asking again. Returns its hash; an
 * answer whose hash is `knownHash` is already there.
 */
export async function keepAnswer(doi: string, source: string, raw: unknown, knownHash?: string): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(raw)).digest('base64url');
  if (hash === knownHash) return hash;
  const body = compress(raw);
  for (let part = 0; part * partBytes < body.length; part++) {
    const Item = {
      ...keys.sourceAnswer(doi, source, part),
      parts: Math.ceil(body.length / partBytes),
      hash,
      body: body.subarray(part * partBytes, (part + 1) * partBytes),
    };
    await putItem(Item);
  }
  return hash;
}

async function getStored(doi: string): Promise<z.output<typeof PublicationItem> | undefined> {
  const item = await getItem(keys.publication(doi));
  return item && PublicationItem.parse(item);
}

/** The publication in an item; what `touchPublication` changes stands beside the body. */
function recordOf({
  body,
  version,
  last_fetched_at,
}: Extract<z.output<typeof PublicationItem>, { kind: 'publication' }>) {
  const record = PublicationRecord.parse(decompress(body));
  return { ...record, version, last_fetched_at: last_fetched_at ?? record.last_fetched_at };
}

/** The item of a publication. */
export function publicationItem(record: PublicationRecord): Item {
  const { doi, version } = record;
  const body = compress(record);
  return { ...keys.publication(doi), kind: 'publication', doi, version, shape: publicationShape, body };
}

/** The list row of a publication. */
export function publicationRow(record: PublicationRecord): Key & ReturnType<typeof rowOf> {
  return { ...rowOf(record), ...keys.publicationRow(record.doi) };
}

function putAlias(alias: string, canonical: string): Write {
  return {
    Put: {
      Item: { ...keys.publication(alias), kind: 'alias', doi: alias, canonical },
      ConditionExpression: 'attribute_not_exists(pk) OR canonical = :canonical',
      ExpressionAttributeValues: { ':canonical': canonical },
    },
  };
}
