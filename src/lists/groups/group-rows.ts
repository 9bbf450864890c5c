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

export const allPlaces: Aggregate<GroupRow, Places> = {
  start: () => ({ all: [], shown: new Set() }),
  add: ({ all, shown }, row) => {
    if (row.deleted_at !== null) return;
    all.push(groupPlace(row));
    if (isPublic(row)) shown.add(row.id);
  },
};

export const allMembers: Aggregate<GroupMemberRow, Map<string, MembershipPeriod[]>> = {
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
export const allByHand: Aggregate<GroupOutputRow, ByHand> = {
  start: () => ({ publication: new Map(), work: new Map() }),
  add: (all, { id, added, excluded }) => {
    if (added.length === 0 && excluded.length === 0) return;
    const output = outputNamed(id);
    all[output.kind].set(output.id, { added: [...added], excluded: [...excluded] });
  },
};

/** The lists of groups, members and outputs with groups by hand, of which rows are looked up. */
interface GroupLists {
  groups: Pick<ListInMemory<GroupRow, NamesWith<'parent'>>, 'lookUp'>;
  groupMembers: Pick<ListInMemory<GroupMemberRow, NamesWith<'group'>>, 'lookUp'>;
  groupOutputs: Pick<ListInMemory<GroupOutputRow, NamesWith<'group'>>, 'lookUp'>;
}

type NamesWith<Equal extends string> = ListNames & { equal: Equal };

/**
 * All that decides which outputs are these groups', of rows that were read just now, and which of the groups may be named. Of
 * more groups than `mostLookedUp`, all rows are read, which is faster then.
 */
export async function knownBelow(
  { groups, groupMembers, groupOutputs }: GroupLists,
  ids: readonly string[],
  { kind, audience }: { kind: OutputName['kind']; audience: GroupAudience },
  { subgroups, primary }: Pick<GroupOptions, 'subgroups' | 'primary'>,
  mostLookedUp = 1_000,
): Promise<{ named: string[]; knowledge: GroupKnowledge }> {
  const places = await groups.lookUp((rows) => placesBelow(rows, ids, { subgroups, mostLookedUp }), anyAge);
  const below = places.all.map(({ id }) => id);
  const ofGroups = below.length > mostLookedUp ? {} : { group: below };
  const named = audience === 'public' ? places.shown : new Set(below);
  const [members, byHand] = await Promise.all([
    groupMembers.lookUp((rows) => found(rows, { equals: ofGroups }, allMembers), anyAge),
    groupOutputs.lookUp((rows) => found(rows, { equals: ofGroups }, allByHand), anyAge),
  ]);
  if (primary) {
    // Primary memberships of other groups count while these exist.
    const others = new Set([...members.values()].flatMap((each) => each.map(({ group_id }) => group_id)));
    for (const id of below) others.delete(id);
    places.all.push(...(await groups.lookUp((rows) => found(rows, { ids: others }, allPlaces), anyAge)).all);
  }
  return { named: ids.filter((id) => named.has(id)), knowledge: groupKnowledge(places.all, members, byHand[kind]) };
}

/** The list has been read a moment ago. */
const anyAge = Number.POSITIVE_INFINITY;

/** These groups, and with sub-groups all that were ever below them, perhaps more. Deleted ones count nothing. */
function placesBelow(
  rows: LookUp<GroupRow, NamesWith<'parent'>>,
  ids: readonly string[],
  { subgroups, mostLookedUp }: { subgroups: boolean; mostLookedUp: number },
): Places {
  const places = allPlaces.start();
  const seen = new Set<string>();
  const add = (row: GroupRow) => {
    if (seen.has(row.id)) return;
    seen.add(row.id);
    allPlaces.add(places, row);
  };
  rows({ ids: new Set(ids) }, add);
  for (let next = 0; subgroups && next < places.all.length; ) {
    const parent = places.all.slice(next).map(({ id }) => id);
    next = places.all.length;
    rows({ equals: parent.length > mostLookedUp ? {} : { parent } }, add);
  }
  return places;
}

/** An aggregate of the rows that are found. */
function found<Row, Names extends ListNames, T>(
  rows: LookUp<Row, Names>,
  by: Parameters<LookUp<Row, Names>>[0],
  { start, add }: Aggregate<Row, T>,
): T {
  const result = start();
  rows(by, (row) => add(result, row));
  return result;
}
