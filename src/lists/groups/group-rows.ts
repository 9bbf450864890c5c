import type { GroupRow } from '#src/records/groups/group.ts';
import {
  type GroupKnowledge,
  type GroupOptions,
  groupKnowledge,
  type HandMadeGroups,
  type MembershipPeriod,
} from '#src/records/groups/knowledge.ts';
import type { GroupMemberRow } from '#src/records/groups/member.ts';
import { type GroupOutputRow, type OutputName, outputNamed } from '#src/records/groups/output.ts';
import { toPeriodInMs } from '#src/records/groups/periods.ts';
import { groupPlace } from '#src/records/groups/place.ts';
import type { GroupPlace } from '#src/records/groups/tree.ts';
import { isPublic } from '#src/records/publications/publicity.ts';
import type { Aggregate, ListInMemory, LookUp } from '../model/list-source.ts';
import type { ListNames } from '../model/spec.ts';

/** Who asks: hidden groups are none for the public, though what is in them counts for the groups above. */
export type GroupAudience = 'public' | 'curators';

export interface Places {
  all: GroupPlace[];
  /** Of those, the public ones. */
  shown: Set<string>;
}

const placeFields = ['id', 'parents', 'taken_over_by', 'starts_at', 'ends_at', 'visible', 'deleted_at'] as const;
const memberFields = ['orcid', 'memberships'] as const;
const byHandFields = ['id', 'added', 'excluded'] as const;

export const allPlaces: Aggregate<Pick<GroupRow, (typeof placeFields)[number]>, Places> = {
  start: () => ({ all: [], shown: new Set() }),
  add: ({ all, shown }, row) => {
    if (row.deleted_at !== null) return;
    all.push(groupPlace(row));
    if (isPublic(row)) shown.add(row.id);
  },
};

export const allMembers: Aggregate<
  Pick<GroupMemberRow, (typeof memberFields)[number]>,
  Map<string, MembershipPeriod[]>
> = {
  start: () => new Map(),
  add: (members, { orcid, memberships }) => {
    if (orcid === null || memberships.length === 0) return;
    members.set(
      orcid,
      memberships.map(({ group_id, is_primary, starts_at, ends_at }) => ({
        ...{ group_id, is_primary },
        ...toPeriodInMs({ starts_at, ends_at }),
      })),
    );
  },
};

type ByHand = Record<OutputName['kind'], Map<string, HandMadeGroups>>;
export const allByHand: Aggregate<Pick<GroupOutputRow, (typeof byHandFields)[number]>, ByHand> = {
  start: () => ({ publication: new Map(), work: new Map() }),
  add: (all, { id, added, excluded }) => {
    if (added.length === 0 && excluded.length === 0) return;
    const output = outputNamed(id);
    all[output.kind].set(output.id, { added: [...added], excluded: [...excluded] });
  },
};

/** An aggregate of some rows. */
function aggregateOf<Row, T>({ start, add }: Aggregate<Row, T>, rows: Iterable<Row>): T {
  const result = start();
  for (const row of rows) add(result, row);
  return result;
}

/** The lists of groups, members and outputs with groups by hand, of which rows are looked up. */
interface GroupLists {
  groups: Pick<ListInMemory<GroupRow, NamesWith<'parent'>>, 'lookUp'>;
  groupMembers: Pick<ListInMemory<GroupMemberRow, NamesWith<'group'>>, 'lookUp'>;
  groupOutputs: Pick<ListInMemory<GroupOutputRow, NamesWith<'group'>>, 'lookUp'>;
}

type NamesWith<Equal extends string> = ListNames & { equal: Equal };

/** All that decides which outputs are these groups', of rows that were read just now, and which of the groups may be named. */
export async function knownBelow(
  { groups, groupMembers, groupOutputs }: GroupLists,
  ids: readonly string[],
  { kind, audience }: { kind: OutputName['kind']; audience: GroupAudience },
  { subgroups, primary }: Pick<GroupOptions, 'subgroups' | 'primary'>,
): Promise<{ named: string[]; knowledge: GroupKnowledge }> {
  const places = await groups.lookUp((rows) => aggregateOf(allPlaces, placesBelow(rows, ids, subgroups)), anyAge);
  const below = places.all.map(({ id }) => id);
  const named = audience === 'public' ? places.shown : new Set(below);
  const [members, byHand] = await Promise.all([
    groupMembers.lookUp((rows) => aggregateOf(allMembers, rows({ equals: { group: below } }, memberFields)), anyAge),
    groupOutputs.lookUp((rows) => aggregateOf(allByHand, rows({ equals: { group: below } }, byHandFields)), anyAge),
  ]);
  if (primary) {
    // Primary memberships of other groups count while these exist.
    const others = new Set([...members.values()].flatMap((each) => each.map(({ group_id }) => group_id)));
    for (const id of below) others.delete(id);
    const more = await groups.lookUp((rows) => aggregateOf(allPlaces, rows({ ids: others }, placeFields)), anyAge);
    places.all.push(...more.all);
  }
  return { named: ids.filter((id) => named.has(id)), knowledge: groupKnowledge(places.all, members, byHand[kind]) };
}

/** The list has been read a moment ago. */
const anyAge = Number.POSITIVE_INFINITY;

type PlaceRow = Pick<GroupRow, (typeof placeFields)[number]>;

/** These groups, and with sub-groups all that were ever below them. Deleted ones count nothing. */
function placesBelow(
  rows: LookUp<GroupRow, NamesWith<'parent'>>,
  ids: readonly string[],
  subgroups: boolean,
): Iterable<PlaceRow> {
  const found = new Map<string, PlaceRow>();
  let next = rows({ ids: new Set(ids) }, placeFields);
  while (next.length > 0) {
    const fresh = next.filter(({ id, deleted_at }) => deleted_at === null && !found.has(id));
    for (const row of fresh) found.set(row.id, row);
    const upper = fresh.map(({ id }) => id);
    next = subgroups && upper.length > 0 ? rows({ equals: { parent: upper } }, placeFields) : [];
  }
  return found.values();
}
