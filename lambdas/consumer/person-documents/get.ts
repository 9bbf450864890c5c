import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import { publications } from '#src/lists/publications.ts';
import { works } from '#src/lists/works.ts';
import { getPerson } from '#src/records/people/store/people.ts';
import { outputGrants, outputsAfter } from '#src/responses/outputs/outputs.ts';
import { documentMediaTypes } from '#src/responses/reports/documents.ts';
import {
  publicDocument,
  publicDocumentDescription,
  publicDocumentQuery,
} from '#src/responses/reports/public-document.ts';
import { Problem } from '#src/runtime/errors.ts';
import { OrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';
import { defaultLocale, inLocale } from '#src/vocabulary/locale.ts';

export const route = defineRoute({
  id: 'person-documents.get',
  api: 'consumer',
  method: 'GET',
  path: '/v1/people/{orcid}/document',
  summary: 'Get the list of the outputs of a person with public publications or works as a document',
  description: publicDocumentDescription,
  auth: { kind: 'none' },
  params: z.object({ orcid: OrcidId.meta({ description: 'The ORCID iD, such as `0000-0002-1825-0097`' }) }),
  query: z.object({ ...publicDocumentQuery, locale: query.locale, cursor: outputsAfter }),
  responses: { 200: z.object({}) },
  mediaTypes: documentMediaTypes,
  problems: ['not_found'],
  grants: ['lists:publications', 'publications:read', 'people:read', ...outputGrants],
  memoryMb: 1769,
  async handle({ params: { orcid }, query: { format, style, locale, cursor: after }, acceptLanguage, now }) {
    const ofPerson = { q: '', equals: { orcid }, where: ['public'] } as const;
    const asked = { ...ofPerson, page: 1, per_page: 1, sort: 'publication_date', dir: 'desc' } as const;
    const stalenessMs = publicStalenessMs();
    const lists = await Promise.all([publications.find(asked, stalenessMs), works.find(asked, stalenessMs)]);
    const record = lists.some(({ total }) => total > 0) ? await getPerson(orcid) : undefined;
    if (!record)
      throw new Problem('not_found', 'There is no person with public publications or works and this ORCID iD');
    const name = inLocale(record.name, locale ?? defaultLocale) || orcid;
    return publicDocument(
      { publication: ofPerson, work: ofPerson, dir: 'desc', after },
      { path: `/v1/people/${orcid}/document`, name, format, style, locale, acceptLanguage, now },
    );
  },
});

export const handler = lambda(route);
