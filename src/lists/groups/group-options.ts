import { dayNumber } from '#src/records/groups/days.ts';
import { type GroupOptions, groupBases } from '#src/records/groups/knowledge.ts';
import { env } from '#src/runtime/env.ts';

/** A request's words on the rule. Undefined: the setting. */
export interface AskedRule {
  subgroups: boolean;
  basis: GroupOptions['basis'] | undefined;
  primary: boolean;
}

/** The rule of a request without a word on it. */
export const usualRule = { subgroups: true, primary: false, basis: undefined } as const;

/** The rule that a request asks for, with the settings of the deployment. */
export const optionsOf = ({ basis, subgroups, primary }: AskedRule, now: Date): GroupOptions => ({
  subgroups,
  primary,
  today: dayNumber(now.getTime()),
  ...groupSettings(),
  ...(basis && { basis }),
});

/** The settings that decide the groups of outputs, unless a request says otherwise. */
export const groupSettings = (): Pick<GroupOptions, 'basis' | 'monthsAfter'> => ({
  basis: groupBases.find((basis) => basis === env('GROUP_BASIS')) ?? 'at_publication',
  monthsAfter: env('GROUP_MONTHS_AFTER'),
});
