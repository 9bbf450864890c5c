import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { publicAddress } from '#src/http/links.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { publicGroups } from '#src/lists/groups/groups.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import { groupPath } from '#src/publishing/pages/addresses.ts';
import { GroupParams } from '#src/responses/groups/groups.ts';
import { PublicGroup, publicGroup, subgroupsOf } from '#src/responses/groups/public.ts';
import { PublicMember, publicMember, publicMembers } from '#src/responses/groups/public-members.ts';
import { Problem } from '#src/runtime/errors.ts';
import { contentLanguage, negotiateLocale } from '#src/vocabulary/locale.ts';

const PublicGroupDetail = PublicGroup.extend({
  subgroups: z.array(PublicGroup).meta({ description: 'The public groups that belong to it today, by name' }),
  people: z
    .array(PublicMember)
    .meta({ description: 'Who belongs to it today and has public publications, by name; at most 500' }),
}).meta({ id: 'PublicGroupDetail' });

export const route = defineRoute({
  id: 'groups.get',
  api: 'consumer',
  method: 'GET',
  path: '/v1/groups/{id}',
  summary: 'Get a public group, such as a department, with its parts and people',
  description: 'Its publications are those of `GET /v1/publications` with `group_id`.',
  auth: { kind: 'none' },
  params: GroupParams,
  query: z.object({ locale: query.locale }),
  responses: { 200: PublicGroupDetail },
  problems: ['not_found'],
  namesAddresses: true,
  grants: ['lists:groups', 'lists:group-members', 'lists:people', 'lists:publications'],
  async handle({ params: { id }, query: { locale }, acceptLanguage, now }) {
    const stalenessMs = publicStalenessMs();
    const all = await publicGroups(stalenessMs);
    const row = all.get(id);
    // Hidden, deleted and unknown groups get one and the same response.
    if (!row) throw new Problem('not_found', 'There is no public group with this id');
    const below = subgroupsOf(id, all, now);
    const people = await publicMembers(row, now, stalenessMs);
    const texts = [row.name, ...below.map(({ name }) => name)];
    const language = negotiateLocale(locale, acceptLanguage, texts);
    const shown = (group: typeof row) => publicGroup(group, language, publicAddress(groupPath(group.id)));
    return {
      status: 200,
      body: {
        ...shown(row),
        subgroups: below.map(shown),
        people: people.map((member) => publicMember(member, language)),
      },
      headers: { 'content-language': contentLanguage(texts, language) },
    };
  },
});

export const handler = lambda(route);
