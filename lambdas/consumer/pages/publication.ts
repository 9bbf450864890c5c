import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { publicationPath } from '#src/publishing/pages/addresses.ts';
import { gonePage, missingPage, movedTo, pageResponses, showPage } from '#src/publishing/pages/page.ts';
import { publicationPage } from '#src/publishing/pages/publication-page.ts';
import { pageLanguages } from '#src/publishing/pages/texts.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { isPublic } from '#src/records/publications/publicity.ts';
import { findPublication } from '#src/records/publications/store/publications.ts';
import { negotiateLanguage } from '#src/vocabulary/locale.ts';

export const route = defineRoute({
  id: 'pages.publication',
  api: 'consumer',
  method: 'GET',
  path: '/publications/{doi+}',
  summary: 'Get the web page of a publication',
  description:
    'For readers and search engines. Another DOI of the publication redirects to its page; 410 is the answer for a ' +
    'publication that was shown and is deleted.',
  auth: { kind: 'none' },
  params: z.object({ doi: z.string().meta({ description: 'The DOI, such as `10.1234/abc`' }) }),
  query: z.object({ locale: query.locale }),
  responses: pageResponses,
  answerType: 'text/html',
  problems: [],
  grants: ['publications:read', 'people:read', 'setting:institution', 'setting:site'],
  async handle({ params, query: { locale }, acceptLanguage }) {
    const language = negotiateLanguage(pageLanguages, locale, acceptLanguage);
    const record = await findPublication(params.doi);
    // One that was never public looks missing, even if it was deleted.
    if (record && record.deleted_at !== null && record.withdrawn_at !== null) return gonePage('gone', language);
    if (!record || !isPublic(record)) return missingPage(language);
    if (record.doi !== params.doi) return movedTo(publicationPath(record.doi), locale);
    const orcids = [...new Set(record.researchers.map(({ orcid }) => orcid))];
    const people = new Map((await getPeople(orcids)).map(({ orcid, slug }) => [orcid, slug ?? orcid]));
    return showPage(publicationPage({ record, people, language, locale, acceptLanguage }));
  },
});

export const handler = lambda(route);
