import { isOnDays } from '#src/records/groups/days.ts';
import type { GroupCondition, GroupedOutput } from '#src/records/groups/group-condition.ts';
import type { GroupCounting, GroupFilter } from '../model/query.ts';
import { add, type Bitset, bitset, countBits, intersect, remove, subtract, union } from '../sets/bitset.ts';
import { DatedOutputs } from '../sets/dated-outputs.ts';
import type { DateDays } from './date-days.ts';
import type { ValueIndex } from './value-index.ts';

/** The indexes in which outputs of groups are found. Dead rows may be in each of it. */
interface OutputIndexes {
  equal(name: string): ValueIndex;
  days(): DateDays;
  slotsOf(ids: ReadonlySet<string>): Bitset;
  outputs(slots: Bitset): Iterable<GroupedOutput & { slot: number }>;
}

/** The slots of the outputs that pass a filter by groups: as `isOfGroups`, for all rows. Dead rows may be among them. */
export function slotsInGroups(
  indexes: OutputIndexes,
  people: string,
  { and, ...filter }: GroupFilter,
  slots: number,
): Bitset {
  const { of, outside } = filter;
  if (and) {
    const both = slotsInGroups(indexes, people, filter, slots);
    intersect(both, slotsInGroups(indexes, people, and, slots));
    return both;
  }
  const bits = of ? slotsOfGroups(indexes, people, of, slots) : bitset(slots);
  if (!outside) return bits;
  const others = bitset(slots).fill(0xffffffff);
  subtract(others, slotsOfGroups(indexes, people, outside, slots));
  union(others, bits);
  return others;
}

function slotsOfGroups(indexes: OutputIndexes, people: string, condition: GroupCondition, slots: number): Bitset {
  const [byPerson, days] = [indexes.equal(people), indexes.days()];
  const bits = bitset(slots);
  for (const [orcid, intervals] of condition.linked)
    for (const posting of byPerson.slotsOf(orcid)) days.addOn(bits, posting, intervals, slots);
  for (const { ids, linked, days: anyway } of condition.byHand) {
    const hand = indexes.slotsOf(ids);
    for (const { slot, orcids, days: on } of indexes.outputs(hand)) {
      if (isOnDays(anyway, on)) add(bits, slot);
      // Most groups by hand are added ones, which leave what people's groups are.
      else if (linked !== condition.linked && !orcids.some((orcid) => isOnDays(linked.get(orcid) ?? [], on)))
        remove(bits, slot);
    }
  }
  return bits;
}

/** The number of distinct outputs of each group among some, and of those without any. */
export function countGroups(
  indexes: OutputIndexes,
  people: string,
  { days: { groups, starts, people: names, person, from, to, byHand }, groupsOf }: GroupCounting,
  among: Bitset,
): { counts: Map<string, number>; without: number } {
  const slots = among.length * 32;
  const hand = indexes.slotsOf(new Set(byHand.keys()));
  const others = among.slice();
  subtract(others, hand);
  const outputs = new DatedOutputs({ byPerson: indexes.equal(people), days: indexes.days() }, names, others);
  const counts = new Map<string, number>();
  /** The last group in which each row was counted. */
  const countedIn = new Int32Array(slots).fill(-1);
  for (const [group, id] of groups.entries()) {
    let count = 0;
    for (let entry = starts[group] ?? 0; entry < (starts[group + 1] ?? 0); entry++)
      count += outputs.countOn(person[entry] ?? 0, [from[entry] ?? 0, to[entry] ?? 0], countedIn, group);
    if (count > 0) counts.set(id, count);
  }
  const inAny = bitset(slots);
  for (let slot = 0; slot < slots; slot++) if ((countedIn[slot] ?? -1) >= 0) add(inAny, slot);
  intersect(hand, among);
  for (const output of indexes.outputs(hand))
    for (const id of groupsOf(output)) {
      counts.set(id, (counts.get(id) ?? 0) + 1);
      add(inAny, output.slot);
    }
  return { counts, without: countBits(among) - countBits(inAny) };
}
