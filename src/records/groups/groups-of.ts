import { always, type DayInterval, intersectionOf } from './days.ts';
import type { GroupedOutput } from './group-condition.ts';
import { type GroupKnowledge, type GroupOptions, ownDays } from './knowledge.ts';
import { daysUpwards } from './tree.ts';

/**
 * The one rule: an output is one of each group for which, on one of its days, a member among its people counts, or a
 * group that was added to it. No way leads through an excluded group. Nothing else makes it one of a group.
 */
export function groupsOf(output: GroupedOutput, knowledge: GroupKnowledge, options: GroupOptions): Set<string> {
  const { added = [], excluded = [] } = knowledge.byHand.get(output.id) ?? {};
  const blocked = new Set(excluded);
  const days = soughtDays(output, options);
  const ofPeople = output.orcids.flatMap((orcid) =>
    [...ownDays(knowledge, orcid, options)].map(([group, on]) => ({ group, on: intersectionOf(on, days) })),
  );
  // Without a date, groups by hand have the parents of today.
  const today: DayInterval = [options.today, options.today];
  const ofHand = added.map((group) => ({ group, on: days.length > 0 ? days : [today] }));

  const groups = new Set<string>();
  for (const { group, on } of [...ofPeople, ...ofHand])
    for (const [counting, holds] of daysUpwards(knowledge.tree, group, blocked))
      if ((options.subgroups || counting === group) && intersectionOf(on, holds).length > 0) groups.add(counting);
  return groups;
}

/** The groups of an output by one of its people alone, by the same rule: without those that were added to it. */
export function groupsOfPerson(
  output: GroupedOutput,
  orcid: string,
  knowledge: GroupKnowledge,
  options: GroupOptions,
): Set<string> {
  const hand = knowledge.byHand.get(output.id);
  const byHand = hand ? new Map([[output.id, { added: [], excluded: hand.excluded }]]) : knowledge.byHand;
  return groupsOf({ ...output, orcids: [orcid] }, { ...knowledge, byHand }, options);
}

/** The days on one of which all has to hold. */
function soughtDays({ days }: GroupedOutput, { basis, today }: GroupOptions): readonly DayInterval[] {
  if (basis === 'current') return [[today, today]];
  if (basis === 'ever') return [always];
  return days ? [days] : [];
}
