import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { publicGroups } from '#src/lists/groups/groups.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import { groupConditions, groupFilterGrants } from '#src/responses/group-query.ts';
import { GroupParams } from '#src/responses/groups/groups.ts';
import { outputGrants, outputsAfter } from '#src/responses/outputs/outputs.ts';
import { documentMediaTypes } from '#src/responses/reports/documents.ts';
import {
  publicDocument,
  publicDocumentDescription,
  publicDocumentQuery,
} from '#src/responses/reports/public-document.ts';
import { Problem } from '#src/runtime/errors.ts';
import { defaultLocale, inLocale } from '#src/vocabulary/locale.ts';

export const route = defineRoute({
  id: 'group-documents.get',
  api: 'consumer',
  method: 'GET',
  path: '/v1/groups/{id}/document',
  summary: 'Get the list of the outputs of a public group as a document',
  description: publicDocumentDescription,
  auth: { kind: 'none' },
  params: GroupParams,
  query: z.object({ ...publicDocumentQuery, locale: query.locale, cursor: outputsAfter }),
  responses: { 200: z.object({}) },
  mediaTypes: documentMediaTypes,
  problems: ['not_found'],
  grants: ['lists:publications', 'publications:read', ...outputGrants, ...groupFilterGrants],
  memoryMb: 1769,
  async handle({ params: { id }, query: { format, style, locale, cursor: after }, acceptLanguage, now }) {
    const stalenessMs = publicStalenessMs();
    const row = (await publicGroups(stalenessMs)).get(id);
    // Hidden, deleted and unknown groups get one and the same response.
    if (!row) throw new Problem('not_found', 'There is no public group with this id');
    const asked = { group_id: [id], subgroups: null, group_basis: null, group_primary: null };
    const audience = { audience: 'public', stalenessMs } as const;
    const [ofPublications, ofWorks] = await Promise.all([
      groupConditions(asked, { kind: 'publication', ...audience }, now),
      groupConditions(asked, { kind: 'work', ...audience }, now),
    ]);
    const shown = { q: '', where: ['public'] } as const;
    const name = inLocale(row.name, locale ?? defaultLocale) || id;
    return publicDocument(
      { publication: { ...shown, ...ofPublications }, work: { ...shown, ...ofWorks }, dir: 'desc', after },
      { path: `/v1/groups/${id}/document`, name, format, style, locale, acceptLanguage, now },
    );
  },
});

export const handler = lambda(route);
