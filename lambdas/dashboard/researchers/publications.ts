import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { curatedPublications } from '#src/lists/curated-publications.ts';
import { CuratedPublicationList, curatedItems, emptyFilters } from '#src/responses/curated-outputs/publications.ts';
import { optional } from '#src/responses/query.ts';
import { OrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';
import { contentLanguage, negotiateLocale } from '#src/vocabulary/locale.ts';

export const route = defineRoute({
  id: 'researchers.publications',
  api: 'dashboard',
  method: 'GET',
  path: '/api/researchers/{orcid}/publications',
  summary: 'List the publications of a researcher, including hidden ones',
  description:
    'Most recently fetched first. Includes every change made before the request. Empty for an ORCID iD ' +
    'without publications, even if it is unknown.',
  auth: member('workspace_member'),
  params: z.object({ orcid: OrcidId.meta({ description: 'The ORCID iD, such as `0000-0002-1825-0097`' }) }),
  query: query.withPerPageAlias(
    z.object({
      page: optional(query.page),
      perPage: optional(query.perPage),
      includeDeleted: query.filter(
        z.enum(['true', 'false']),
        { type: 'boolean', default: false },
        'Whether to include deleted publications.',
      ),
      locale: query.locale,
    }),
  ),
  responses: { 200: CuratedPublicationList },
  problems: [],
  grants: ['lists:curated-publications', 'publications:read', 'people:read'],
  async handle({ params: { orcid }, query: { page, perPage, includeDeleted, locale }, acceptLanguage }) {
    const order = { q: '', sort: 'last_fetched_at', dir: 'desc' } as const;
    const status = includeDeleted === 'true' ? 'all' : 'active';
    const { rows, ...numbers } = await curatedPublications.find(
      {
        page,
        per_page: perPage,
        ...order,
        equals: { orcid_id: orcid, status: status === 'all' ? null : status, versions: emptyFilters.versions },
        where: ['present'],
      },
      0,
    );
    const texts = rows.map(({ title }) => title);
    const language = negotiateLocale(locale, acceptLanguage, texts);
    const publications = await curatedItems(rows, language);
    return {
      status: 200,
      body: { publications, ...numbers, ...order, ...emptyFilters, status, orcid_id: orcid },
      headers: { 'content-language': contentLanguage(texts, language) },
    };
  },
});

export const handler = lambda(route);
