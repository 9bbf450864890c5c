import { PublicationEdit } from '../domain/publication-edits.ts';
import { compress, decompress } from './compressed.ts';
import { keys } from './keys.ts';
import { getItem, getItems, type Item, type Write } from './table.ts';

/** DynamoDB's limit of an item is 400 KB. This leaves room for the key. */
const maxItemBytes = 390 * 1024;

/**
 * The write of an edit, for the transaction of the edit itself; undefined if it is too large to be kept. Numbers are
 * counted in the record, so the transaction's condition on that keeps them unique.
 */
export function editWrite(doi: string, edit: PublicationEdit): Write | undefined {
  const body = compress(edit);
  return body.length > maxItemBytes
    ? undefined
    : { Put: { Item: { ...keys.publicationEdit(doi, edit.number), body } } };
}

/** An edit of a publication, or undefined. */
export async function getEdit(doi: string, number: number): Promise<PublicationEdit | undefined> {
  const item = await getItem(keys.publicationEdit(doi, number));
  return item && editOf(item);
}

/** The edits of a publication with these numbers, newest first. */
export async function getEdits(doi: string, numbers: readonly number[]): Promise<PublicationEdit[]> {
  const items = await getItems(numbers.map((number) => keys.publicationEdit(doi, number)));
  return items.map(editOf).sort((one, other) => other.number - one.number);
}

const editOf = (item: Item) => PublicationEdit.parse(decompress(item.body));
