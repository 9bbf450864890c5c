import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { searchEnvelope } from '#src/http/page-envelope.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { installation } from '#src/identity/credentials/credential-auth.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import { people } from '#src/lists/people.ts';
import { localeSearch } from '#src/lists/rollout/locale-search.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { PublicPerson, publicPerson, publicPublicationCounts } from '#src/responses/people.ts';
import { contentLanguage, negotiateLocale } from '#src/vocabulary/locale.ts';

const PersonList = z
  .object({
    people: z.array(PublicPerson),
    ...searchEnvelope,
    q: z.string(),
  })
  .meta({ id: 'PersonList' });

export const route = defineRoute({
  id: 'people.list',
  api: 'consumer',
  method: 'GET',
  path: '/v1/people',
  summary: 'Search people with public publications',
  description: 'Sorted by name.',
  auth: installation('people.read'),
  query: z.object({
    page: query.page,
    per_page: query.perPage,
    q: query.searchText('the name or the ORCID iD'),
    locale: query.locale,
  }),
  responses: { 200: PersonList },
  problems: [],
  grants: ['lists:people', 'lists:publications', 'people:read', 'rollout:count'],
  async handle(input) {
    const {
      query: { locale, ...asked },
      acceptLanguage,
      now,
    } = input;
    const search = await localeSearch('people', input);
    const counts = await publicPublicationCounts();
    const { rows, ...page } = await people.find(
      { ...asked, locale: search.locale, sort: 'name', dir: 'asc', where: [], ids: new Set(counts.keys()) },
      publicStalenessMs(),
    );
    const texts = rows.map(({ name }) => name);
    const language = negotiateLocale(locale, acceptLanguage, texts);
    // Rows lack some of the fields shown.
    const records = new Map((await getPeople(rows.map(({ orcid }) => orcid))).map((record) => [record.orcid, record]));
    const shown = rows.flatMap(({ orcid }) => {
      const record = records.get(orcid);
      return record ? [publicPerson(record, counts.get(orcid) ?? 0, language, now)] : [];
    });
    return {
      status: 200,
      body: { people: shown, ...page, q: asked.q },
      headers: { 'content-language': contentLanguage(texts, language) },
    };
  },
});

export const handler = lambda(route);
