import { GroupMemberRow, groupMemberShape } from '#src/records/groups/member.ts';
import { defineList } from '../define-list.ts';
import { listSpec } from '../model/spec.ts';

export const groupMemberSpec = /* @__PURE__ */ listSpec({
  collection: 'GROUP_MEMBER',
  schema: GroupMemberRow,
  shape: groupMemberShape,
  id: ({ id }) => id,
  texts: ({ name, orcid, staff_id }) => [name, orcid, staff_id],
  sorts: { updated_at: (row) => row.updated_at },
  equals: {
    group: ({ memberships }) => [...new Set(memberships.map(({ group_id }) => group_id))],
    waiting: (row) => String(row.orcid === null),
    import: ({ memberships }) => [...new Set(memberships.flatMap(({ import_id }) => import_id ?? []))],
  },
  atLeast: { changed: (row) => row.changed },
  where: {},
});

/** Everybody who has memberships or had some, including those who have no iD yet. */
export const groupMembers = /* @__PURE__ */ defineList(groupMemberSpec);
