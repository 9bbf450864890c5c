import * as z from 'zod';
import { keys } from '#src/table/keys.ts';
import { getItems } from '#src/table/table.ts';
import { listCitation } from '../../citations/list-citation.ts';
import { ListCitation } from '../list-citation.ts';
import { unpackCitation } from './packed-citation.ts';
import { getPublications } from './publications.ts';

/** Records read at once for citations that are not stored: large ones do not fit in memory together. */
const recordsAtOnce = 50;

const Stored = z.object({ kind: z.string(), doi: z.string(), citation: z.instanceof(Uint8Array).optional() });

/**
 * The citations of the public ones among these publications. Those without a stored one, as written by an older version,
 * are made from their record.
 */
export async function getListCitations(dois: readonly string[]): Promise<ReadonlyMap<string, ListCitation>> {
  const items = (await getItems(dois.map(keys.publication), Object.keys(Stored.shape))).map((item) =>
    Stored.parse(item),
  );
  const found = new Map<string, ListCitation>();
  const others: string[] = [];
  for (const { kind, doi, citation } of items) {
    if (kind !== 'publication') continue;
    const stored = citation && ListCitation.safeParse(unpackCitation(citation)).data;
    if (stored) found.set(doi, stored);
    else others.push(doi);
  }
  for (let start = 0; start < others.length; start += recordsAtOnce) {
    const records = await getPublications(others.slice(start, start + recordsAtOnce));
    for (const [doi, record] of records) found.set(doi, listCitation(record));
  }
  return new Map([...found].filter(([, { is_public }]) => is_public));
}
