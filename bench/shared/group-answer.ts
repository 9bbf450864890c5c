import { groupMemberSpec } from '#src/lists/groups/group-members.ts';
import { groupOutputSpec } from '#src/lists/groups/group-outputs.ts';
import { knownBelow } from '#src/lists/groups/group-rows.ts';
import { groupSpec } from '#src/lists/groups/groups.ts';
import { RowIndex } from '#src/lists/index/row-index.ts';
import type { StoredSpec } from '#src/lists/load/snapshot.ts';
import type { ListQuery } from '#src/lists/model/query.ts';
import type { RowSchema } from '#src/lists/model/spec.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import { whenLoaded } from '#src/lists/sections/base.ts';
import { groupCondition } from '#src/records/groups/group-condition.ts';
import type { GroupOutputRow } from '#src/records/groups/output.ts';
import { groupOptions, institution } from './groups.ts';
import { openList } from './snapshot-file.ts';

/** The work of a new process for its first page of a faculty after its first page, without the loading of modules and the network. */
export interface GroupAnswer {
  cpuMs: number;
  /** Read of the lists of groups and members. */
  bytes: number;
}

process.env.TABLE_NAME ??= 'bench';
const [, , file = '', groupsFile = '', membersFile = ''] = process.argv;
const { list } = await openList(publicationSpec as unknown as StoredSpec<RowSchema>, file);
const page: ListQuery = { page: 1, per_page: 20, q: '', sort: 'publication_date', dir: 'desc', where: ['public'] };
await whenLoaded(() => list.find(page));

const before = process.cpuUsage();
const opened = [
  await openList(groupSpec as unknown as StoredSpec<RowSchema>, groupsFile),
  await openList(groupMemberSpec as unknown as StoredSpec<RowSchema>, membersFile),
] as const;
const lookingUp = <Row extends object>(index: RowIndex<Row>) => ({
  lookUp: (compute: (rows: unknown) => unknown) => whenLoaded(() => compute(index.lookUp.bind(index))),
});
const lists = {
  groups: lookingUp(opened[0].list),
  groupMembers: lookingUp(opened[1].list),
  groupOutputs: lookingUp(new RowIndex<GroupOutputRow>(groupOutputSpec)),
} as unknown as Parameters<typeof knownBelow>[0];
const of = { kind: 'publication', audience: 'public' } as const;
const { named, knowledge } = await knownBelow(lists, institution.faculties.slice(0, 1), of, groupOptions);
const groups = { of: groupCondition(knowledge, named, groupOptions) };
const { total } = await whenLoaded(() => list.find({ ...page, groups }));
const { user, system } = process.cpuUsage(before);
if (total === 0) throw new Error('The faculty has no publications');
const answer: GroupAnswer = {
  cpuMs: (user + system) / 1000,
  bytes: opened.reduce((bytes, { bytesRead }) => bytes + bytesRead(), 0),
};
console.log(JSON.stringify(answer));
