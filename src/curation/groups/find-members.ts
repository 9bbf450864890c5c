import { groupMembers } from '#src/lists/groups/group-members.ts';
import { curatedPeople } from '#src/lists/people.ts';
import type { GroupRecord } from '#src/records/groups/group.ts';
import type { GroupMember } from '#src/records/groups/member.ts';
import { dayTextOf, includesDay, type StoredPeriod, withinLife } from '#src/records/groups/periods.ts';
import { defaultLocale, inLocale } from '#src/vocabulary/locale.ts';
import { foldForSearch } from '#src/vocabulary/text/fold.ts';
import type { MembershipOf } from './members.ts';

export const memberStates = ['current', 'former', 'future', 'waiting'] as const;
type MemberState = (typeof memberStates)[number];

const all = { page: 1, per_page: Number.MAX_SAFE_INTEGER, dir: 'asc', where: [] } as const;

/** The memberships of a group, by name and start, and how many people they are of. */
export async function membersOfGroup(
  group: GroupRecord,
  { q, state, now }: { q: string; state: MemberState | null; now: Date },
): Promise<{ memberships: MembershipOf[]; with_orcid: number; without_orcid: number }> {
  const inGroup = { ...all, sort: 'updated_at', equals: { group: group.id } } as const;
  const { rows } = await groupMembers.find({ ...inGroup, q: '' }, 0);
  const found =
    q === '' ? undefined : new Set((await groupMembers.find({ ...inGroup, q }, 0)).rows.map(({ id }) => id));
  const ids = new Set(rows.flatMap(({ orcid }) => orcid ?? []));
  const people = (await curatedPeople.find({ ...all, sort: 'name', q, ids }, 0)).rows;
  for (const { orcid } of people) found?.add(orcid);
  const names = new Map(people.map(({ orcid, name }) => [orcid, inLocale(name, defaultLocale)]));
  const nameOf = ({ id, orcid, name }: GroupMember) =>
    foldForSearch((orcid === null ? name : names.get(orcid)) ?? id, defaultLocale);
  const today = dayTextOf(now.getTime());
  const memberships = rows
    .filter(({ id }) => !found || found.has(id))
    .flatMap((row) =>
      row.memberships
        .filter((each) => each.group_id === group.id && isInState(row.orcid, withinLife(each, group), state, today))
        // The version is in no row, and nothing is written here.
        .map((membership): MembershipOf => ({ member: { ...row, version: 0 }, membership })),
    );
  const key = ({ member, membership }: MembershipOf) =>
    `${nameOf(member)}\n${membership.starts_at ?? ''}\n${member.id}${membership.id}`;
  const keyed = memberships.map((each) => ({ each, key: key(each) }));
  const everybody = new Set(memberships.map(({ member }) => member.id));
  const without_orcid = new Set(
    memberships.filter(({ member }) => member.orcid === null).map(({ member }) => member.id),
  );
  return {
    memberships: keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ each }) => each),
    with_orcid: everybody.size - without_orcid.size,
    without_orcid: without_orcid.size,
  };
}

function isInState(orcid: string | null, period: StoredPeriod, state: MemberState | null, today: string): boolean {
  if (state === 'waiting') return orcid === null;
  if (state === 'current') return includesDay(period, today);
  if (state === 'former') return period.ends_at !== null && period.ends_at < today;
  return state === null || (period.starts_at !== null && period.starts_at > today);
}
