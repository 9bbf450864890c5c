import { alwaysOnly, type DayInterval, datedDays, intersectionOf, isOnDays, noDay, unionOf } from './days.ts';
import { eachOwnDays, type GroupKnowledge, type GroupOptions } from './knowledge.ts';
import { daysDownwards, daysUpwards, type GroupTree } from './tree.ts';

/** By iD of a person: on which days outputs of theirs count. Sorted, and none touches another one. */
export type LinkedDays = ReadonlyMap<string, readonly DayInterval[]>;

/** The periods that decide whether an output is one of some groups, for engines that find all of them. Compiled from the rule. */
export interface GroupCondition {
  linked: LinkedDays;
  /** Outputs with groups by hand, which these decide instead of `linked`. No id is in two of them. */
  byHand: readonly HandMade[];
}

/** Outputs with the same groups by hand. */
export interface HandMade {
  ids: ReadonlySet<string>;
  /** Made when it is asked for: there may be many of these. */
  linked: Pick<LinkedDays, 'get'>;
  /** When they count whoever their people are. `noDay` stands for an unknown date. */
  days: readonly DayInterval[];
}

/** An output, as the rule sees it. */
export interface GroupedOutput {
  /** The id of its list row. */
  id: string;
  orcids: readonly string[];
  /** The days of its date; null if it has none. */
  days: DayInterval | null;
}

/** Whether an output meets a condition: what engines must agree with. */
export function isOfGroups({ linked, byHand }: GroupCondition, { id, orcids, days }: GroupedOutput): boolean {
  const hand = byHand.find(({ ids }) => ids.has(id));
  if (hand && isOnDays(hand.days, days)) return true;
  const ofPeople = hand?.linked ?? linked;
  return orcids.some((orcid) => isOnDays(ofPeople.get(orcid) ?? [], days));
}

/** When a group counts for the ones that are looked for. */
type DaysOfGroup = Pick<ReadonlyMap<string, readonly DayInterval[]>, 'get'>;

/** The answers of `groupsOf` for all outputs for these groups. Looks only at what is below them, and its members. */
export function groupCondition(
  knowledge: GroupKnowledge,
  groupIds: Iterable<string>,
  options: GroupOptions,
): GroupCondition {
  const { tree, peopleOf } = knowledge;
  const wanted = new Set([...groupIds].filter((id) => tree.has(id)));
  const below = options.subgroups ? daysDownwards(tree, wanted) : undefined;
  const groups = new Set(below?.keys() ?? wanted);
  const counting = below ?? onlyThemselves(wanted);

  const linked = new Map<string, readonly DayInterval[]>();
  for (const group of groups)
    for (const orcid of peopleOf.get(group) ?? [])
      if (!linked.has(orcid)) linked.set(orcid, daysOfPerson(knowledge, orcid, counting, options));
  for (const [orcid, days] of linked) if (days.length === 0) linked.delete(orcid);

  const byHand = alike(knowledge, groups).map(({ ids, added, excluded }): HandMade => {
    if (excluded.size === 0) return { ids, linked, days: daysByHand(added, counting, options) };
    const around = { get: (group: string) => daysAround(knowledge.tree, group, wanted, excluded, options) };
    return {
      ids,
      linked: { get: (orcid) => daysOfPerson(knowledge, orcid, around, options) },
      days: daysByHand(added, around, options),
    };
  });
  return { linked, byHand };
}

/** All outputs of any group: an output without group is none of them. */
export const withoutGroupCondition = (knowledge: GroupKnowledge, options: GroupOptions): GroupCondition =>
  // An output of a group is one of its own, or of one below it.
  groupCondition(knowledge, knowledge.tree.keys(), { ...options, subgroups: false });

const onlyThemselves = (wanted: ReadonlySet<string>): DaysOfGroup => ({
  get: (id) => (wanted.has(id) ? alwaysOnly : undefined),
});

/** From below, which is short: there may be as many sets of excluded groups as outputs with some. */
const daysAround = (
  tree: GroupTree,
  group: string,
  wanted: ReadonlySet<string>,
  excluded: ReadonlySet<string>,
  { subgroups }: GroupOptions,
) =>
  unionOf(
    [...daysUpwards(tree, group, excluded)].flatMap(([id, days]) =>
      wanted.has(id) && (subgroups || id === group) ? days : [],
    ),
  );

function daysOfPerson(knowledge: GroupKnowledge, orcid: string, counting: DaysOfGroup, options: GroupOptions) {
  let days: readonly DayInterval[] = [];
  eachOwnDays(knowledge, orcid, options, (group, own) => {
    const counted = counting.get(group);
    if (counted) days = unionOf([...days, ...intersectionOf(own, counted)]);
  });
  return daysOfOutputs(days, options);
}

/** The days on which outputs must be published for the rule to hold on one of these. */
export function daysOfOutputs(
  days: readonly DayInterval[],
  { basis, today }: Pick<GroupOptions, 'basis' | 'today'>,
): readonly DayInterval[] {
  if (basis === 'at_publication') return intersectionOf(days, [datedDays]);
  const holds = basis === 'ever' ? days.length > 0 : isOnDays(days, [today, today]);
  return holds ? alwaysOnly : [];
}

function daysByHand(added: ReadonlySet<string>, counting: DaysOfGroup, options: GroupOptions) {
  const days = unionOf([...added].flatMap((group) => counting.get(group) ?? []));
  const ofOutputs = daysOfOutputs(days, options);
  const undated = options.basis === 'at_publication' && isOnDays(days, [options.today, options.today]);
  return undated ? [noDay, ...ofOutputs] : ofOutputs;
}

interface Alike {
  ids: Set<string>;
  added: ReadonlySet<string>;
  excluded: ReadonlySet<string>;
}

/** Outputs by what was added and excluded among these groups; other groups by hand change nothing about them. */
function alike({ byHand, handMadeOf }: GroupKnowledge, groups: ReadonlySet<string>): Alike[] {
  const classes = new Map<string, Alike>();
  for (const id of new Set([...groups].flatMap((group) => handMadeOf.get(group) ?? []))) {
    const hand = byHand.get(id);
    const [added, excluded] = [hand?.added ?? [], hand?.excluded ?? []].map((ids) =>
      ids.filter((group) => groups.has(group)).toSorted(),
    );
    const key = JSON.stringify([added, excluded]);
    const known = classes.get(key);
    if (known) known.ids.add(id);
    else classes.set(key, { ids: new Set([id]), added: new Set(added), excluded: new Set(excluded) });
  }
  return [...classes.values()];
}
