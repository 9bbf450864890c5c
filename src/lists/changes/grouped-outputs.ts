import type { GroupRow } from '#src/records/groups/group.ts';
import type { GroupMemberRow } from '#src/records/groups/member.ts';
import { type GroupOutputRow, type OutputName, outputNamed } from '#src/records/groups/output.ts';
import { contentChangeAt } from '#src/records/publications/publicity.ts';
import { groupMembers } from '../groups/group-members.ts';
import { groupOutputs } from '../groups/group-outputs.ts';
import { groups } from '../groups/groups.ts';
import type { Aggregate, ListCurrency } from '../model/list-source.ts';
import { byTime, type ChangeLog, logOf } from './change-log.ts';
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

type Grouped = ReadonlyMap<string, { groups: readonly string[]; changedMs: number }>;

interface TimesOfRows {
  ofGroups: ReadonlyMap<string, GroupTimes>;
  /** By iD of the person. */
  members: Grouped;
  /** By id in the list of outputs by hand. */
  byHand: Grouped;
}

/** The object in `rows` is another one if a row has changed. */
async function readTimes(stalenessMs: number): Promise<{ rows: TimesOfRows } & ListCurrency> {
  const [ofGroups, members, byHand] = await Promise.all([
    groups.aggregate(timesOfGroups, stalenessMs),
    groupMembers.aggregate(timesOfMembers, stalenessMs),
    groupOutputs.aggregate(timesByHand, stalenessMs),
  ]);
  const all = [ofGroups, members, byHand];
  const rows = { ofGroups: ofGroups.value, members: members.value, byHand: byHand.value };
  const isSame =
    latestRows.ofGroups === rows.ofGroups && latestRows.members === rows.members && latestRows.byHand === rows.byHand;
  if (!isSame) latestRows = rows;
  return {
    rows: latestRows,
    settledMs: Math.min(...all.map(({ settledMs }) => settledMs)),
    epoch: all.reduce((sum, { epoch }) => sum + epoch, 0),
  };
}

let latestRows: TimesOfRows = { ofGroups: new Map(), members: new Map(), byHand: new Map() };

const kept = new Map<string, { rows: TimesOfRows; times: LaterTimes }>();

/** When the groups of outputs of one kind last changed, by person and by output. */
export async function groupedTimes(
  kind: OutputName['kind'],
  stalenessMs: number,
): Promise<{ times: LaterTimes } & ListCurrency> {
  const { rows, ...currency } = await readTimes(stalenessMs);
  const known = kept.get(kind);
  const times = known?.rows === rows ? known.times : timesFrom(kind, rows);
  kept.set(kind, { rows, times });
  return { times, ...currency };
}

/** All changes of groups, members and groups by hand: of what decides which outputs are a group's. */
export const regroupings: ChangeLog<{ changed: number }> = logOf(async (stalenessMs) => {
  const { rows, ...currency } = await readTimes(stalenessMs);
  const changesIn = (name: string, times: ReadonlyMap<string, { changedMs: number }>) =>
    Array.from(times, ([id, { changedMs }]) => ({
      id: `${name} ${id}`,
      changedAtMs: changedMs,
      row: { changed: changedMs },
    }));
  const changes = [
    ...changesIn('group', rows.ofGroups),
    ...changesIn('member', rows.members),
    ...changesIn('output', rows.byHand),
  ];
  return { changes: changes.sort(byTime), ...currency };
});

function timesFrom(kind: OutputName['kind'], { ofGroups, members, byHand }: TimesOfRows): LaterTimes {
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
