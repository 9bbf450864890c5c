import * as z from 'zod';
import { GroupRow } from '#src/records/groups/group.ts';
import { dayTextOf, includesDay, toPeriodInMs } from '#src/records/groups/periods.ts';
import { inLocale } from '#src/vocabulary/locale.ts';
import { shownPeriod } from './groups.ts';

const shape = GroupRow.shape;

/** A group as everybody sees it. Hidden groups are named nowhere. */
export const PublicGroup = z
  .object({
    id: shape.id,
    name: z.string(),
    kind: shape.kind,
    parents: z
      .array(z.object({ id: z.string(), ...shownPeriod }))
      .meta({ description: 'The public groups that it belongs to or belonged to, each with its period' }),
    taken_over_by: shape.taken_over_by.meta({ description: 'The public group that continues it' }),
    ror: shape.ror,
    homepage: shape.homepage,
    ...shownPeriod,
    href: z.url().meta({ description: 'Its page' }),
  })
  .meta({ id: 'PublicGroup' });

/** `row` is as `groupAsShown` gives it. */
export function publicGroup(
  { id, name, kind, parents, taken_over_by, ror, homepage, ...period }: GroupRow,
  language: string,
  href: string,
): z.input<typeof PublicGroup> {
  return {
    ...{ id, kind, taken_over_by, ror, homepage, href },
    name: inLocale(name, language) ?? id,
    parents: parents.map((parent) => ({ id: parent.id, ...toPeriodInMs(parent) })),
    ...toPeriodInMs(period),
  };
}

/** The groups among these that belong to one today. */
export function subgroupsOf(id: string, all: ReadonlyMap<string, GroupRow>, now: Date): GroupRow[] {
  const today = dayTextOf(now.getTime());
  return [...all.values()].filter(
    (group) =>
      includesDay(group, today) && group.parents.some((parent) => parent.id === id && includesDay(parent, today)),
  );
}
