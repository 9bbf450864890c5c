import { keys, prefixes, refs } from '#src/table/keys.ts';
import {
  deleteItems,
  getItem,
  getItems,
  ifUnchanged,
  prefixQuery,
  queryAll,
  queryPage,
  transact,
  type Write,
} from '#src/table/table.ts';
import { GroupImport, ImportedMember, importKeptDays } from '../import.ts';

const expiryOf = (createdAtMs: number) => Math.ceil(createdAtMs / 1000) + importKeptDays * 86_400;

/** An import, or undefined. */
export async function getGroupImport(id: string): Promise<GroupImport | undefined> {
  const item = await getItem(keys.groupImport(id));
  return item && GroupImport.parse(item);
}

/** Writes an import, and a new one into the list of all; false if it has changed since it was read. */
export async function saveGroupImport(after: GroupImport, before: GroupImport | undefined): Promise<boolean> {
  const { id, created_at } = after;
  const expiresAtSeconds = expiryOf(created_at);
  const Item = { ...keys.groupImport(id), ...after, expiresAtSeconds };
  const listed = { Put: { Item: { ...keys.groupImportListRow(created_at, id), id, expiresAtSeconds } } };
  return !(await transact([{ Put: { Item, ...ifUnchanged(before) } }, ...(before ? [] : [listed])]));
}

/** The condition that an import was not undone, for what it writes: an undo takes nothing back that comes after it. */
export const ifNotUndone = ({ id }: Pick<GroupImport, 'id'>): Write => ({
  ConditionCheck: {
    Key: keys.groupImport(id),
    ConditionExpression: 'undone_at = :none',
    ExpressionAttributeValues: { ':none': null },
  },
});

/** Some imports, newest first, and where to continue. */
export async function groupImportsFrom(
  after: string | undefined,
  limit: number,
): Promise<{ imports: GroupImport[]; next: string | undefined }> {
  const { items, next } = await queryPage(
    {
      ConsistentRead: true,
      ScanIndexForward: false,
      Limit: limit,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': keys.groupImportListRow(0, '').pk },
    },
    after,
  );
  const ids = items.map(({ id }) => String(id));
  const found = (await getItems(ids.map(keys.groupImport))).map((item) => GroupImport.parse(item));
  const byId = new Map(found.map((each) => [each.id, each]));
  return { imports: ids.flatMap((id) => byId.get(id) ?? []), next };
}

/** The notes of an import about these members, by their ids. */
export async function importedMembersOf(
  importId: string,
  memberIds: readonly string[],
): Promise<Map<string, ImportedMember>> {
  const items = await getItems(memberIds.map((id) => keys.groupImportMember(importId, id)));
  return new Map(items.map((item) => ImportedMember.parse(item)).map((each) => [each.member_id, each]));
}

/** The notes of an import about all its members. */
export async function importedMembers(importId: string): Promise<ImportedMember[]> {
  const items = await queryAll(prefixQuery(keys.groupImport(importId).pk, prefixes.importedMember));
  return items.map((item) => ImportedMember.parse(item));
}

/** The write of what an import found of a member, which belongs in the transaction of its change. */
export const importedMemberWrite = ({ id, created_at }: GroupImport, found: ImportedMember): Write => ({
  Put: {
    Item: {
      ...keys.groupImportMember(id, found.member_id),
      ...refs.groupImportOf(found.member_id, id),
      ...found,
      expiresAtSeconds: expiryOf(created_at),
    },
  },
});

export const removeImportedMember = (importId: string, memberId: string): Write => ({
  Delete: { Key: keys.groupImportMember(importId, memberId), ConditionExpression: 'attribute_exists(pk)' },
});

/** Deletes what imports have found of a member. The index is eventually consistent: repeat it. */
export async function forgetInImports(memberId: string): Promise<number> {
  const items = await queryAll({
    IndexName: 'byRef',
    KeyConditionExpression: 'refPk = :pk',
    ExpressionAttributeValues: { ':pk': refs.groupImportsOf(memberId) },
  });
  await deleteItems(items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })));
  return items.length;
}
