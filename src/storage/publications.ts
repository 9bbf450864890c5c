import * as z from 'zod';
import { comparablePublication } from '../domain/duplicates/comparable.ts';
import { memberName } from '../domain/duplicates/pair.ts';
import { PersonRecord } from '../domain/person.ts';
import { PublicationRecord, rowOf } from '../domain/publication.ts';
import { publicationShape } from '../domain/publication-row.ts';
import { withdrawalTime } from '../domain/publicity.ts';
import { decodePercent, parseDoi } from '../domain/values/doi.ts';
import { compress, decompress } from './compressed.ts';
import { blockWrites, storedBlocks } from './duplicate-blocks.ts';
import { keys } from './keys.ts';
import { touchRow, transactWithRow } from './list-rows.ts';
import { ifPersonExists } from './people.ts';
import { relatingWrite } from './relations.ts';
import {
  getItem,
  getItems,
  type Item,
  ifUnchanged,
  type Key,
  type RewriteResult,
  rewriteRecord,
  updateIf,
  type Write,
} from './table.ts';

/** The item under the key of a DOI: the publication, or an alias that refers to it. */
export const PublicationItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('publication'),
    doi: z.string(),
    version: z.int(),
    /** The time of the last fetch, if it changed nothing in the body. */
    last_fetched_at: z.int().optional(),
    body: z.instanceof(Uint8Array),
  }),
  z.object({ kind: z.literal('alias'), doi: z.string(), canonical: z.string() }),
]);

/**
 * The new aliases and researchers of one transaction. Leaves room for other writes below DynamoDB's limit of 100 per
 * transaction.
 */
const partsAtOnce = 80;

/**
 * An alias of a merged publication leads to that one's DOI, which is an alias itself. So many merges, one after the other,
 * can be followed.
 */
export const maxAliasDepth = 8;

/** The publication with a canonical or alias DOI, even if hidden or deleted; undefined if the DOI is unknown. */
export async function getPublication(doi: string): Promise<PublicationRecord | undefined> {
  let stored = await getStored(doi);
  for (let depth = 0; stored?.kind === 'alias' && depth <= maxAliasDepth; depth++)
    stored = await getStored(stored.canonical);
  return stored?.kind === 'publication' ? recordOf(stored) : undefined;
}

/**
 * The publication with a DOI as people write it, or undefined. Clients may encode it twice or append a slash, but a DOI
 * may also contain escapes or end with a slash: it is looked up as received first, then decoded and without the slash.
 */
export async function findPublication(written: string): Promise<PublicationRecord | undefined> {
  for (const doi of doisIn(written)) {
    const found = await getPublication(doi);
    if (found) return found;
  }
  return undefined;
}

/** The publications with these DOIs, each as in `findPublication`; undefined for unknown ones. */
export async function findPublications(written: readonly string[]): Promise<(PublicationRecord | undefined)[]> {
  const wanted = written.map(doisIn);
  const known = await publicationsByDoi(wanted.flat());
  return wanted.map((dois) => dois.map((doi) => known.get(doi)).find(Boolean));
}

/** The publication that each of these canonical or alias DOIs leads to. Unknown ones are missing. */
export async function publicationsByDoi(dois: readonly string[]): Promise<Map<string, PublicationRecord>> {
  const stored = await resolve(dois);
  const records = new Map<string, PublicationRecord>();
  const found = new Map<string, PublicationRecord>();
  for (const doi of dois) {
    const item = targetOf(doi, stored);
    if (!item) continue;
    const record = records.get(item.doi) ?? recordOf(item);
    records.set(item.doi, record);
    found.set(doi, record);
  }
  return found;
}

type Stored = z.output<typeof PublicationItem>;

/** The items of these DOIs and of all that they lead to. */
async function resolve(dois: readonly string[]): Promise<Map<string, Stored>> {
  const stored = new Map<string, Stored>();
  let wanted = dois;
  for (let depth = 0; wanted.length > 0 && depth <= maxAliasDepth + 1; depth++) {
    const found = (await getItems(wanted.map(keys.publication))).map((item) => PublicationItem.parse(item));
    for (const item of found) stored.set(item.doi, item);
    wanted = found.flatMap((item) => (item.kind === 'alias' && !stored.has(item.canonical) ? [item.canonical] : []));
  }
  return stored;
}

/** The publication that a DOI leads to. */
function targetOf(
  doi: string,
  stored: ReadonlyMap<string, Stored>,
): Extract<Stored, { kind: 'publication' }> | undefined {
  let item = stored.get(doi);
  for (let depth = 0; item?.kind === 'alias' && depth <= maxAliasDepth; depth++) item = stored.get(item.canonical);
  return item?.kind === 'publication' ? item : undefined;
}

/** The DOIs that a text may mean, most likely first. */
function doisIn(written: string): string[] {
  // Some proxies merge slashes.
  const text = written.replace(/^(https?:)\/(?!\/)/i, '$1//');
  const decoded = decodePercent(text);
  const forms = [text, text.replace(/\/$/, '')].map((form) => parseDoi(form));
  const decodedForms = [decoded, decoded.replace(/\/$/, '')].map((form) => parseDoi(form, true));
  return [...new Set([forms[0], decodedForms[0], forms[1], decodedForms[1]])].filter((doi) => doi !== undefined);
}

/** Publications by canonical DOI, even if hidden or deleted. Unknown DOIs and aliases are missing. */
export async function getPublications(dois: string[]): Promise<Map<string, PublicationRecord>> {
  const found = new Map<string, PublicationRecord>();
  for (const item of await getItems(dois.map(keys.publication))) {
    const stored = PublicationItem.parse(item);
    if (stored.kind === 'publication') found.set(stored.doi, recordOf(stored));
  }
  return found;
}

/** Publications by canonical DOI and people by iD, in one batch read. Unknown ones are missing. */
export async function getPublicationsAndPeople(dois: string[], orcids: string[]) {
  const publications = new Map<string, PublicationRecord>();
  const people = new Map<string, PersonRecord>();
  for (const item of await getItems([...dois.map(keys.publication), ...orcids.map(keys.person)])) {
    if (!('kind' in item)) {
      const person = PersonRecord.parse(item);
      people.set(person.orcid, person);
      continue;
    }
    const stored = PublicationItem.parse(item);
    if (stored.kind === 'publication') publications.set(stored.doi, recordOf(stored));
  }
  return { publications, people };
}

/** The canonical DOI of each known DOI. */
export async function canonicalDois(dois: string[]): Promise<Map<string, string>> {
  const stored = await resolve(dois);
  const known = new Map<string, string>();
  for (const doi of dois) {
    let item = stored.get(doi);
    if (!item) continue;
    let canonical = doi;
    for (let depth = 0; item?.kind === 'alias' && depth <= maxAliasDepth; depth++) {
      canonical = item.canonical;
      item = stored.get(canonical);
    }
    known.set(doi, canonical);
  }
  return known;
}

/**
 * Writes a publication, its list row, its aliases and `others` in one transaction. If others may be related to it, call
 * `relateSaved` afterwards; a note in the transaction makes sure that it happens. `before` is the record that was read.
 * `stale`: the publication was changed concurrently, or a DOI now belongs to another one; read again. `refused`: a
 * condition of `others` failed, or one of `linked`, the new researchers who must exist, does not. If there are too many
 * new aliases and researchers, several transactions each store a complete publication with some of them. `others` are in
 * the last one, so that an interrupted save is repeated as a whole.
 */
export async function savePublication(
  record: PublicationRecord,
  before: PublicationRecord | undefined,
  others: Write[],
  linked: readonly string[] = [],
): Promise<'saved' | 'stale' | 'refused'> {
  const aliases = record.aliases.filter((alias) => !before?.aliases.includes(alias));
  if (aliases.length + linked.length > partsAtOnce) {
    const later = new Set([...aliases, ...linked].slice(partsAtOnce));
    const part = {
      ...record,
      aliases: record.aliases.filter((alias) => !later.has(alias)),
      researchers: record.researchers.filter(({ orcid }) => !later.has(orcid)),
      withdrawn_at: withdrawalTime(before, record, Date.now()),
    };
    const first = { ...part, blocks: storedBlocks(comparablePublication(part)) };
    const [now, then] = [linked.filter((orcid) => !later.has(orcid)), linked.filter((orcid) => later.has(orcid))];
    const saved = await savePublication(first, before, [], now);
    return saved === 'saved' ? savePublication({ ...record, version: record.version + 1 }, first, others, then) : saved;
  }
  const conditional = [...others, ...linked.map(ifPersonExists)];
  const relating = relatingWrite(record, before, Date.now());
  const failed = await transactWithRow(record, before, (stored) => ({
    writes: [
      ...conditional,
      ...publicationWrites(stored, before),
      ...aliases.map((alias) => putAlias(alias, record.doi)),
      ...(relating ? [relating] : []),
    ],
    row: publicationRow(stored),
  }));
  if (!failed) return 'saved';
  return [...failed.keys()].some((index) => index < conditional.length) ? 'refused' : 'stale';
}

/**
 * Updates the fetch time of an unchanged publication and its row, in two small writes, because a transaction with the
 * whole record costs several times as much. If it throws, call it again. A record of an older shape is written whole.
 * False if the publication has changed since it was read.
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
  // Only this field of the row, because a concurrent write may have changed the others.
  await touchRow(keys.publicationRow(doi), now.getTime());
  return true;
}

/** Rewrites a publication of an older shape, and its list row, in the current one, and returns the result. */
export function rewritePublication(doi: string): Promise<RewriteResult> {
  return rewriteRecord(keys.publication(doi), publicationShape, {
    parse: (item) => {
      const stored = PublicationItem.parse(item);
      return stored.kind === 'publication' ? recordOf(stored) : undefined;
    },
    save: async (record, before) => (await savePublication(record, before, [])) === 'saved',
  });
}

async function getStored(doi: string): Promise<Stored | undefined> {
  const item = await getItem(keys.publication(doi));
  return item && PublicationItem.parse(item);
}

/** The publication in an item. The fields that `touchPublication` changes are stored beside the body. */
function recordOf({ body, version, last_fetched_at }: Extract<Stored, { kind: 'publication' }>) {
  const record = PublicationRecord.parse(decompress(body));
  return { ...record, version, last_fetched_at: last_fetched_at ?? record.last_fetched_at };
}

/**
 * The writes of a publication and of its copies in blocks, without its row and aliases. `condition`: by default, that it is
 * as it was read.
 */
export function publicationWrites(
  record: PublicationRecord,
  before: PublicationRecord | undefined,
  condition: { ConditionExpression: string; ExpressionAttributeValues?: Item } = ifUnchanged(before),
): Write[] {
  const comparable = comparablePublication(record);
  const blocks = storedBlocks(comparable);
  const member = memberName({ kind: 'publication', id: record.doi });
  return [
    { Put: { Item: publicationItem({ ...record, blocks }), ...condition } },
    ...blockWrites(member, comparable, before?.blocks, blocks),
  ];
}

/** The condition that a publication is as it was read, for a transaction that does not write it. */
export function ifPublicationUnchanged(record: PublicationRecord): Write {
  return { ConditionCheck: { Key: keys.publication(record.doi), ...ifUnchanged(record) } };
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
