import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { installation } from '#src/identity/credentials/credential-auth.ts';
import { groupChanges } from '#src/lists/changes/group-changes.ts';
import { groupAsShown, groupSorts, groups, publicGroups } from '#src/lists/groups/groups.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import { localeSearch } from '#src/lists/rollout/locale-search.ts';
import { GroupItem, groupItem } from '#src/responses/integrations/items.ts';
import { listPage, sortableEnvelope, sortableParameters } from '#src/responses/integrations/list.ts';

const listing = { name: 'groups', source: groups, log: groupChanges } as const;

export const route = defineRoute({
  id: 'groups.list',
  api: 'integrations',
  method: 'GET',
  path: '/integrations/v1/groups',
  summary: 'Search public groups, such as departments, with their names in all languages',
  auth: installation('groups.read'),
  query: z.object({ ...sortableParameters(groupSorts, 'the name'), locale: query.searchLocale }),
  responses: {
    200: z.object({ groups: z.array(GroupItem), ...sortableEnvelope(groupSorts) }).meta({ id: 'GroupList' }),
  },
  problems: [],
  grants: ['lists:groups', 'rollout:count'],
  memoryMb: 512,
  async handle(input) {
    const {
      query: { updated_since, cursor, locale: _, ...echo },
      given,
    } = input;
    const search = await localeSearch('groups', input);
    const { page, per_page, ...order } = echo;
    const asked = { ...order, locale: search.locale, atLeast: { changed: updated_since }, where: ['public'] } as const;
    const [{ rows, envelope, headers }, shown] = await Promise.all([
      listPage(listing, { asked, page, per_page, cursor, given }),
      publicGroups(publicStalenessMs()),
    ]);
    return {
      status: 200,
      body: { groups: rows.map((row) => groupItem(groupAsShown(row, (id) => shown.has(id)))), ...echo, ...envelope },
      headers: { ...headers, ...search.headers },
    };
  },
});

export const handler = lambda(route);
