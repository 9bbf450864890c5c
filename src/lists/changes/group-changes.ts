import { type GroupRow, groupsAbove } from '#src/records/groups/group.ts';
import { contentChangeAt } from '#src/records/publications/publicity.ts';
import { groupAsShown, groups } from '../groups/groups.ts';
import type { Aggregate, ListCurrency } from '../model/list-source.ts';
import { isInLists, publicChangeAt } from '../model/public-change.ts';
import { byTime, type ChangeLog, type ListChange, logOf } from './change-log.ts';

/** Hidden groups are named nowhere, so a public one changes with the groups above it, too. */

const allGroups: Aggregate<GroupRow, Map<string, GroupRow>> = {
  start: () => new Map(),
  // A row is valid only during the call, its values longer.
  add: (result, row) => void result.set(row.id, { ...row }),
};

let cache: { rows: ReadonlyMap<string, GroupRow>; changes: ListChange<GroupRow>[] } | undefined;

async function orderedChanges(stalenessMs: number): Promise<{ changes: ListChange<GroupRow>[] } & ListCurrency> {
  const { value: rows, ...currency } = await groups.aggregate(allGroups, stalenessMs);
  if (cache?.rows !== rows) cache = { rows, changes: changesIn(rows) };
  return { changes: cache.changes, ...currency };
}

function changesIn(rows: ReadonlyMap<string, GroupRow>): ListChange<GroupRow>[] {
  const isShown = (id: string) => {
    const row = rows.get(id);
    return row !== undefined && isInLists(row);
  };
  const changes = [...rows.values()].flatMap((row): ListChange<GroupRow>[] => {
    const changedMs = publicChangeAt(row);
    if (changedMs === null) return [];
    if (!isInLists(row)) return [{ id: row.id, changedAtMs: changedMs, row: null }];
    const above = groupsAbove(row).flatMap((id) => rows.get(id) ?? []);
    const changedAtMs = Math.max(changedMs, ...above.map(contentChangeAt));
    return [{ id: row.id, changedAtMs, row: groupAsShown(row, isShown) }];
  });
  return changes.sort(byTime);
}

/** The changes of the list of public groups. */
export const groupChanges: ChangeLog<GroupRow> = logOf(orderedChanges);
