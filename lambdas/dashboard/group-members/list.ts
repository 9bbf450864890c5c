import * as z from 'zod';
import { memberStates, membersOfGroup } from '#src/curation/groups/find-members.ts';
import { existingGroup } from '#src/curation/groups/groups.ts';
import { lambda } from '#src/http/lambda.ts';
import { pageEnvelope } from '#src/http/page-envelope.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { GroupParams } from '#src/responses/groups/groups.ts';
import { GroupMemberItem, memberItems } from '#src/responses/groups/members.ts';

const GroupMemberList = z
  .object({
    members: z.array(GroupMemberItem),
    ...pageEnvelope,
    q: z.string(),
    state: z.enum(memberStates).nullable(),
    with_orcid: z.int().meta({ description: 'The people among all of these who have an ORCID iD' }),
    without_orcid: z.int().meta({ description: 'Those who wait for one' }),
  })
  .meta({ id: 'GroupMemberList' });

export const route = defineRoute({
  id: 'group-members.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/groups/{id}/members',
  summary: 'List the members of a group, including those without an ORCID iD',
  description:
    'Not those of groups that belong to it. Sorted by name, then by start. Includes every write made before.',
  auth: member('steward'),
  params: GroupParams,
  query: query.withPerPageAlias(
    z.object({
      page: query.page,
      perPage: query.perPage,
      q: query.searchText('the name, the iD or the staff id'),
      state: query.oneOf(
        memberStates,
        'Only members today, those who have left, those who come later, or those without an ORCID iD.',
      ),
    }),
  ),
  responses: { 200: GroupMemberList },
  problems: ['not_found'],
  grants: ['groups:read', 'lists:group-members', 'lists:people', 'people:read'],
  async handle({ params: { id }, query: { page, perPage: per_page, q, state }, now }) {
    const group = await existingGroup(id);
    const { memberships, ...counts } = await membersOfGroup(group, { q, state, now });
    const total = memberships.length;
    const members = await memberItems(memberships.slice((page - 1) * per_page, page * per_page));
    const pages = Math.ceil(total / per_page);
    return { status: 200, body: { members, page, per_page, total, pages, q, state, ...counts } };
  },
});

export const handler = lambda(route);
