import * as fc from 'fast-check';
import { daysOfDate } from '#src/records/groups/days.ts';
import { type GroupOptions, groupBases } from '#src/records/groups/knowledge.ts';
import type { Registry } from './rule-by-day.ts';

/** Half days of some months: periods of groups and people start and end on the same ones, so that ends meet. */
const time = fc.integer({ min: 0, max: 12 }).map((step) => step * 7.5 * 86_400_000);
const period = fc.record({
  starts_at: fc.option(time, { freq: 2 }),
  ends_at: fc.option(time, { freq: 2 }),
});
export const names = ['a', 'b', 'c', 'd', 'e', 'f'];
export const groupId = fc.constantFrom(...names);
export const anyGroupId = fc.constantFrom(...names, 'unknown');
const mostlyOpen = fc.oneof({ weight: 2, arbitrary: fc.constant({ starts_at: null, ends_at: null }) }, period);
const place = fc.tuple(
  fc.record({
    parents: fc.array(fc.tuple(anyGroupId, mostlyOpen), { maxLength: 2 }),
    taken_over_by: fc.option(anyGroupId, { freq: 1 }),
  }),
  mostlyOpen,
);
const people = ['p', 'q', 'r'];
const membership = fc.tuple(anyGroupId, period, fc.boolean());
const ids = Array.from({ length: 8 }, (_, number) => `output-${number}`);
const hand = fc.record({
  added: fc.uniqueArray(anyGroupId, { maxLength: 2 }),
  excluded: fc.uniqueArray(anyGroupId, { maxLength: 2 }),
});
export const anyRegistry: fc.Arbitrary<Registry> = fc
  .record({
    places: fc.array(place, { minLength: names.length, maxLength: names.length }),
    memberships: fc.array(fc.array(membership, { maxLength: 3 }), { minLength: 3, maxLength: 3 }),
    hands: fc.array(fc.option(hand), { minLength: ids.length, maxLength: ids.length }),
  })
  .map(({ places, memberships, hands }) => ({
    groups: places.map(([{ parents, taken_over_by }, lifetime], number) => ({
      id: names[number] ?? '',
      parents: parents.map(([id, when]) => ({ id, ...when })),
      taken_over_by,
      ...lifetime,
    })),
    members: new Map(
      memberships.map((own, number) => [
        people[number] ?? '',
        own.map(([group_id, when, is_primary]) => ({ group_id, ...when, is_primary })),
      ]),
    ),
    byHand: new Map(hands.flatMap((one, number) => (one ? [[ids[number] ?? '', one] as const] : []))),
  }));
const date = fc.constantFrom(
  null,
  '1970',
  '1970-01',
  '1970-02',
  '1970-03',
  '1970-01-08',
  '1970-01-16',
  '1970-02-07',
  '1970-03-01',
  '1969',
  '1971-05',
);
export const anyOutputs = fc
  .array(fc.tuple(fc.uniqueArray(fc.constantFrom(...people, 'stranger'), { maxLength: 3 }), date), {
    minLength: ids.length,
    maxLength: ids.length,
  })
  .map((all) => all.map(([orcids, when], number) => ({ id: ids[number] ?? '', orcids, days: daysOfDate(when) })));
export const anyOptions: fc.Arbitrary<GroupOptions> = fc.record({
  basis: fc.constantFrom(...groupBases),
  primary: fc.boolean(),
  subgroups: fc.boolean(),
  today: fc.integer({ min: 0, max: 95 }),
  monthsAfter: fc.constantFrom(0, 0, 1, 2),
});
export const runs = { numRuns: 400 };
