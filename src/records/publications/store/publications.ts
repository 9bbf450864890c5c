import type * as z from 'zod';
import { log } from '#src/runtime/log.ts';
import { keys } from '#src/table/keys.ts';
import { type RewriteResult, rewriteRecord } from '#src/table/rewrite.ts';
import {
  getItem,
  getItems,
  type Item,
  ifUnchanged,
  updateIf,
  type Write,
  type Writes,
  writesAt,
} from '#src/table/table.ts';
import { decodePercent, parseDoi } from '#src/vocabulary/identifiers/doi.ts';
import { comparablePublication } from '../../likeness/comparable.ts';
import { recordName } from '../../likeness/pair.ts';
import { PersonRecord } from '../../people/person.ts';
import { ifPersonExists } from '../../people/store/people.ts';
import {
  type RecordWrite,
  type Saved,
  touchRow,
  transactWithRows,
  type Unchanged,
  unchangedBy,
} from '../../store/list-rows.ts';
import type { WorkRecord } from '../../works/work.ts';
import { PublicationRecord } from '../publication.ts';
import type { Withdrawable } from '../publicity.ts';
import { PublicationRow, publicationShape } from '../row.ts';
import { rowOf } from '../row-of.ts';
import { decompress, dropParts, readCompressedParts, stage } from './compressed.ts';
import { blockWrites, storedBlocks } from './duplicate-blocks.ts';
import { PublicationItem, publicationItem, publicationRow, putAlias, shownInLists } from './items.ts';
import { newAliases, relatingWrite } from './relations.ts';
import { type WorkChange, workParts } from './works.ts';

/** The new aliases and researchers in one transaction. Leaves room for other writes below DynamoDB's limit of 100. */
const partsAtOnce = 80;

/**
 * An alias of a merged publication leads to that one's DOI, which is itself an alias. This many successive merges can
 * be followed.
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
 * The publication with a DOI as written by a client, or undefined. Clients may encode it twice or append a slash, but a
 * DOI may also contain escapes or end with a slash: it is looked up as received first, then decoded and without the
 * slash.
 */
export async function findPublication(written: string): Promise<PublicationRecord | undefined> {
  for (const doi of doisIn(written)) {
    const found = await getPublication(doi);
    if (found) return found;
  }
  return undefined;
}

/** A publication that was found. Decoded only when needed, because many large ones do not fit in memory together. */
export interface FoundPublication {
  doi: string;
  /** Whether it is stored in parts. Changing it takes up to a second of processor time. */
  isLarge: boolean;
  /** Undefined if it has been permanently deleted. */
  decode(): Promise<PublicationRecord | undefined>;
}

/** Like `findPublications`, without decoding. */
export async function locatePublications(written: readonly string[]): Promise<(FoundPublication | undefined)[]> {
  const wanted = written.map(doisIn);
  const stored = await resolve(wanted.flat());
  return wanted.map((dois) => {
    const item = dois.map((doi) => targetOf(doi, stored)).find(Boolean);
    return item && { doi: item.doi, isLarge: item.parts !== undefined, decode: () => recordOf(item) };
  });
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
    const record = records.get(item.doi) ?? (await recordOf(item));
    if (!record) continue;
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
function targetOf(doi: string, stored: ReadonlyMap<string, Stored>): StoredPublication | undefined {
  let item = stored.get(doi);
  for (let depth = 0; item?.kind === 'alias' && depth <= maxAliasDepth; depth++) item = stored.get(item.canonical);
  return item?.kind === 'publication' ? item : undefined;
}

/** The DOIs that a text may stand for, most likely first. */
function doisIn(written: string): string[] {
  // Some proxies merge slashes.
  const text = written.replace(/^(https?:)\/(?!\/)/i, '$1//');
  const decoded = decodePercent(text);
  const forms = [text, text.replace(/\/$/, '')].map((form) => parseDoi(form));
  const decodedForms = [decoded, decoded.replace(/\/$/, '')].map((form) => parseDoi(form, true));
  return [...new Set([forms[0], decodedForms[0], forms[1], decodedForms[1]])].filter((doi) => doi !== undefined);
}

/** Publications by canonical DOI, even if hidden or deleted. Unknown DOIs and aliases are missing. */
export const getPublications = async (dois: string[]): Promise<Map<string, PublicationRecord>> =>
  (await getPublicationsAndPeople(dois, [])).publications;

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
    const record = stored.kind === 'publication' ? await recordOf(stored) : undefined;
    if (record) publications.set(stored.doi, record);
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

/** How a write differs from that of the record alone, as it was read. */
export interface PublicationWrite {
  /** The publicly visible record before the write. */
  seen?: Withdrawable | undefined;
  /** Whether to report all departures again, with the current time. */
  isRetold?: boolean | undefined;
  /** See `RecordWrite`. */
  unchanged?: Unchanged | undefined;
  /** Works to write in the same transaction, which link nobody new. */
  works?: readonly WorkChange[] | undefined;
  /** Whether the caller runs again if it is killed, and relates a new publication then, which so needs no note. */
  isRepeated?: boolean | undefined;
}

/**
 * Writes a publication, its list row, its aliases, `extraWrites` and, if others may be related to it, a note in one
 * transaction; many new aliases and researchers take several, with `extraWrites` in the last. `stale`: the publication
 * was changed since `before` was read, or a DOI now belongs to another one; read again. `refused`: a condition of
 * `extraWrites` failed, or one of `linked` (new researchers) does not exist.
 */
export async function savePublication(
  record: PublicationRecord,
  before: PublicationRecord | undefined,
  extraWrites: Writes,
  linked: readonly string[] = [],
  write: PublicationWrite = {},
): Promise<'saved' | 'stale' | 'refused'> {
  const left = [...newAliases(record, before), ...linked];
  let [next, stored, how] = [record, before, write];
  while (left.length > partsAtOnce) {
    const [now, later] = [left.splice(0, partsAtOnce), new Set(left)];
    const aliases = record.aliases.filter((alias) => !later.has(alias));
    const researchers = record.researchers.filter(({ orcid }) => !later.has(orcid));
    const { seen, isRetold } = how;
    const linkedNow = linked.filter((orcid) => now.includes(orcid));
    const saved = await saveAtOnce({ ...next, aliases, researchers }, stored, [], linkedNow, { seen, isRetold });
    if (saved.outcome !== 'saved') return saved.outcome;
    stored = { ...saved.stored, blocks: storedBlocks(comparablePublication(saved.stored)) };
    [next, how] = [{ ...next, version: next.version + 1 }, { works: write.works }];
  }
  return (
    await saveAtOnce(
      next,
      stored,
      extraWrites,
      linked.filter((each) => left.includes(each)),
      how,
    )
  ).outcome;
}

async function saveAtOnce(
  record: PublicationRecord,
  before: PublicationRecord | undefined,
  extraWrites: Writes,
  linked: readonly string[],
  { seen = before, isRetold, unchanged, works = [], isRepeated = false }: PublicationWrite,
): Promise<Saved<PublicationRecord>> {
  const staged = await stagePublication(record, before?.parts);
  const needsNote = !isRepeated || before || staged.parts;
  const relating = needsNote ? relatingWrite(record, before, Date.now()) : undefined;
  const part: RecordWrite<PublicationRecord> = {
    record: staged,
    before: seen,
    isRetold,
    unchanged,
    write: (stored) => ({
      writes: [
        ...publicationWrites(stored, before),
        ...newAliases(record, before).map((alias) => putAlias(alias, record.doi)),
        ...(relating ? [relating] : []),
      ],
      row: publicationRow(stored),
    }),
  };
  const parts = [part, ...(await workParts(works))];
  const saved = await transactWithRows<PublicationRecord | WorkRecord>(parts, (at) => [
    ...writesAt(extraWrites, at),
    ...linked.map(ifPersonExists),
  ]);
  await dropParts(record.doi, saved.outcome === 'saved' ? before?.parts : staged.parts);
  return saved.outcome === 'saved' ? { outcome: 'saved', stored: saved.stored[0] as PublicationRecord } : saved;
}

/** The fields of a publication that follow from others. */
export type FromOthers = Partial<Pick<PublicationRecord, 'related' | 'superseded_by' | 'versions_orcids'>>;

/** Writes only what follows from others. Undefined if the publication was changed since it was read. */
export async function saveFromOthers(before: PublicationRecord, fields: FromOthers) {
  const record = { ...before, ...fields, version: before.version + 1 };
  return (await savePublication(record, before, [])) === 'saved' ? record : undefined;
}

/**
 * The record to write instead of one with these parts. If it is too large for an item, its parts have been put.
 * Afterwards, drop the parts of whichever of the two is not stored.
 */
export async function stagePublication(
  record: PublicationRecord,
  parts: PublicationRecord['parts'],
): Promise<PublicationRecord> {
  const { doi } = record;
  const content = { ...record, blocks: storedBlocks(comparablePublication(record)), parts: undefined };
  return { ...record, parts: await stage(doi, keys.publication(doi), content, parts) };
}

/**
 * Updates the fetch time of an unchanged publication and its row in two small writes, because a transaction with the
 * whole record costs several times as much. If it throws, call it again. Writes a record of an older shape whole. False
 * if the publication has changed since it was read.
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

/**
 * Rewrites a publication of an older shape, with its list row, and returns the result. Copies of lists are told of it only
 * if an item changes, or if the record is too old to say who has left.
 */
export function rewritePublication(doi: string): Promise<RewriteResult> {
  return rewriteRecord(keys.publication(doi), publicationShape, {
    parse: async (item) => {
      const stored = PublicationItem.parse(item);
      return stored.kind === 'publication' ? recordOf(stored) : undefined;
    },
    save: async (record, before) => {
      const row = await getItem(keys.publicationRow(doi));
      const unchanged = unchangedBy({ ...rowOf(record) }, row, PublicationRow, shownInLists);
      const isRetold = before.left_orcids === null;
      return (await savePublication(record, before, [], [], { isRetold, unchanged })) === 'saved';
    },
  });
}

async function getStored(doi: string): Promise<Stored | undefined> {
  const item = await getItem(keys.publication(doi));
  return item && PublicationItem.parse(item);
}

type StoredPublication = Extract<Stored, { kind: 'publication' }>;

/** The publication in an item; undefined if it has been permanently deleted. */
async function recordOf(item: StoredPublication): Promise<PublicationRecord | undefined> {
  const { doi, body, parts } = item;
  const content = parts ? await readCompressedParts(doi, parts) : decompress(body);
  return content === undefined ? withPartsReplaced(item) : withOwnFields(item, content);
}

/** The content of a publication with the fields beside it in the item, such as those that `touchPublication` changes. */
function withOwnFields(item: StoredPublication, content: unknown): PublicationRecord {
  const record = PublicationRecord.parse(content);
  const { parts, version, last_fetched_at, withdrawn_at, left_orcids } = item;
  return {
    ...record,
    version,
    last_fetched_at: last_fetched_at ?? record.last_fetched_at,
    ...(parts && { parts, withdrawn_at, left_orcids }),
  };
}

/**
 * A record that was rewritten while its parts were read; undefined if it is gone. If its parts are missing, as a
 * restored table may have it, because backups keep no order among items: its excerpt, until its next ingestion.
 */
async function withPartsReplaced({ doi, parts }: StoredPublication): Promise<PublicationRecord | undefined> {
  const stored = await getStored(doi);
  if (stored?.kind !== 'publication') return undefined;
  if (stored.parts?.generation !== parts?.generation) return recordOf(stored);
  const message = `The publication ${doi} lacks a part`;
  if (stored.body === undefined) throw new Error(message);
  log('error', message, { doi });
  return withOwnFields(stored, decompress(stored.body));
}

/**
 * The writes of a publication and its copies in blocks, without its row and aliases. The default `condition` is that it
 * is unchanged since it was read.
 */
export function publicationWrites(
  record: PublicationRecord,
  before: PublicationRecord | undefined,
  condition: { ConditionExpression: string; ExpressionAttributeValues?: Item } = ifUnchanged(before),
): Write[] {
  const comparable = comparablePublication(record);
  const blocks = storedBlocks(comparable);
  const name = recordName({ kind: 'publication', id: record.doi });
  return [
    { Put: { Item: publicationItem({ ...record, blocks }), ...condition } },
    ...blockWrites(name, comparable, before?.blocks, blocks),
  ];
}

/** The condition that a publication is unchanged since it was read, for a transaction that does not write it. */
export function ifPublicationUnchanged(record: PublicationRecord): Write {
  return { ConditionCheck: { Key: keys.publication(record.doi), ...ifUnchanged(record) } };
}
