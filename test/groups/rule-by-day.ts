import { type Period, prolonged } from '#src/records/groups/days.ts';
import type { GroupedOutput } from '#src/records/groups/group-condition.ts';
import type { GroupOptions, HandMadeGroups, MembershipPeriod } from '#src/records/groups/knowledge.ts';
import type { GroupPlace } from '#src/records/groups/tree.ts';

export interface Registry {
  groups: readonly GroupPlace[];
  members: ReadonlyMap<string, readonly MembershipPeriod[]>;
  byHand: ReadonlyMap<string, HandMadeGroups>;
}

const dayMs = 86_400_000;

/** All days on which anything changes in tests, and some before and after them. */
export const allDays: readonly number[] = [-1_000, ...Array.from({ length: 200 }, (_, place) => place - 1), 490, 5_000];

const isOn = ({ starts_at, ends_at }: Period, day: number) =>
  (starts_at === null || ends_at === null || starts_at < ends_at) &&
  (starts_at === null || starts_at < (day + 1) * dayMs) &&
  (ends_at === null || ends_at > day * dayMs);

/** The rule as the definition says it, tried out on one day after the other. */
export function groupsByDay(output: GroupedOutput, registry: Registry, options: GroupOptions): Set<string> {
  const { added, excluded } = registry.byHand.get(output.id) ?? { added: [], excluded: [] };
  const groups = new Set<string>();
  const inDates = ([from, to]: readonly [number, number]) => allDays.filter((day) => from <= day && day <= to);
  const { basis, today } = options;
  const days = basis === 'current' ? [today] : basis === 'ever' ? allDays : output.days ? inDates(output.days) : [];
  const begin = (group: string, day: number) => {
    for (const reached of reachedOn(day, group, registry, excluded))
      if (options.subgroups || reached === group) groups.add(reached);
  };
  for (const orcid of output.orcids) {
    const memberships = registry.members.get(orcid) ?? [];
    for (const membership of memberships)
      for (const day of days) {
        const isPrimaryDay = memberships.some((other) => other.is_primary && isMemberOn(other, day, registry, 0));
        if (options.primary && isPrimaryDay && !membership.is_primary) continue;
        if (isMemberOn(membership, day, registry, options.monthsAfter)) begin(membership.group_id, day);
      }
  }
  for (const group of added) for (const day of days.length > 0 ? days : [today]) begin(group, day);
  return groups;
}

function isMemberOn(membership: MembershipPeriod, day: number, { groups }: Registry, monthsAfter: number): boolean {
  const group = groups.find(({ id }) => id === membership.group_id);
  const isInside = (then: number) => group !== undefined && isOn(group, then) && isOn(membership, then);
  if (isInside(day) || monthsAfter === 0) return isInside(day);
  const last = allDays.findLast((then) => then <= day && isInside(then));
  return last !== undefined && (prolonged([[last, last]], monthsAfter)[0]?.[1] ?? last) >= day;
}

function reachedOn(day: number, start: string, { groups }: Registry, excluded: readonly string[]): Set<string> {
  const reached = new Set<string>();
  const visit = (id: string | null) => {
    const group = groups.find((known) => known.id === id);
    if (!group || excluded.includes(group.id) || reached.has(group.id)) return;
    reached.add(group.id);
    for (const parent of group.parents) if (isOn(parent, day)) visit(parent.id);
    visit(group.taken_over_by);
  };
  visit(start);
  return reached;
}
