import { createHash } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { PublicationRecord, rowOf, withdrawnAt } from '../domain/publication.ts';
import { compress, decompress } from './compressed.ts';
import { keys } from './keys.ts';
import { putRow } from './list-rows.ts';
import { db, getItem, getItems, type Item, ifUnchanged, type Key, tableName, transact, type Write } from './table.ts';

/** What stands under the key of a DOI: the publication, or the way to it. */
const Stored = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('publication'), doi: z.string(), body: z.instanceof(Uint8Array) }),
  z.object({ kind: z.literal('alias'), doi: z.string(), canonical: z.string() }),
]);

/** A part stays well under DynamoDB's 400 KB an item. */
const partBytes = 350 * 1024;

/** The publication a canonical or alias DOI leads to, whatever its visibility; undefined when the DOI is unknown. */
export async function getPublication(doi: string): Promise<PublicationRecord | undefined> {
  const stored = await getStored(doi);
  if (stored?.kind !== 'alias') return stored && PublicationRecord.parse(decompress(stored.body));
  const target = await getStored(stored.canonical);
  return target?.kind === 'publication' ? PublicationRecord.parse(decompress(target.body)) : undefined;
}

/**
 * The publications of these canonical DOIs, whatever their visibility, by DOI; unknown DOIs and aliases have none. At
 * most 100.
 */
export async function getPublications(dois: string[]): Promise<Map<string, PublicationRecord>> {
  const found = new Map<string, PublicationRecord>();
  for (const item of await getItems(dois.map(keys.publication))) {
    const stored = Stored.parse(item);
    if (stored.kind === 'publication') found.set(stored.doi, PublicationRecord.parse(decompress(stored.body)));
  }
  return found;
}

/** For each of these DOIs that the registry knows, the canonical DOI of its publication. At most 100. */
export async function canonicalDois(dois: string[]): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  for (const item of await getItems(dois.map(keys.publication))) {
    const stored = Stored.parse(item);
    known.set(stored.doi, stored.kind === 'alias' ? stored.canonical : stored.doi);
  }
  return known;
}

/**
 * Writes a publication, its list row and its aliases, with what else must happen at the same time. `before` is the
 * record it was made from. `stale`: somebody else wrote first, or one of the DOIs has become another publication's;
 * read again. `refused`: a condition of the other writes failed.
 */
export async function savePublication(
  record: PublicationRecord,
  before: PublicationRecord | undefined,
  others: Write[],
): Promise<'saved' | 'stale' | 'refused'> {
  const aliases = record.aliases.filter((alias) => !before?.aliases.includes(alias));
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
    await db.send(new PutCommand({ TableName: tableName(), Item }));
  }
  return hash;
}

async function getStored(doi: string): Promise<z.output<typeof Stored> | undefined> {
  const item = await getItem(keys.publication(doi));
  return item && Stored.parse(item);
}

/** The item of a publication. */
export function publicationItem(record: PublicationRecord): Item {
  const { doi, version } = record;
  return { ...keys.publication(doi), kind: 'publication', doi, version, body: compress(record) };
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
