import * as z from 'zod';
import { groups } from '#src/lists/groups/groups.ts';
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

export function publicGroup(
  { id, name, kind, parents, taken_over_by, ror, homepage, starts_at, ends_at }: GroupRow,
  shown: Pick<ReadonlyMap<string, unknown>, 'has'>,
  language: string,
  href: string,
): z.input<typeof PublicGroup> {
  return {
    ...{ id, kind, ror, homepage, href },
    name: inLocale(name, language) ?? id,
    parents: parents
      .filter((parent) => shown.has(parent.id))
      .map((parent) => ({ id: parent.id, ...toPeriodInMs(parent) })),
    taken_over_by: taken_over_by !== null && shown.has(taken_over_by) ? taken_over_by : null,
    ...toPeriodInMs({ starts_at, ends_at }),
  };
}

/** The public groups that belong to this one on a day, by name. */
export async function publicSubgroups(id: string, now: Date, stalenessMs: number): Promise<GroupRow[]> {
  const all = {
    page: 1,
    per_page: Number.MAX_SAFE_INTEGER,
    q: '',
    sort: 'name',
    dir: 'asc',
    where: ['public'],
  } as const;
  const { rows } = await groups.find({ ...all, equals: { parent: id } }, stalenessMs);
  const today = dayTextOf(now.getTime());
  return rows.filter(({ parents }) => parents.some((parent) => parent.id === id && includesDay(parent, today)));
}
