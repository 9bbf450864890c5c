import { GroupRow, groupShape } from '#src/records/groups/group.ts';
import { isPublic } from '#src/records/publications/publicity.ts';
import { defaultLocale, inLocale, type LocalizedText } from '#src/vocabulary/locale.ts';
import { foldForSearch } from '#src/vocabulary/text/fold.ts';
import { defineList } from '../define-list.ts';
import { publicChangeAt } from '../model/public-change.ts';
import { listSpec } from '../model/spec.ts';
import { latestWrite } from '../tallies.ts';

/** The sorts of the lists; the first is the default. */
export const groupSorts = ['name', 'created_at', 'updated_at'] as const;

export const groupSpec = /* @__PURE__ */ listSpec({
  collection: 'GROUP',
  schema: GroupRow,
  shape: groupShape,
  id: ({ id }) => id,
  texts: ({ name, printed_names, external_id, id }) => [name, ...printed_names, external_id, id],
  anyLanguage: true,
  sorts: {
    name: ({ name }) => foldForSearch(inLocale(name, defaultLocale) ?? '', defaultLocale),
    created_at: (row) => row.created_at,
    updated_at: (row) => row.updated_at,
    public_change: publicChangeAt,
  },
  equals: {
    kind: (row) => row.kind,
    parent: ({ parents, taken_over_by }) => [
      ...new Set([...parents.map(({ id }) => id), ...(taken_over_by === null ? [] : [taken_over_by])]),
    ],
    external_id: (row) => row.external_id,
    ror: (row) => row.ror,
    visible: (row) => String(row.visible),
    deleted: (row) => String(row.deleted_at !== null),
  },
  atLeast: { changed: (row) => row.changed },
  where: { public: isPublic, ever_public: (row) => publicChangeAt(row) !== null },
  tallies: [latestWrite],
});

/** All groups, including hidden and deleted ones: public lists query `where: ['public']`. */
export const groups = /* @__PURE__ */ defineList(groupSpec);

/** The names of these groups, also of hidden ones, by id. */
export async function groupNames(ids: readonly string[], stalenessMs: number): Promise<Map<string, LocalizedText>> {
  if (ids.length === 0) return new Map();
  const asked = { page: 1, per_page: ids.length, q: '', sort: 'created_at', dir: 'asc', where: [] } as const;
  const { rows } = await groups.find({ ...asked, ids: new Set(ids) }, stalenessMs, ['id', 'name']);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A public group without the groups above it that are not public. */
export function groupAsShown(row: GroupRow, isShown: (id: string) => boolean): GroupRow {
  const { parents, taken_over_by } = row;
  return {
    ...row,
    parents: parents.filter(({ id }) => isShown(id)),
    taken_over_by: taken_over_by !== null && isShown(taken_over_by) ? taken_over_by : null,
  };
}

/** All public groups as everybody sees them, by id and in the order of their names. */
export async function publicGroups(stalenessMs: number): Promise<ReadonlyMap<string, GroupRow>> {
  const all = {
    page: 1,
    per_page: Number.MAX_SAFE_INTEGER,
    q: '',
    sort: 'name',
    dir: 'asc',
    where: ['public'],
  } as const;
  const { rows } = await groups.find(all, stalenessMs);
  const ids = new Set(rows.map(({ id }) => id));
  return new Map(rows.map((row) => [row.id, groupAsShown(row, (id) => ids.has(id))]));
}
