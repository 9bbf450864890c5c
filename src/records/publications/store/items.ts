import * as z from 'zod';
import { keys } from '#src/table/keys.ts';
import type { Item, Key, Write } from '#src/table/table.ts';
import { listCitation } from '../../citations/list-citation.ts';
import { PublicationRecord } from '../publication.ts';
import { CuratorRow, type PublicationRow, publicationShape } from '../row.ts';
import { rowOf } from '../row-of.ts';
import { compress, StoredParts } from './compressed.ts';
import { packCitation } from './packed-citation.ts';
import { excerptForPreviousRelease, storedPublication } from './previous-release.ts';

/** The item under the key of a DOI: the publication, or an alias that refers to it. */
export const PublicationItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('publication'),
    doi: z.string(),
    version: z.int(),
    /** The time of the last fetch, if it did not change the body. */
    last_fetched_at: z.int().optional(),
    /** For a record in parts, the body is for the previous release. */
    body: z.instanceof(Uint8Array).optional(),
    parts: StoredParts.optional(),
    /** Only for a record in parts, which are put before its departures are known. */
    ...PublicationRecord.pick({ withdrawn_at: true, left_orcids: true }).shape,
  }),
  z.object({ kind: z.literal('alias'), doi: z.string(), canonical: z.string() }),
]);

/** The item of a publication. */
export function publicationItem(record: PublicationRecord): Item {
  const { doi, version, parts, withdrawn_at, left_orcids } = record;
  const content = parts
    ? { parts, withdrawn_at, left_orcids, ...excerptBody(record) }
    : { body: compress({ ...storedPublication(record), parts }) };
  // Every write of the record writes the citation, too; the previous release, which does not know it, drops it.
  const citation = packCitation(listCitation(record));
  return { ...keys.publication(doi), kind: 'publication', doi, version, shape: publicationShape, citation, ...content };
}

/** A larger body for the previous release is a mistake. */
const maxExcerptBytes = 200 * 1024;

/** The body of a record in parts for the previous release, which does not know parts. */
function excerptBody(record: PublicationRecord): { body?: Uint8Array } {
  const body = compress(excerptForPreviousRelease({ ...record, parts: undefined }));
  return body.length <= maxExcerptBytes ? { body } : {};
}

type Row = ReturnType<typeof rowOf>;

/**
 * The list row of a publication, without fields that readers give the same value if they are missing: names of fields cost
 * as much as values, and most rows are small enough for one unit without them.
 */
export function publicationRow(record: PublicationRecord): Key & Partial<Row> {
  const said = Object.entries(rowOf(record)).filter(([name, value]) => !isDefault(name, value));
  return { ...Object.fromEntries(said), ...keys.publicationRow(record.doi) };
}

/** The values that readers of every release give a missing field. */
const defaults = new Map(
  Object.entries(CuratorRow.shape).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(undefined);
    return success ? [[name, JSON.stringify(data)] as const] : [];
  }),
);

const isDefault = (name: string, value: unknown) => defaults.get(name) === JSON.stringify(value);

/** The fields of a row in items of public lists, or that decide who and what is in them. */
export const shownInLists: (keyof PublicationRow)[] = [
  'title',
  'author_match_state',
  'publication_date',
  'publication_year',
  'publication_type',
  'cited_by_count',
  'is_retracted',
  'integrity',
  'last_fetched_at',
  'orcids',
  'visible',
  'deleted_at',
  'superseded_by',
  'merged_into',
];

/** The item of an alias. */
export function aliasItem(alias: string, canonical: string): Item {
  return { ...keys.publication(alias), kind: 'alias', doi: alias, canonical };
}

/** The write of an alias that is new, or leads to the same publication already. */
export function putAlias(alias: string, canonical: string): Write {
  return {
    Put: {
      Item: aliasItem(alias, canonical),
      ConditionExpression: 'attribute_not_exists(pk) OR canonical = :canonical',
      ExpressionAttributeValues: { ':canonical': canonical },
    },
  };
}
