import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { publicAddress } from '#src/http/links.ts';
import { searchEnvelope } from '#src/http/page-envelope.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { groupAsShown, groups, publicGroups } from '#src/lists/groups/groups.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import { localeSearch } from '#src/lists/rollout/locale-search.ts';
import { groupPath } from '#src/publishing/pages/addresses.ts';
import { PublicGroup, publicGroup } from '#src/responses/groups/public.ts';
import { contentLanguage, negotiateLocale } from '#src/vocabulary/locale.ts';

const PublicGroupList = z
  .object({ groups: z.array(PublicGroup), ...searchEnvelope, q: z.string() })
  .meta({ id: 'PublicGroupList' });

export const route = defineRoute({
  id: 'groups.list',
  api: 'consumer',
  method: 'GET',
  path: '/v1/groups',
  summary: 'Search public groups, such as departments',
  description: 'Sorted by name.',
  auth: { kind: 'none' },
  query: z.object({
    page: query.page,
    per_page: query.perPage,
    q: query.searchText('the name'),
    locale: query.locale,
  }),
  responses: { 200: PublicGroupList },
  problems: [],
  grants: ['lists:groups', 'rollout:count'],
  memoryMb: 512,
  async handle(input) {
    const {
      query: { locale, ...asked },
      acceptLanguage,
    } = input;
    const search = await localeSearch('groups', input);
    const { rows, ...page } = await groups.find(
      { ...asked, locale: search.locale, sort: 'name', dir: 'asc', where: ['public'] },
      publicStalenessMs(),
    );
    const texts = rows.map(({ name }) => name);
    const language = negotiateLocale(locale, acceptLanguage, texts);
    const all = await publicGroups(publicStalenessMs());
    const shown = rows.map((row) =>
      publicGroup(
        groupAsShown(row, (id) => all.has(id)),
        language,
        publicAddress(groupPath(row.id)),
      ),
    );
    return {
      status: 200,
      body: { groups: shown, ...asked, ...page },
      headers: { 'content-language': contentLanguage(texts, language) },
    };
  },
});

export const handler = lambda(route);
