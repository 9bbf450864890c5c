import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { publicGroups } from '#src/lists/groups/groups.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import { groupPage } from '#src/publishing/pages/group-page.ts';
import { gonePage, missingPage, pageResponses, showPage } from '#src/publishing/pages/page.ts';
import { listPart } from '#src/publishing/pages/person-page.ts';
import { pageLanguages } from '#src/publishing/pages/texts.ts';
import { getGroup } from '#src/records/groups/store/groups.ts';
import { groupConditions, groupFilterGrants } from '#src/responses/group-query.ts';
import { GroupParams } from '#src/responses/groups/groups.ts';
import { subgroupsOf } from '#src/responses/groups/public.ts';
import { publicMembers } from '#src/responses/groups/public-members.ts';
import { outputGrants, outputsAfter } from '#src/responses/outputs/outputs.ts';
import { negotiateLanguage } from '#src/vocabulary/locale.ts';

export const route = defineRoute({
  id: 'pages.group',
  api: 'consumer',
  method: 'GET',
  path: '/groups/{id}',
  summary: 'Get the web page of a public group, such as a department',
  description: 'For readers and search engines. Shows those of its people who have public publications.',
  auth: { kind: 'none' },
  params: GroupParams,
  query: z.object({ locale: query.locale, after: outputsAfter }),
  responses: { 200: pageResponses[200], 404: pageResponses[404], 410: pageResponses[410] },
  answerType: 'text/html',
  problems: [],
  grants: [
    'lists:publications',
    'lists:people',
    'publications:read',
    'groups:read',
    'setting:site',
    ...outputGrants,
    ...groupFilterGrants,
  ],
  async handle({ params: { id }, query: { locale, after }, acceptLanguage, now }) {
    const language = negotiateLanguage(pageLanguages, locale, acceptLanguage);
    const stalenessMs = publicStalenessMs();
    const shown = await publicGroups(stalenessMs);
    const row = shown.get(id);
    if (!row) {
      const record = await getGroup(id);
      const isGone = record && record.deleted_at !== null && record.withdrawn_at !== null;
      return isGone ? gonePage('gone_group', language) : missingPage(language);
    }
    const asked = { group_id: [id], subgroups: null, group_basis: null, group_primary: null };
    const audience = { audience: 'public', stalenessMs } as const;
    const [people, ofPublications, ofWorks] = await Promise.all([
      publicMembers(row, now, stalenessMs),
      groupConditions(asked, { kind: 'publication', ...audience }, now),
      groupConditions(asked, { kind: 'work', ...audience }, now),
    ]);
    const shownOnes = { q: '', where: ['public'] } as const;
    const part = await listPart({
      publication: { ...shownOnes, ...ofPublications },
      work: { ...shownOnes, ...ofWorks },
      dir: 'desc',
      after,
    });
    const reader = { language, locale, acceptLanguage };
    return showPage(await groupPage(row, { shown, below: subgroupsOf(id, shown, now), people }, part, reader, now));
  },
});

export const handler = lambda(route);
