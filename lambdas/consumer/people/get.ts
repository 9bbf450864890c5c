import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { installation } from '#src/identity/credentials/credential-auth.ts';
import { getPerson } from '#src/records/people/store/people.ts';
import { PublicPerson, publicPerson, publicPublicationCounts } from '#src/responses/people.ts';
import { Problem } from '#src/runtime/errors.ts';
import { OrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';
import { contentLanguage, negotiateLocale } from '#src/vocabulary/locale.ts';

export const route = defineRoute({
  id: 'people.get',
  api: 'consumer',
  method: 'GET',
  path: '/v1/people/{orcid}',
  summary: 'Get a person with public publications by ORCID iD',
  auth: installation('people.read'),
  params: z.object({ orcid: OrcidId.meta({ description: 'The ORCID iD, such as `0000-0002-1825-0097`' }) }),
  query: z.object({ locale: query.locale }),
  responses: { 200: PublicPerson },
  problems: ['not_found'],
  grants: ['lists:publications', 'people:read'],
  async handle({ params, query: { locale }, acceptLanguage, now }) {
    const [record, counts] = await Promise.all([getPerson(params.orcid), publicPublicationCounts()]);
    const count = counts.get(params.orcid);
    if (!record || !count)
      throw new Problem('not_found', 'There is no person with public publications and this ORCID iD');
    const texts = [record.name];
    const language = negotiateLocale(locale, acceptLanguage, texts);
    return {
      status: 200,
      body: publicPerson(record, count, language, now),
      headers: { 'content-language': contentLanguage(texts, language) },
    };
  },
});

export const handler = lambda(route);
