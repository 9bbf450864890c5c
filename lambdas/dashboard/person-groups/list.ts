import * as z from 'zod';
import { unknownPerson } from '#src/curation/people.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { getGroupMember } from '#src/records/groups/store/members.ts';
import { getPerson } from '#src/records/people/store/people.ts';
import { PersonParams } from '#src/responses/curated-people/changes.ts';
import { GroupMemberItem, memberItems } from '#src/responses/groups/members.ts';

export const route = defineRoute({
  id: 'person-groups.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/people/{orcid}/groups',
  summary: 'List the memberships of a person in groups, of all times',
  description: 'The latest start first. Includes every write made before.',
  auth: member('steward'),
  params: PersonParams,
  responses: { 200: z.object({ memberships: z.array(GroupMemberItem) }).meta({ id: 'PersonGroups' }) },
  problems: ['not_found'],
  grants: ['group-members:read', 'people:read'],
  async handle({ params: { orcid } }) {
    if (!(await getPerson(orcid))) throw unknownPerson();
    const member = await getGroupMember(orcid);
    const all = member?.memberships.map((membership) => ({ member, membership })) ?? [];
    const memberships = await memberItems(all);
    return { status: 200, body: { memberships: memberships.sort((a, b) => (b.starts_at ?? 0) - (a.starts_at ?? 0)) } };
  },
});

export const handler = lambda(route);
