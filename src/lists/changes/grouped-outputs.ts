import type { GroupRow } from '#src/records/groups/group.ts';
import type { GroupMemberRow } from '#src/records/groups/member.ts';
import { type GroupOutputRow, type OutputName, outputNamed } from '#src/records/groups/output.ts';
import { contentChangeAt } from '#src/records/publications/publicity.ts';
import { groupMembers } from '../groups/group-members.ts';
import { groupOutputs } from '../groups/group-outputs.ts';
import { groups } from '../groups/groups.ts';
import type { Aggregate, ListCurrency } from '../model/list-source.ts';
import type { LaterTimes } from './later-changes.ts';

/** An output changes with its groups: with its people's memberships, with what these groups belong to, and by hand. */

interface GroupTimes {
  above: readonly string[];
  changedMs: number;
}

/** Deleted groups, too: whoever belonged to one has lost it. */
const timesOfGroups: Aggregate<GroupRow, Map<string, GroupTimes>> = {
  start: () => new Map(),
  add: (result, row) => {
    const above = row.parents.map(({ id }) => id);
    if (row.taken_over_by !== null) above.push(row.taken_over_by);
    result.set(row.id, { above, changedMs: contentChangeAt(row) });
  },
};

const timesOfMembers: Aggregate<GroupMemberRow, Map<string, { groups: readonly string[]; changedMs: number }>> = {
  start: () => new Map(),
  add: (result, row) => {
    if (row.orcid === null) return;
    const groupIds = [...new Set(row.memberships.map(({ group_id }) => group_id))];
    result.set(row.orcid, { groups: groupIds, changedMs: contentChangeAt(row) });
  },
};

const timesByHand: Aggregate<GroupOutputRow, Map<string, { groups: readonly string[]; changedMs: number }>> = {
  start: () => new Map(),
  add: (result, row) =>
    void result.set(row.id, { groups: [...row.added, ...row.excluded], changedMs: contentChangeAt(row) }),
};

const kept = new Map<string, { sources: object[]; times: LaterTimes }>();

/** When the groups of outputs of one kind last changed, by person and by output. */
export async function groupedTimes(
  kind: OutputName['kind'],
  stalenessMs: number,
): Promise<{ times: LaterTimes } & ListCurrency> {
  const [ofGroups, members, byHand] = await Promise.all([
    groups.aggregate(timesOfGroups, stalenessMs),
    groupMembers.aggregate(timesOfMembers, stalenessMs),
    groupOutputs.aggregate(timesByHand, stalenessMs),
  ]);
  const all = [ofGroups, members, byHand];
  const sources = all.map(({ value }) => value);
  const known = kept.get(kind);
  const times =
    known && sources.every((source, index) => source === known.sources[index])
      ? known.times
      : timesFrom(kind, ofGroups.value, members.value, byHand.value);
  kept.set(kind, { sources, times });
  return {
    times,
    settledMs: Math.min(...all.map(({ settledMs }) => settledMs)),
    epoch: all.reduce((sum, { epoch }) => sum + epoch, 0),
  };
}

type Grouped = ReadonlyMap<string, { groups: readonly string[]; changedMs: number }>;

function timesFrom(
  kind: OutputName['kind'],
  ofGroups: ReadonlyMap<string, GroupTimes>,
  members: Grouped,
  byHand: Grouped,
): LaterTimes {
  const latest = latestAbove(ofGroups);
  const timeOf = ({ groups: ids, changedMs }: { groups: readonly string[]; changedMs: number }) =>
    ids.reduce((time, id) => Math.max(time, latest(id)), changedMs);
  const byId = [...byHand].flatMap(([id, hand]) => {
    const output = outputNamed(id);
    return output.kind === kind ? [[output.id, timeOf(hand)] as const] : [];
  });
  return {
    byPerson: new Map(Array.from(members, ([orcid, member]) => [orcid, timeOf(member)])),
    byId: new Map(byId),
  };
}

/** When a group or one above it last changed. An edge that has gone changed the group below it. */
function latestAbove(ofGroups: ReadonlyMap<string, GroupTimes>): (id: string) => number {
  const known = new Map<string, number>();
  return (id) => {
    const time = known.get(id);
    if (time !== undefined) return time;
    // Parents of different times may go around in a circle.
    const seen = new Set([id]);
    let latest = 0;
    for (const each of seen) {
      const group = ofGroups.get(each);
      latest = Math.max(latest, group?.changedMs ?? 0);
      for (const above of group?.above ?? []) seen.add(above);
    }
    known.set(id, latest);
    return latest;
  };
}
