import { foldForSearch } from '../../../../src/vocabulary/text/fold.ts';
import type { components } from '../../api/schema.ts';

type GroupItem = components['schemas']['GroupItem'];

type Place = Pick<GroupItem, 'id' | 'parents' | 'parent_ids' | 'ends_at'>;

export const hasEnded = ({ ends_at }: Pick<GroupItem, 'ends_at'>, nowMs: number): boolean =>
  ends_at != null && ends_at <= nowMs;

/**
 * The groups under which a group is shown: those that it belongs to today. One that has ended is shown where it was at
 * its end.
 */
function placesOf(group: Place, nowMs: number): string[] {
  if (group.parent_ids.length > 0 || !hasEnded(group, nowMs)) return group.parent_ids;
  const lastMs = Math.max(...group.parents.map(({ ends_at }) => ends_at ?? 0));
  return [...new Set(group.parents.filter(({ ends_at }) => ends_at === lastMs).map(({ id }) => id))];
}

export interface GroupTree<Group extends Place> {
  roots: readonly Group[];
  /** The groups below a group, in the order of the list. One with two parents is below both. */
  below: ReadonlyMap<string, readonly Group[]>;
  /** The ids of the groups above a group, next to it. */
  above: ReadonlyMap<string, readonly string[]>;
}

export function treeOf<Group extends Place>(groups: readonly Group[], nowMs: number): GroupTree<Group> {
  const known = new Set(groups.map(({ id }) => id));
  const above = new Map(groups.map((group) => [group.id, placesOf(group, nowMs).filter((id) => known.has(id))]));
  const below = new Map<string, Group[]>();
  for (const group of groups)
    for (const id of above.get(group.id) ?? []) below.set(id, [...(below.get(id) ?? []), group]);
  const roots = groups.filter(({ id }) => above.get(id)?.length === 0);
  const reached = new Set<string>();
  const reach = (group: Group) => {
    if (reached.has(group.id)) return;
    reached.add(group.id);
    for (const each of below.get(group.id) ?? []) reach(each);
  };
  for (const root of roots) reach(root);
  // Places of different times can make a circle, of which no group is a root.
  for (const group of groups) {
    if (reached.has(group.id)) continue;
    roots.push(group);
    reach(group);
  }
  return { roots, below, above };
}

/** The ids of groups and of all groups above them. */
export function withAbove(ids: Iterable<string>, above: ReadonlyMap<string, readonly string[]>): Set<string> {
  const all = new Set<string>(ids);
  for (const id of all) for (const parent of above.get(id) ?? []) all.add(parent);
  return all;
}

/** The ids of these groups and of all that belong to them today, or were taken over by them. */
export function withBelow(
  ids: Iterable<string>,
  groups: readonly Pick<GroupItem, 'id' | 'parent_ids' | 'taken_over_by'>[],
): ReadonlySet<string> {
  const below = new Map<string, string[]>();
  for (const { id, parent_ids, taken_over_by } of groups)
    for (const above of [...parent_ids, ...(taken_over_by == null ? [] : [taken_over_by])])
      below.set(above, [...(below.get(above) ?? []), id]);
  const all = new Set<string>(ids);
  for (const id of all) for (const each of below.get(id) ?? []) all.add(each);
  return all;
}

type Named = Pick<GroupItem, 'id' | 'name' | 'external_id' | 'printed_names'>;

/** Tells whether a group has all words of a text in its names, its external id or its id. */
export function groupMatcher(written: string): (group: Named) => boolean {
  const words = foldForSearch(written, 'en').split(/\s+/).filter(Boolean);
  return ({ id, name, external_id, printed_names }) => {
    if (words.length === 0) return true;
    const names = typeof name === 'string' ? [name] : Object.values(name);
    const text = foldForSearch([...names, ...printed_names, external_id ?? '', id].join('\n'), 'en');
    return words.every((word) => text.includes(word));
  };
}
