import { type DayInterval, isOnDays } from './days.ts';

/** By iD of a person: on which days outputs of theirs count. Sorted, and none touches another one. */
export type LinkedDays = ReadonlyMap<string, readonly DayInterval[]>;

/** What decides whether an output is one of some groups, for engines that find all of them. Compiled from the rule. */
export interface GroupCondition {
  linked: LinkedDays;
  /** Outputs with groups by hand, which these decide instead of `linked`. No id is in two of them. */
  byHand: readonly HandMade[];
}

/** Outputs with the same groups by hand. */
export interface HandMade {
  ids: ReadonlySet<string>;
  linked: LinkedDays;
  /** When they count whoever their people are. */
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
