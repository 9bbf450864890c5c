import * as z from 'zod';
import { versionTag } from '#src/http/entity-tag.ts';
import type { MemberCaller } from '#src/identity/callers/caller.ts';
import { groupMembers } from '#src/lists/groups/group-members.ts';
import type { Aggregate } from '#src/lists/model/list-source.ts';
import { type GroupRecord, GroupRow } from '#src/records/groups/group.ts';
import type { GroupMemberRow } from '#src/records/groups/member.ts';
import { dayTextOf, includesDay, type StoredPeriod, toPeriodInMs } from '#src/records/groups/periods.ts';
import { LocalizedText } from '#src/vocabulary/locale.ts';
import { roleIncludes } from '#src/vocabulary/workspace.ts';

const localized = LocalizedText.meta({ description: 'A text, or the same text by language tag (BCP 47)' });
const time = z.int().meta({ description: 'Milliseconds since the epoch' });

/** A period in answers. */
export const shownPeriod = {
  starts_at: z.int().nullable().meta({ description: 'Milliseconds since the epoch. null: always before' }),
  ends_at: z
    .int()
    .nullable()
    .meta({ description: 'The first moment after it, in milliseconds since the epoch. null: ever after' }),
};

const shape = GroupRow.shape;

export const CuratedGroup = z
  .object({
    id: shape.id,
    name: localized,
    kind: shape.kind,
    parents: z.array(z.object({ id: z.string(), ...shownPeriod })),
    parent_ids: z.array(z.string()).meta({ description: 'The groups that it belongs to today' }),
    taken_over_by: shape.taken_over_by,
    ror: shape.ror,
    homepage: shape.homepage,
    external_id: shape.external_id,
    printed_names: shape.printed_names,
    visible: shape.visible,
    ...shownPeriod,
    steward_count: z.int().meta({ description: 'The people who look after it' }),
    stewards: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Their e-mail addresses, for administrators and for the stewards themselves; else null' }),
    member_count: z.int().meta({ description: 'The people with an ORCID iD who are members today' }),
    waiting_count: z.int().meta({ description: 'The people without an ORCID iD who are members today' }),
    created_at: time,
    updated_at: time,
    version: z.int().meta({ description: 'The number of writes. `If-Match: "<version>"` refuses later versions.' }),
  })
  .meta({ id: 'Group' });

/** How many people are members on a day, with and without an iD. */
interface MemberCount {
  member_count: number;
  waiting_count: number;
}

/** By group: how many people are members today. */
export async function memberCounts(now: Date): Promise<(group: GroupRecord | GroupRow) => MemberCount> {
  const today = dayTextOf(now.getTime());
  const { value: periods } = await groupMembers.aggregate(periodsByGroup, 0);
  // Nobody has two memberships of one group on a day.
  return (group) => {
    const ofGroup = includesDay(group, today) ? (periods.get(group.id) ?? []) : [];
    const current = ofGroup.filter((period) => includesDay(period, today));
    const waiting_count = current.filter(({ waits }) => waits).length;
    return { member_count: current.length - waiting_count, waiting_count };
  };
}

/** By group: the periods of all memberships, and whether somebody waits for an iD. */
const periodsByGroup: Aggregate<GroupMemberRow, Map<string, (StoredPeriod & { waits: boolean })[]>> = {
  start: () => new Map(),
  add: (result, { orcid, memberships }) => {
    for (const { group_id, starts_at, ends_at } of memberships) {
      const known = result.get(group_id) ?? [];
      known.push({ starts_at, ends_at, waits: orcid === null });
      result.set(group_id, known);
    }
  },
};

const inMs = <P extends StoredPeriod>(period: P) => ({ ...period, ...toPeriodInMs(period) });

export function curatedGroup(
  record: GroupRecord | GroupRow,
  counts: MemberCount,
  now: Date,
): Omit<z.input<typeof CuratedGroup>, 'version' | 'stewards' | 'steward_count'> {
  const today = dayTextOf(now.getTime());
  const current = record.parents.filter((parent) => includesDay(parent, today)).map(({ id }) => id);
  return { ...inMs(record), ...counts, parents: record.parents.map(inMs), parent_ids: [...new Set(current)] };
}

/** A group as a route answers its caller with it. */
export async function shownGroup(
  record: GroupRecord,
  { email, role }: MemberCaller,
  now: Date,
): Promise<z.input<typeof CuratedGroup>> {
  const { version, stewards } = record;
  const counts = (await memberCounts(now))(record);
  const mayKnow = roleIncludes(role, 'workspace_admin') || (email !== null && stewards.includes(email));
  const looked = { steward_count: stewards.length, stewards: mayKnow ? stewards : null };
  return { ...curatedGroup(record, counts, now), ...looked, version };
}

/** The ETag of a group in an answer, which differs by what the caller may know. */
export const groupTag = (group: z.input<typeof CuratedGroup>): string =>
  versionTag(group, [group.member_count, group.waiting_count, ...(group.stewards ?? [])]);

export const GroupParams = z.object({ id: z.string().meta({ description: 'The id of the group' }) });
