import type { GroupCondition, LinkedDays } from '#src/records/groups/group-condition.ts';
import type { GroupFilter } from '../model/query.ts';
import { add, type Bitset, bitset, has, subtract, union, valuesIn } from '../sets/bitset.ts';
import type { DateDays } from './date-days.ts';
import type { ValueIndex } from './value-index.ts';

/** What the outputs of groups are found in. */
interface OutputIndexes {
  equal(name: string): ValueIndex;
  days(): DateDays;
  slotsOf(ids: ReadonlySet<string>): Bitset;
}

/** The slots of the outputs that pass a filter by groups: as `isOfGroups`, for all rows. Dead rows may be among them. */
export function slotsInGroups(
  indexes: OutputIndexes,
  people: string,
  { of, outside }: GroupFilter,
  slots: number,
): Bitset {
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
  const addLinked = (linked: LinkedDays, to: (slot: number) => boolean) => {
    for (const [orcid, intervals] of linked)
      for (const posting of byPerson.slotsOf(orcid))
        for (const slot of posting) if (slot < slots && to(slot) && days.isOn(slot, intervals)) add(bits, slot);
  };
  addLinked(condition.linked, () => true);
  for (const { ids, linked, days: anyway } of condition.byHand) {
    const hand = indexes.slotsOf(ids);
    // Most groups by hand are added ones, which leave what people's groups are.
    if (linked !== condition.linked) {
      subtract(bits, hand);
      addLinked(linked, (slot) => has(hand, slot));
    }
    for (const slot of valuesIn(hand)) if (days.isOn(slot, anyway)) add(bits, slot);
  }
  return bits;
}
