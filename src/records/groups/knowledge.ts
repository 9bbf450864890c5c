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

/** Whose memberships count, and how. */
type MemberKnowledge = Pick<GroupKnowledge, 'tree' | 'members'>;
type MemberOptions = Pick<GroupOptions, 'primary' | 'monthsAfter'>;

/**
 * Tells for each membership of a person on which days outputs are the group's. What months after the end add takes nothing
 * away: who has left a primary position is also a member of the next group.
 */
export function eachOwnDays(
  { tree, members }: MemberKnowledge,
  orcid: string,
  { primary, monthsAfter }: MemberOptions,
  tell: (group: string, days: readonly DayInterval[]) => void,
): void {
  const memberships = members.get(orcid) ?? [];
  const within = (membership: MembershipPeriod) =>
    intersectionOf(daysOfPeriod(membership), tree.get(membership.group_id)?.lifetime ?? []);
  const primaryDays = primary ? unionOf(memberships.filter(({ is_primary }) => is_primary).flatMap(within)) : [];
  for (const membership of memberships) {
    const own = prolonged(within(membership), monthsAfter);
    const days = membership.is_primary || primaryDays.length === 0 ? own : differenceOf(own, primaryDays);
    if (days.length > 0) tell(membership.group_id, days);
  }
}

/** By group: the days on which a person's outputs are its own. */
export function ownDays(
  knowledge: MemberKnowledge,
  orcid: string,
  options: MemberOptions,
): ReadonlyMap<string, readonly DayInterval[]> {
  const days = new Map<string, readonly DayInterval[]>();
  eachOwnDays(knowledge, orcid, options, (group, own) => {
    const known = days.get(group);
    days.set(group, known ? unionOf([...known, ...own]) : own);
  });
  return days;
}
