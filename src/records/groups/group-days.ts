import { type DayInterval, intersectionOf, unionOf } from './days.ts';
import { daysOfOutputs } from './group-condition.ts';
import { type GroupKnowledge, type GroupOptions, ownDays } from './knowledge.ts';
import { daysUpwards, type GroupTree } from './tree.ts';

/** Days as engines store them: 32 bits. What has no date has `undatedDay` as first and last day. */
export const [undatedDay, afterAllDays] = [-(2 ** 31), 2 ** 31 - 1];

/**
 * For counting the outputs of all groups at once: `linked` of the conditions of all groups, as columns. Entries
 * `starts[n]` up to `starts[n + 1]` are those of `groups[n]`: outputs of `people[person[entry]]` on `from` to `to`.
 */
export interface GroupDays {
  groups: readonly string[];
  starts: Int32Array;
  people: readonly string[];
  person: Int32Array;
  from: Int32Array;
  to: Int32Array;
  /** The ids of outputs that no entry decides, but `groupsOf`. */
  byHand: ReadonlyMap<string, unknown>;
}

/** Exact whatever the periods: each entry is when a membership and a way to the group hold together. */
export function groupDays(knowledge: GroupKnowledge, options: GroupOptions): GroupDays {
  const groups = [...knowledge.tree.keys()];
  const people = [...knowledge.members.keys()];
  const waysUp = waysUpIn(knowledge.tree, groups, options);
  const entries: Entries = { group: [], person: [], from: [], to: [] };
  // By number of the group, of one person at a time: a map for each person takes most of the time.
  const counted: (readonly DayInterval[] | undefined)[] = groups.map(() => undefined);
  for (const [person, orcid] of people.entries()) {
    const reached: number[] = [];
    for (const [group, days] of ownDays(knowledge, orcid, options))
      for (const { number, holds } of waysUp(group)) {
        const more = intersectionOf(days, holds);
        const known = counted[number];
        if (!known) reached.push(number);
        counted[number] = known ? unionOf([...known, ...more]) : more;
      }
    for (const number of reached) {
      for (const [from, to] of daysOfOutputs(counted[number] ?? [], options)) {
        entries.group.push(number);
        entries.person.push(person);
        entries.from.push(Math.max(from, undatedDay));
        entries.to.push(Math.min(to, afterAllDays));
      }
      counted[number] = undefined;
    }
  }
  return { groups, people, ...byGroupNumber(entries, groups.length), byHand: knowledge.byHand };
}

type WayUp = { number: number; holds: readonly DayInterval[] };

/** Groups above one by their number, found once: most groups have several members. */
function waysUpIn(tree: GroupTree, groups: readonly string[], { subgroups }: GroupOptions) {
  const numbers = new Map(groups.map((id, number) => [id, number]));
  const known = new Map<string, readonly WayUp[]>();
  return (group: string): readonly WayUp[] => {
    const found = known.get(group);
    if (found) return found;
    const above = [...daysUpwards(tree, group)].filter(([id]) => subgroups || id === group);
    const ways = above.map(([id, holds]): WayUp => ({ number: numbers.get(id) ?? 0, holds }));
    known.set(group, ways);
    return ways;
  };
}

type Entries = Record<'group' | 'person' | 'from' | 'to', number[]>;

function byGroupNumber({ group, person, from, to }: Entries, groups: number) {
  const starts = new Int32Array(groups + 1);
  for (const number of group) starts[number + 1] = (starts[number + 1] ?? 0) + 1;
  for (let number = 0; number < groups; number += 1)
    starts[number + 1] = (starts[number + 1] ?? 0) + (starts[number] ?? 0);
  const next = starts.slice();
  const columns = {
    person: new Int32Array(group.length),
    from: new Int32Array(group.length),
    to: new Int32Array(group.length),
  };
  for (const [entry, number] of group.entries()) {
    const place = next[number] ?? 0;
    next[number] = place + 1;
    columns.person[place] = person[entry] ?? 0;
    columns.from[place] = from[entry] ?? 0;
    columns.to[place] = to[entry] ?? 0;
  }
  return { starts, ...columns };
}
