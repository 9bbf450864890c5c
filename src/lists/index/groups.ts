import { isOnDays } from '#src/records/groups/days.ts';
import type { GroupCondition, GroupedOutput } from '#src/records/groups/group-condition.ts';
import type { GroupDays } from '#src/records/groups/group-days.ts';
import type { GroupCounting, GroupFilter } from '../model/query.ts';
import { add, type Bitset, bitset, countBits, has, intersect, remove, subtract, union } from '../sets/bitset.ts';
import { slotsOf } from '../sets/postings.ts';
import type { DateDays } from './date-days.ts';
import { getOrCreate } from './indexes.ts';
import type { ValueIndex } from './value-index.ts';

/** The indexes in which outputs of groups are found. Dead rows may be in each of it. */
interface OutputIndexes {
  equal(name: string): ValueIndex;
  days(): DateDays;
  slotsOf(ids: ReadonlySet<string>): Bitset;
  /** By condition, the rows of the snapshot with people of the groups. They never change. */
  linkedInSnapshot: WeakMap<GroupCondition, Bitset>;
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
  bits.set(getOrCreate(indexes.linkedInSnapshot, condition, () => linkedInSnapshot(byPerson, days, condition)));
  for (const [orcid, intervals] of condition.linked) {
    const written = byPerson.writtenSlotsOf(orcid);
    if (written.length > 0) days.addOn(bits, slotsOf(written), intervals);
  }
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

function linkedInSnapshot(byPerson: ValueIndex, days: DateDays, { linked }: GroupCondition): Bitset {
  const bits = bitset(days.stored);
  for (const [orcid, intervals] of linked) {
    const slots = byPerson.storedSlotsOf(orcid);
    days.addStoredOn(bits, slots instanceof Int32Array ? slots : Int32Array.from(slotsOf(slots)), intervals);
  }
  return bits;
}

/** The number of distinct outputs of each group among some, and of those without any. */
export function countGroups(
  indexes: OutputIndexes,
  people: string,
  { days, groupsOf }: GroupCounting,
  among: Bitset,
): { counts: Map<string, number>; without: number } {
  const hand = indexes.slotsOf(new Set(days.byHand.keys()));
  const others = among.slice();
  subtract(others, hand);
  const found = countLinked(indexes, people, days, others);
  const counts = new Map<string, number>();
  for (const [group, id] of days.groups.entries()) if (found.counts[group]) counts.set(id, found.counts[group]);
  let inAny = found.inAny;
  intersect(hand, among);
  for (const output of indexes.outputs(hand)) {
    const ids = new Set(groupsOf(output));
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
    if (ids.size > 0) inAny++;
  }
  return { counts, without: countBits(among) - inAny };
}

/**
 * Counts row by row, not group by group: of the rows of a snapshot, a processor's cache holds few, but of groups it holds
 * for each the last row that was counted there.
 */
function countLinked(indexes: OutputIndexes, people: string, days: GroupDays, among: Bitset) {
  const ofRows = peopleByRow(indexes.equal(people).slotsOfEach(days.people), among.length * 32);
  const { starts, numbers } = entriesByPerson(days);
  const dates = indexes.days();
  const counts = new Int32Array(days.groups.length);
  const countedLast = new Int32Array(days.groups.length).fill(-1);
  let inAny = 0;
  for (let slot = 0; slot < among.length * 32; slot++) {
    const [at, end] = [ofRows.starts[slot] ?? 0, ofRows.starts[slot + 1] ?? 0];
    if (at === end || !has(among, slot)) continue;
    const [first, last] = [dates.firstDay(slot), dates.lastDay(slot)];
    let isInAny = false;
    for (let place = at; place < end; place++) {
      const person = ofRows.people[place] ?? 0;
      const after = (starts[person + 1] ?? 0) * 3;
      for (let entry = (starts[person] ?? 0) * 3; entry < after; entry += 3) {
        const group = numbers[entry] ?? 0;
        if (countedLast[group] === slot || (numbers[entry + 1] ?? 0) > last || (numbers[entry + 2] ?? 0) < first)
          continue;
        countedLast[group] = slot;
        counts[group] = (counts[group] ?? 0) + 1;
        isInAny = true;
      }
    }
    if (isInAny) inAny++;
  }
  return { counts, inAny };
}

/** The numbers of the people of each row: those of a row are from its start to the next one. */
function peopleByRow({ starts: ofPeople, slots }: { starts: Int32Array; slots: Int32Array }, rows: number) {
  const starts = new Int32Array(rows + 2);
  for (let place = 0; place < slots.length; place++) {
    const next = (slots[place] ?? 0) + 2;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let row = 2; row < rows + 2; row++) starts[row] = (starts[row] ?? 0) + (starts[row - 1] ?? 0);
  const people = new Int32Array(slots.length);
  // The start after that of a row moves to the end of the row, where it belongs.
  for (let person = 0; person < ofPeople.length - 1; person++)
    for (let place = ofPeople[person] ?? 0; place < (ofPeople[person + 1] ?? 0); place++) {
      const row = (slots[place] ?? 0) + 1;
      const free = starts[row] ?? 0;
      people[free] = person;
      starts[row] = free + 1;
    }
  return { starts, people };
}

/** The entries of each person: the number of the group, the first and the last day, one after the other. */
function entriesByPerson({ groups, starts: ofGroups, people, person, from, to }: GroupDays) {
  const starts = new Int32Array(people.length + 2);
  for (let entry = 0; entry < person.length; entry++) {
    const next = (person[entry] ?? 0) + 2;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let next = 2; next < starts.length; next++) starts[next] = (starts[next] ?? 0) + (starts[next - 1] ?? 0);
  const numbers = new Int32Array(person.length * 3);
  for (let group = 0; group < groups.length; group++)
    for (let entry = ofGroups[group] ?? 0; entry < (ofGroups[group + 1] ?? 0); entry++) {
      const of = (person[entry] ?? 0) + 1;
      const free = starts[of] ?? 0;
      numbers[free * 3] = group;
      numbers[free * 3 + 1] = from[entry] ?? 0;
      numbers[free * 3 + 2] = to[entry] ?? 0;
      starts[of] = free + 1;
    }
  return { starts, numbers };
}
