import * as z from 'zod';
import { negotiateFormat } from '#src/formats/accept.ts';
import { mediaTypes } from '#src/formats/format.ts';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { installation } from '#src/identity/credentials/credential-auth.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import { publicationSorts, publications } from '#src/lists/publications.ts';
import { exportDescription, exportList, type FindRows } from '#src/responses/outputs/export.ts';
import * as formatQuery from '#src/responses/outputs/export-query.ts';
import { includeWorks, outputGrants, outputsCursor } from '#src/responses/outputs/outputs.ts';
import {
  type AskedOutputs,
  exportPublicOutputs,
  PublicationList,
  publicOutputsBody,
} from '#src/responses/outputs/public-outputs.ts';
import { publicationItems } from '#src/responses/publications.ts';
import { Problem } from '#src/runtime/errors.ts';
import { OrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';
import { contentLanguage, negotiateLocale } from '#src/vocabulary/locale.ts';

export const route = defineRoute({
  id: 'people.publications',
  api: 'consumer',
  method: 'GET',
  path: '/v1/people/{orcid}/publications',
  summary: 'List the public publications of a person',
  description: exportDescription,
  auth: installation('people.read'),
  params: z.object({ orcid: OrcidId.meta({ description: 'The ORCID iD, such as `0000-0002-1825-0097`' }) }),
  query: z.object({
    page: query.page,
    per_page: query.perPage,
    sort: query.sortBy(publicationSorts),
    dir: query.direction,
    include: includeWorks,
    outputs_cursor: outputsCursor,
    locale: query.locale,
    format: formatQuery.format,
    offset: formatQuery.offset,
  }),
  responses: { 200: PublicationList },
  mediaTypes,
  problems: ['not_found'],
  grants: ['lists:publications', 'publications:read', 'lists:people', ...outputGrants],
  seldomReads: ['lists:works', 'lists:people'],
  async handle({
    params: { orcid },
    query: { locale, format: formatAsked, offset, include, outputs_cursor: after, ...asked },
    given,
    accept,
    acceptLanguage,
  }) {
    const ofPerson = { q: '', equals: { orcid }, where: ['public'] } as const;
    const find = async (paging: Parameters<FindRows>[0]) => {
      const found = await publications.find({ ...asked, ...paging, ...ofPerson }, publicStalenessMs());
      if (found.total === 0)
        throw new Problem('not_found', 'There is no person with public publications and this ORCID iD');
      return found;
    };
    const outputs: AskedOutputs = { publication: ofPerson, work: ofPerson, dir: asked.dir, after };
    const isWithWorks = include?.includes('works') ?? false;
    const format = negotiateFormat(formatAsked, accept);
    if (format !== 'json') {
      const exported = { query: { ...asked, offset, locale }, given, acceptLanguage };
      if (isWithWorks) {
        await find({ page: 1, per_page: 1 });
        return exportPublicOutputs(format, `/v1/people/${orcid}/publications`, exported, outputs);
      }
      return exportList(format, `/v1/people/${orcid}/publications`, exported, find);
    }
    const { rows, ...page } = await find(asked);
    const texts = rows.map(({ title }) => title);
    const language = negotiateLocale(locale, acceptLanguage, texts);
    // The envelope is the one of all publications, but this route has none of these filters.
    const noFilters = { q: '', publication_type: null, publication_year: null, min_cited_by: null };
    return {
      status: 200,
      body: {
        publications: publicationItems(rows, language),
        ...page,
        ...asked,
        ...noFilters,
        ...(isWithWorks && (await publicOutputsBody(outputs, asked.per_page, language))),
      },
      headers: { 'content-language': contentLanguage(texts, language), vary: 'Accept' },
    };
  },
});

export const handler = lambda(route);
