import { type DayInterval, intersectionOf, unionOf } from './days.ts';
import { daysOfOutputs } from './group-condition.ts';
import { type GroupKnowledge, type GroupOptions, ownDays } from './knowledge.ts';
import { daysUpwards } from './tree.ts';

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
  const people = [...knowledge.members.keys()];
  const entries = new Map<string, { person: number; days: DayInterval }[]>();
  const above = new Map<string, [string, readonly DayInterval[]][]>();
  const aboveOf = (group: string) => {
    const known = above.get(group);
    if (known) return known;
    const all = [...daysUpwards(knowledge.tree, group)].filter(([id]) => options.subgroups || id === group);
    above.set(group, all);
    return all;
  };
  for (const [person, orcid] of people.entries()) {
    const counted = new Map<string, readonly DayInterval[]>();
    for (const [group, own] of ownDays(knowledge, orcid, options))
      for (const [counting, holds] of aboveOf(group)) {
        const known = counted.get(counting);
        const days = intersectionOf(own, holds);
        counted.set(counting, known ? unionOf([...known, ...days]) : days);
      }
    for (const [group, days] of counted)
      for (const interval of daysOfOutputs(days, options)) {
        const known = entries.get(group);
        if (known) known.push({ person, days: interval });
        else entries.set(group, [{ person, days: interval }]);
      }
  }
  return { ...columnsOf(entries), people, byHand: knowledge.byHand };
}

function columnsOf(entries: ReadonlyMap<string, readonly { person: number; days: DayInterval }[]>) {
  const all = [...entries.values()].flat();
  const starts = new Int32Array(entries.size + 1);
  for (const [place, own] of [...entries.values()].entries()) starts[place + 1] = (starts[place] ?? 0) + own.length;
  return {
    groups: [...entries.keys()],
    starts,
    person: Int32Array.from(all, ({ person }) => person),
    from: Int32Array.from(all, ({ days }) => Math.max(days[0], undatedDay)),
    to: Int32Array.from(all, ({ days }) => Math.min(days[1], afterAllDays)),
  };
}
