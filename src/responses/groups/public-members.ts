import * as z from 'zod';
import { groupMembers } from '#src/lists/groups/group-members.ts';
import { people } from '#src/lists/people.ts';
import type { GroupRow } from '#src/records/groups/group.ts';
import { dayTextOf, includesDay, toPeriodInMs } from '#src/records/groups/periods.ts';
import { inLocale, type LocalizedText } from '#src/vocabulary/locale.ts';
import { publicPublicationCounts } from '../people.ts';
import { shownPeriod } from './groups.ts';

/** A member of a group who has public publications. */
export const PublicMember = z
  .object({
    orcid: z.string(),
    name: z.string().nullable(),
    slug: z.string().nullable(),
    role: z.string().nullable(),
    ...shownPeriod,
  })
  .meta({ id: 'PublicGroupMember' });

export interface ShownMember extends Omit<z.input<typeof PublicMember>, 'name'> {
  name: LocalizedText | null;
}

/** The most people that a group is shown with. */
const mostMembers = 500;

/** Who belongs to a group on a day, by name: those with public publications, as everywhere outside. */
export async function publicMembers(group: GroupRow, now: Date, stalenessMs: number): Promise<ShownMember[]> {
  const today = dayTextOf(now.getTime());
  if (!includesDay(group, today)) return [];
  const all = { page: 1, per_page: Number.MAX_SAFE_INTEGER, q: '', dir: 'asc', where: [] } as const;
  const [{ rows }, counts] = await Promise.all([
    groupMembers.find({ ...all, sort: 'updated_at', equals: { group: group.id, waiting: 'false' } }, stalenessMs),
    publicPublicationCounts(),
  ]);
  const current = new Map(
    rows.flatMap(({ orcid, memberships }) => {
      const membership = memberships.find((each) => each.group_id === group.id && includesDay(each, today));
      return orcid !== null && membership && counts.has(orcid) ? [[orcid, membership] as const] : [];
    }),
  );
  if (current.size === 0) return [];
  const found = await people.find(
    { ...all, per_page: mostMembers, sort: 'name', ids: new Set(current.keys()) },
    stalenessMs,
  );
  return found.rows.flatMap(({ orcid, name, slug }) => {
    const membership = current.get(orcid);
    return membership ? [{ orcid, name, slug, role: membership.role, ...toPeriodInMs(membership) }] : [];
  });
}

export const publicMember = (member: ShownMember, language: string): z.input<typeof PublicMember> => ({
  ...member,
  name: inLocale(member.name, language),
});
