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
  const entries = new Entries();
  // By number of the group, of one person at a time.
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
        entries.add(number, person, Math.max(from, undatedDay), Math.min(to, afterAllDays));
      }
      counted[number] = undefined;
    }
  }
  return { groups, people, ...entries.byGroup(groups.length), byHand: knowledge.byHand };
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

/** Four numbers for each entry, one after the other: arrays of JavaScript take most of the time to grow. */
class Entries {
  #numbers = new Int32Array(4_096);
  #length = 0;

  add(group: number, person: number, from: number, to: number) {
    if (this.#length + 4 > this.#numbers.length) {
      const longer = new Int32Array(this.#numbers.length * 2);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    const numbers = this.#numbers;
    numbers[this.#length] = group;
    numbers[this.#length + 1] = person;
    numbers[this.#length + 2] = from;
    numbers[this.#length + 3] = to;
    this.#length += 4;
  }

  byGroup(groups: number): Pick<GroupDays, 'starts' | 'person' | 'from' | 'to'> {
    const [numbers, length] = [this.#numbers, this.#length];
    const at = (place: number) => numbers[place] ?? 0;
    const starts = new Int32Array(groups + 1);
    for (let entry = 0; entry < length; entry += 4) starts[at(entry) + 1] = (starts[at(entry) + 1] ?? 0) + 1;
    for (let group = 0; group < groups; group += 1) starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0);
    const next = starts.slice();
    const column = () => new Int32Array(length / 4);
    const [person, from, to] = [column(), column(), column()];
    for (let entry = 0; entry < length; entry += 4) {
      const place = next[at(entry)] ?? 0;
      next[at(entry)] = place + 1;
      person[place] = at(entry + 1);
      from[place] = at(entry + 2);
      to[place] = at(entry + 3);
    }
    return { starts, person, from, to };
  }
}
