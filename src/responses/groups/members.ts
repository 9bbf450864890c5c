import * as z from 'zod';
import { type MembershipOf, membershipId } from '#src/curation/groups/members.ts';
import { checkPeriod, optionalPeriod } from '#src/records/groups/input.ts';
import { GroupMembership, StaffId } from '#src/records/groups/member.ts';
import { toPeriodInMs } from '#src/records/groups/periods.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { OrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';
import { LocalizedText } from '#src/vocabulary/locale.ts';
import { nameText } from '#src/vocabulary/name.ts';
import { GroupParams, shownPeriod } from './groups.ts';

const { role, is_primary, source, import_id, created_at, updated_at, group_id } = GroupMembership.shape;

export const GroupMemberItem = z
  .object({
    id: z.string().meta({ description: 'The id of the membership, for its address' }),
    group_id,
    orcid: z.string().nullable().meta({ description: 'null: they wait for an iD, and have no outputs here' }),
    staff_id: z.string().nullable(),
    name: LocalizedText.nullable().meta({ description: 'Null if it is not known' }),
    role,
    is_primary,
    ...shownPeriod,
    source: source.meta({ description: '`hand`, `import`, `orcid`, `affiliations` (as printed) or `partner`' }),
    import_id,
    created_at,
    updated_at,
  })
  .meta({ id: 'GroupMember' });

const fields = {
  role: nameText(100).nullable().optional().meta({ description: 'Any words, such as `professor`' }),
  is_primary: z.boolean().optional().meta({ description: 'Whether this is where they mainly belong at this time' }),
  ...optionalPeriod,
};

export const NewGroupMember = z
  .strictObject({
    orcid: OrcidId.optional(),
    staff_id: StaffId.optional().meta({ description: 'Without `orcid`: they wait until somebody gives their iD' }),
    name: nameText(300).optional().meta({ description: 'Only of somebody without an iD' }),
    ...fields,
  })
  .check((context) => checkPeriod(context));

export const GroupMemberPatch = z
  .strictObject({
    orcid: OrcidId.optional().meta({ description: 'The iD of somebody who waits for one' }),
    ...fields,
  })
  .check((context) => checkPeriod(context));

export const GroupMemberParams = GroupParams.extend({
  memberId: z.string().meta({ description: 'The id of the membership' }),
});

/** Memberships with the names of those who have an iD. */
export async function memberItems(all: readonly MembershipOf[]): Promise<z.input<typeof GroupMemberItem>[]> {
  const people = await getPeople([...new Set(all.flatMap(({ member }) => member.orcid ?? []))]);
  const names = new Map(people.map(({ orcid, name }) => [orcid, name]));
  return all.map(({ member, membership }) => ({
    ...membership,
    ...toPeriodInMs(membership),
    id: membershipId({ member, membership }),
    orcid: member.orcid,
    staff_id: member.staff_id,
    name: member.orcid === null ? member.name : (names.get(member.orcid) ?? null),
  }));
}

export async function memberItem(one: MembershipOf): Promise<z.input<typeof GroupMemberItem>> {
  const [item] = await memberItems([one]);
  if (!item) throw new Error('A membership has no item');
  return item;
}
