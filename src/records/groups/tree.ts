import { alwaysOnly, type DayInterval, daysOfPeriod, intersectionOf, momentsOf, type Period, unionOf } from './days.ts';

/** A group, as far as it decides where outputs count. */
export interface GroupPlace extends Period {
  id: string;
  /** Groups that count its outputs for a time. */
  parents: readonly ({ id: string } & Period)[];
  /** The group that counts its outputs of all times since it closed. */
  taken_over_by: string | null;
}

/** All groups with what each counts for. Edges of different times may go around in a circle. */
export type GroupTree = ReadonlyMap<string, GroupNode>;

interface GroupNode {
  /** The days on which it exists. */
  lifetime: readonly DayInterval[];
  /** To parents and to what took it over. */
  up: readonly GroupEdge[];
  /** The edges from below: each is `up` of another group. */
  down: readonly GroupEdge[];
}

interface GroupEdge {
  id: string;
  days: readonly DayInterval[];
  /** In milliseconds: a parent until noon and one from noon on are one after the other, although both count on the day. */
  moments: readonly DayInterval[];
}

/** By group: when it counts, or is reached. */
type DaysByGroup = ReadonlyMap<string, readonly DayInterval[]>;

export const maxGroupLevels = 10;

const none: ReadonlySet<string> = new Set();

/** Parents that do not exist count nothing. */
export function groupTree(groups: Iterable<GroupPlace>): GroupTree {
  const nodes = new Map<string, GroupNode & Record<'up' | 'down', GroupEdge[]>>();
  const places = [...groups];
  for (const place of places) nodes.set(place.id, { lifetime: daysOfPeriod(place), up: [], down: [] });
  const connect = (id: string, upper: string, days: readonly DayInterval[], moments: readonly DayInterval[]) => {
    const [below, above] = [nodes.get(id), nodes.get(upper)];
    if (!below || !above || days.length === 0) return;
    below.up.push({ id: upper, days, moments });
    above.down.push({ id, days, moments });
  };
  for (const { id, parents, taken_over_by } of places) {
    for (const parent of parents) connect(id, parent.id, daysOfPeriod(parent), momentsOf(parent));
    if (taken_over_by !== null) connect(id, taken_over_by, alwaysOnly, alwaysOnly);
  }
  const tree = new Map<string, GroupNode>();
  for (const [id, { lifetime, up, down }] of nodes)
    tree.set(id, { lifetime, up: withoutSpareRoom(up), down: withoutSpareRoom(down) });
  return tree;
}

/** A copy that takes less memory: a list that grew one by one has room for 16 more, and most groups have few edges and people. */
export const withoutSpareRoom = <Value>(list: readonly Value[]): readonly Value[] =>
  list.length === 0 ? nothing : list.slice();

const nothing: readonly never[] = [];

/** The groups that count the outputs of this one, itself among them, on which days. No way leads through blocked ones. */
export const daysUpwards = (tree: GroupTree, id: string, blocked: ReadonlySet<string> = none): DaysByGroup =>
  spread(tree, 'up', 'days', startingAt(tree, [id], blocked), blocked);

/** The groups whose outputs count for one of these, themselves among them, on which days. */
export const daysDownwards = (tree: GroupTree, ids: Iterable<string>): DaysByGroup =>
  spread(tree, 'down', 'days', startingAt(tree, ids));

/** The groups that count outputs of this one at any time. */
export const ancestorsOf = (tree: GroupTree, id: string): ReadonlySet<string> => others(daysUpwards(tree, id), id);

/** The groups whose outputs count for this one at any time. */
export const descendantsOf = (tree: GroupTree, id: string): ReadonlySet<string> =>
  others(daysDownwards(tree, [id]), id);

/** The number of edges on the shortest way from a group to one that has nothing above it, at whatever time. */
export function levelIn(tree: GroupTree, id: string): number {
  let ends = new Set([id]);
  for (let level = 0; level <= maxGroupLevels; level++) {
    const next = new Set<string>();
    for (const end of ends) {
      const up = tree.get(end)?.up ?? [];
      if (up.length === 0) return level;
      for (const edge of up) next.add(edge.id);
    }
    ends = next;
  }
  return maxGroupLevels;
}

const others = (reached: DaysByGroup, id: string) => new Set([...reached.keys()].filter((other) => other !== id));

const startingAt = (tree: GroupTree, ids: Iterable<string>, blocked: ReadonlySet<string> = none) =>
  new Map([...ids].filter((id) => tree.has(id) && !blocked.has(id)).map((id) => [id, alwaysOnly]));

/** Follows edges as long as this reaches a group at a new time: ways of different times may lead around. */
function spread(
  tree: GroupTree,
  direction: 'up' | 'down',
  time: 'days' | 'moments',
  start: Map<string, readonly DayInterval[]>,
  blocked: ReadonlySet<string> = none,
): DaysByGroup {
  const reached = start;
  const changed = [...start.keys()];
  for (let id = changed.pop(); id !== undefined; id = changed.pop()) {
    for (const edge of tree.get(id)?.[direction] ?? []) {
      if (blocked.has(edge.id)) continue;
      const through = intersectionOf(reached.get(id) ?? [], edge[time]);
      if (through.length === 0) continue;
      const before = reached.get(edge.id);
      const after = before ? unionOf([...before, ...through]) : through;
      if (before && areSame(before, after)) continue;
      reached.set(edge.id, after);
      changed.push(edge.id);
    }
  }
  return reached;
}

const areSame = (some: readonly DayInterval[], others: readonly DayInterval[]) =>
  some.length === others.length &&
  some.every(([from, to], place) => from === others[place]?.[0] && to === others[place]?.[1]);

/** The groups around which outputs of this one would count for itself at one moment; null without such a circle. */
export function cycleOf(tree: GroupTree, id: string): string[] | null {
  const first = new Map<string, readonly DayInterval[]>();
  for (const { id: next, moments } of tree.get(id)?.up ?? [])
    first.set(next, unionOf([...(first.get(next) ?? []), ...moments]));
  const moment = spread(tree, 'up', 'moments', first).get(id)?.[0]?.[0];
  return moment === undefined ? null : wayBack(tree, id, moment);
}

function wayBack(tree: GroupTree, id: string, moment: number): string[] | null {
  const ways = [[id]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const { id: next, moments } of tree.get(way.at(-1) ?? id)?.up ?? []) {
      if (!moments.some(([from, to]) => from <= moment && moment <= to)) continue;
      if (next === id) return way;
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  return null;
}

/** How many groups the longest way through this one has at any moment; in a circle, more than the limit. */
export function levelsOf(tree: GroupTree, id: string): number {
  const below = chainsFrom(tree, id, 'down');
  const levels = chainsFrom(tree, id, 'up').flatMap((upper, above) =>
    below.map((lower, under) => (intersectionOf(upper, lower).length > 0 ? above + under + 1 : 0)),
  );
  return Math.max(...levels);
}

/** By the number of edges: when a way with so many leads on from the group. */
function chainsFrom(tree: GroupTree, id: string, direction: 'up' | 'down'): (readonly DayInterval[])[] {
  const chains: (readonly DayInterval[])[] = [];
  let ends = new Map([[id, alwaysOnly]]);
  while (ends.size > 0 && chains.length <= maxGroupLevels) {
    chains.push(unionOf([...ends.values()].flat()));
    const further = new Map<string, readonly DayInterval[]>();
    for (const [end, when] of ends)
      for (const edge of tree.get(end)?.[direction] ?? []) {
        const through = intersectionOf(when, edge.moments);
        if (through.length > 0) further.set(edge.id, unionOf([...(further.get(edge.id) ?? []), ...through]));
      }
    ends = further;
  }
  return chains;
}
