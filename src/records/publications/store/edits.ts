import { inParallel } from '#src/runtime/in-parallel.ts';
import { log } from '#src/runtime/log.ts';
import { keys } from '#src/table/keys.ts';
import { getItem, getItems, type Item, type Write } from '#src/table/table.ts';
import { PublicationEdit } from '../edits.ts';
import { compress, decompress, readCompressedParts, StoredParts, stage } from './compressed.ts';

/**
 * The write of an edit, for the transaction of the edit itself. The record counts the numbers, so its condition keeps
 * them unique. A value that is too large for an item is put in parts now.
 */
export async function editWrite(doi: string, edit: PublicationEdit): Promise<Write> {
  const key = keys.publicationEdit(doi, edit.number);
  const parts = await stage(doi, key, edit);
  return { Put: { Item: { ...key, ...(parts ? { parts } : { body: compress(edit) }) } } };
}

/** An edit of a publication, or undefined. */
export async function getEdit(doi: string, number: number): Promise<PublicationEdit | undefined> {
  const item = await getItem(keys.publicationEdit(doi, number));
  return item && editOf(doi, item);
}

/** The edits of a publication with these numbers, newest first. */
export async function getEdits(doi: string, numbers: readonly number[]): Promise<PublicationEdit[]> {
  const items = await getItems(numbers.map((number) => keys.publicationEdit(doi, number)));
  const edits = await inParallel(items, 10, (item) => editOf(doi, item));
  return edits.flatMap((edit) => edit ?? []).sort((one, other) => other.number - one.number);
}

/** The write of an edit of a work, likewise. Edits of works always fit into an item. */
export const workEditWrite = (id: string, edit: PublicationEdit): Write => ({
  Put: { Item: { ...keys.workEdit(id, edit.number), body: compress(edit) } },
});

/** An edit of a work, or undefined. */
export const getWorkEdit = async (id: string, number: number): Promise<PublicationEdit | undefined> =>
  (await getWorkEdits(id, [number]))[0];

/** The edits of a work with these numbers, newest first. */
export async function getWorkEdits(id: string, numbers: readonly number[]): Promise<PublicationEdit[]> {
  const items = await getItems(numbers.map((number) => keys.workEdit(id, number)));
  const edits = items.map(({ body }) => PublicationEdit.parse(decompress(body)));
  return edits.sort((one, other) => other.number - one.number);
}

/** Undefined if its parts are missing, as a restored table may have it: backups keep no order among items. */
async function editOf(doi: string, item: Item): Promise<PublicationEdit | undefined> {
  const parts = StoredParts.optional().parse(item.parts);
  const content = parts ? await readCompressedParts(doi, parts) : decompress(item.body);
  if (content === undefined) log('error', `The edit ${item.sk} of ${doi} lacks a part`, { doi });
  return content === undefined ? undefined : PublicationEdit.parse(content);
}
