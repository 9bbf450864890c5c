import * as z from 'zod';
import { doiUrl } from '../../../src/domain/doi.ts';
import { inLocale, negotiate } from '../../../src/domain/locale.ts';
import { lambda } from '../../../src/http/lambda.ts';
import * as query from '../../../src/http/query.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { publicStalenessMs } from '../../../src/lists/collection.ts';
import { publicationSorts, publications } from '../../../src/lists/publications.ts';

const PublicationListItem = z
  .object({
    doi: z.string(),
    title: z.string().nullable(),
    doi_url: z.url(),
    publication_date: z.string().nullable().meta({ description: '`YYYY`, `YYYY-MM` or `YYYY-MM-DD`' }),
    publication_year: z.int().nullable(),
    publication_type: z.string().nullable(),
    cited_by_count: z.int().nullable(),
    last_fetched_at: z.int().meta({ description: 'Milliseconds since the epoch' }),
  })
  .meta({ id: 'PublicationListItem' });

const PublicationList = z
  .object({
    publications: z.array(PublicationListItem),
    page: z.int(),
    per_page: z.int(),
    total: z.int(),
    pages: z.int(),
    sort: z.string(),
    dir: z.string(),
    q: z.string(),
    publication_type: z.string().nullable(),
    publication_year: z.int().nullable(),
    min_cited_by: z.int().nullable(),
  })
  .meta({ id: 'PublicationList' });

export const route = defineRoute({
  id: 'publications.list',
  api: 'consumer',
  method: 'GET',
  path: '/v1/publications',
  summary: 'Search the public publications',
  auth: { kind: 'none' },
  query: z.object({
    page: query.page,
    per_page: query.perPage,
    q: query.searchText('the title'),
    sort: query.sortBy(publicationSorts),
    dir: query.direction,
    publication_type: query.publicationType,
    publication_year: query.publicationYear,
    min_cited_by: query.minCitedBy,
    locale: query.locale,
  }),
  responses: { 200: PublicationList },
  problems: [],
  grants: ['lists'],
  memoryMb: 1024,
  async handle({ query: asked, acceptLanguage }) {
    const { locale, ...echo } = asked;
    const { publication_type, publication_year, min_cited_by, ...paging } = echo;
    const { rows, ...page } = await publications.find(
      {
        ...paging,
        equals: { publication_type, publication_year },
        atLeast: { cited_by_count: min_cited_by },
        where: ['public'],
      },
      publicStalenessMs(),
    );
    const language = negotiate(
      locale,
      acceptLanguage,
      rows.map(({ title }) => title),
    );
    const items = rows.map((row) => ({
      doi: row.doi,
      title: inLocale(row.title, language),
      doi_url: doiUrl(row.doi),
      publication_date: row.publication_date,
      publication_year: row.publication_year,
      publication_type: row.publication_type,
      cited_by_count: row.cited_by_count,
      last_fetched_at: row.last_fetched_at,
    }));
    return {
      status: 200,
      body: { publications: items, ...echo, ...page },
      headers: { 'content-language': language },
    };
  },
});

export const handler = lambda(route);
