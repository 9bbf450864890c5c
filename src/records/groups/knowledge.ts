import {
  type DayInterval,
  daysOfPeriod,
  differenceOf,
  intersectionOf,
  type Period,
  prolonged,
  unionOf,
} from './days.ts';
import { type GroupPlace, type GroupTree, groupTree, withoutSpareRoom } from './tree.ts';

/** All that decides which outputs are a group's. */
export interface GroupKnowledge {
  tree: GroupTree;
  /** By iD of the person. */
  members: ReadonlyMap<string, readonly MembershipPeriod[]>;
  /** By id of the output's list row. */
  byHand: ReadonlyMap<string, HandMadeGroups>;
  /** By group: the iDs of all who ever were members. */
  peopleOf: ReadonlyMap<string, readonly string[]>;
  /** By group: the ids of outputs to which it was added, or from which it was excluded. */
  handMadeOf: ReadonlyMap<string, readonly string[]>;
}

export interface MembershipPeriod extends Period {
  group_id: string;
  is_primary: boolean;
}

export interface HandMadeGroups {
  added: readonly string[];
  excluded: readonly string[];
}

/** When a person must be a member: when the output was published, now, or at any time. */
export const groupBases = ['at_publication', 'current', 'ever'] as const;

export interface GroupOptions {
  basis: (typeof groupBases)[number];
  /** Whether other memberships do not count while the person has a primary one. */
  primary: boolean;
  /** Whether outputs of a group count for those above it. */
  subgroups: boolean;
  /** Days since the epoch. */
  today: number;
  /** How many months after its end a membership counts. */
  monthsAfter: number;
}

export function groupKnowledge(
  groups: Iterable<GroupPlace>,
  members: GroupKnowledge['members'],
  byHand: GroupKnowledge['byHand'],
): GroupKnowledge {
  return {
    tree: groupTree(groups),
    members,
    byHand,
    peopleOf: byGroup(members, (memberships) => memberships.map(({ group_id }) => group_id)),
    handMadeOf: byGroup(byHand, ({ added, excluded }) => [...added, ...excluded]),
  };
}

function byGroup<Value>(values: ReadonlyMap<string, Value>, groupsIn: (value: Value) => string[]) {
  const ids = new Map<string, string[]>();
  for (const [id, value] of values)
    for (const group of groupsIn(value)) {
      const known = ids.get(group);
      if (!known) ids.set(group, [id]);
      else if (known.at(-1) !== id) known.push(id);
    }
  return new Map(Array.from(ids, ([group, each]) => [group, withoutSpareRoom(each)] as const));
}

/**
 * By group: the days on which a person's outputs are its own. What months after the end add takes nothing away: who
 * has left a primary position is also a member of the next group.
 */
export function ownDays(
  { tree, members }: Pick<GroupKnowledge, 'tree' | 'members'>,
  orcid: string,
  { primary, monthsAfter }: Pick<GroupOptions, 'primary' | 'monthsAfter'>,
): ReadonlyMap<string, readonly DayInterval[]> {
  const within = (membership: MembershipPeriod) =>
    intersectionOf(daysOfPeriod(membership), tree.get(membership.group_id)?.lifetime ?? []);
  const memberships = members.get(orcid) ?? [];
  const primaryDays = primary ? unionOf(memberships.filter(({ is_primary }) => is_primary).flatMap(within)) : [];
  const days = new Map<string, readonly DayInterval[]>();
  for (const membership of memberships) {
    const { group_id, is_primary } = membership;
    const own = prolonged(within(membership), monthsAfter);
    const counted = is_primary || primaryDays.length === 0 ? own : differenceOf(own, primaryDays);
    if (counted.length === 0) continue;
    const known = days.get(group_id);
    days.set(group_id, known ? unionOf([...known, ...counted]) : counted);
  }
  return days;
}
