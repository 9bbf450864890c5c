import type { MemberCaller } from '#src/identity/callers/caller.ts';
import { getStewardship, ifStillSteward } from '#src/identity/store/stewardships.ts';
import { optionsOf, usualRule } from '#src/lists/groups/group-options.ts';
import { dayNumber, daysOfDate } from '#src/records/groups/days.ts';
import { type GroupRecord, groupsAbove } from '#src/records/groups/group.ts';
import type { GroupedOutput } from '#src/records/groups/group-condition.ts';
import { groupsOf } from '#src/records/groups/groups-of.ts';
import { groupKnowledge } from '#src/records/groups/knowledge.ts';
import { type OutputName, outputId } from '#src/records/groups/output.ts';
import { toPeriodInMs } from '#src/records/groups/periods.ts';
import { groupPlace } from '#src/records/groups/place.ts';
import { getGroups, ifSameTree, treeVersion } from '#src/records/groups/store/groups.ts';
import { type GroupMemberChange, getGroupMembers } from '#src/records/groups/store/members.ts';
import { getGroupOutput } from '#src/records/groups/store/outputs.ts';
import { daysUpwards, groupTree } from '#src/records/groups/tree.ts';
import { type PublicationRecord, shownPublication } from '#src/records/publications/publication.ts';
import { orcidsOf } from '#src/records/publications/publicity.ts';
import { type WorkRecord, workPeople } from '#src/records/works/work.ts';
import { Problem } from '#src/runtime/errors.ts';
import type { Write } from '#src/table/table.ts';
import { isSameJson } from '#src/vocabulary/json/same-json.ts';
import { roleIncludes } from '#src/vocabulary/workspace.ts';

/** How far a caller may write what concerns groups. */
export interface Reach {
  /** Of these groups, those that the caller may not write for. */
  outside: (groupIds: Iterable<string>) => Promise<string[]>;
  /** For each transaction of the caller: their rights and the tree are as they were read, or it is to be tried anew. */
  conditions: readonly Write[];
}

const everything: Reach = { outside: async () => [], conditions: [] };

/**
 * The reach of a steward, by their address: the groups that they are named in, and those below these today. Without an
 * address everything, for callers who have the role that a route asks for.
 */
export async function reachOf(steward: string | undefined, now: Date): Promise<Reach> {
  if (steward === undefined) return everything;
  // Before the groups, so that these are at least as new.
  const tree = await treeVersion();
  const stewardship = await getStewardship(steward);
  if (!stewardship) throw new Problem('forbidden', 'You are not a steward of any group');
  const own = new Set(stewardship.groups.map(({ group_id }) => group_id));
  const today = dayNumber(now.getTime());
  return {
    conditions: [ifStillSteward(stewardship), ifSameTree(tree)],
    async outside(groupIds) {
      const ids = [...new Set(groupIds)];
      const places = await withAllAbove(ids.filter((id) => !own.has(id)));
      const known = groupTree(places.map(groupPlace));
      const isWithin = (id: string) =>
        own.has(id) ||
        [...daysUpwards(known, id)].some(
          ([above, days]) => own.has(above) && days.some(([from, to]) => from <= today && today <= to),
        );
      return ids.filter((id) => !isWithin(id));
    },
  };
}

/** These groups, and all to which they belong or belonged. */
async function withAllAbove(ids: readonly string[]): Promise<GroupRecord[]> {
  const known = new Map<string, GroupRecord>();
  let wanted = [...ids];
  while (wanted.length > 0) {
    const found = await getGroups(wanted);
    for (const [id, group] of found) known.set(id, group);
    wanted = [...new Set([...found.values()].flatMap(groupsAbove))].filter((id) => !known.has(id));
  }
  return [...known.values()].filter(({ deleted_at }) => deleted_at === null);
}

/** Throws `forbidden` for groups that a caller may not write for. */
export async function requireWithin(reach: Reach, groupIds: Iterable<string>): Promise<void> {
  const outside = (await reach.outside(groupIds)).slice(0, 10);
  if (outside.length === 0) return;
  const details = { details: { groups: outside } };
  throw new Problem(
    'forbidden',
    `This requires the role workspace_admin, or a steward of ${outside.join(', ')}`,
    details,
  );
}

/**
 * Throws `forbidden` if changes of members concern groups that a caller may not write for: also where somebody who waits
 * becomes a person or gets another name, with memberships elsewhere, and where a person would get another staff id.
 */
export async function requireChangesWithin(reach: Reach, changes: readonly GroupMemberChange[]): Promise<void> {
  if (reach === everything) return;
  await requireWithin(reach, changes.flatMap(groupsConcerned));
  const hasOther = changes.some(({ before, after }) => (before?.staff_id ?? after.staff_id) !== after.staff_id);
  if (hasOther) throw new Problem('forbidden', 'Only an administrator can give a person another staff id');
}

/** The groups whose memberships a change makes, changes or ends, or of whose members it changes the name. */
export function groupsConcerned({ before, after }: GroupMemberChange): string[] {
  const [was, is] = [before?.memberships ?? [], after.memberships];
  const isRenamed = before !== undefined && before.name !== after.name;
  const changed = isRenamed
    ? [...was, ...is]
    : [...was.filter((each) => !has(is, each)), ...is.filter((each) => !has(was, each))];
  return changed.map(({ group_id }) => group_id);
}

const has = (all: readonly object[], one: object) => all.some((each) => isSameJson(each, one));

/** An output, with what decides which groups it belongs to. */
interface Output extends Omit<GroupedOutput, 'id'> {
  name: OutputName;
}

export const publicationAsOutput = (record: PublicationRecord): Output => ({
  name: { kind: 'publication', id: record.doi },
  orcids: orcidsOf(record),
  days: daysOfDate(shownPublication(record).publication_date),
});

export const workAsOutput = (work: WorkRecord): Output => ({
  name: { kind: 'work', id: work.id },
  orcids: workPeople(work),
  days: daysOfDate(work.publication_date),
});

/**
 * Throws `forbidden` unless an output is one of a group within reach, by the rule and settings of lists. A membership that
 * changes at the same moment counts as it was read.
 */
export async function requireOutputWithin(reach: Reach, output: Output, now: Date): Promise<void> {
  if (await isOutputWithin(reach, output, now)) return;
  throw new Problem('forbidden', 'This requires the role workspace_member, or a steward of a group that it belongs to');
}

/** Whether somebody who can read an output may also edit it. */
export async function mayEdit({ role, email }: MemberCaller, output: Output, now: Date): Promise<boolean> {
  if (roleIncludes(role, 'workspace_member')) return true;
  const isSteward = email !== null && (await getStewardship(email)) !== undefined;
  return isSteward && (await isOutputWithin(await reachOf(email, now), output, now));
}

async function isOutputWithin(reach: Reach, output: Output, now: Date): Promise<boolean> {
  if (reach === everything) return true;
  const groups = await groupsOfOutput(output, now);
  return (await reach.outside(groups)).length < groups.size;
}

async function groupsOfOutput({ name, orcids, days }: Output, now: Date): Promise<Set<string>> {
  const [stored, byHand] = [await getGroupMembers(orcids), await getGroupOutput(outputId(name))];
  const members = new Map(
    [...stored].map(([orcid, { memberships }]) => [
      orcid,
      memberships.map(({ starts_at, ends_at, ...each }) => ({ ...each, ...toPeriodInMs({ starts_at, ends_at }) })),
    ]),
  );
  const ids = [...members.values()].flatMap((all) => all.map(({ group_id }) => group_id));
  const groups = await withAllAbove([...new Set([...ids, ...(byHand?.added ?? [])])]);
  const hand = new Map(byHand && byHand.merged_into === null ? [[name.id, byHand]] : []);
  const knowledge = groupKnowledge(groups.map(groupPlace), members, hand);
  return groupsOf({ id: name.id, orcids, days }, knowledge, optionsOf(usualRule, now));
}
