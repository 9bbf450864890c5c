import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import { people } from '#src/lists/people.ts';
import { personPath } from '#src/publishing/pages/addresses.ts';
import { missingPage, movedTo, personPageResponses, showPage } from '#src/publishing/pages/page.ts';
import { listPart, personPage } from '#src/publishing/pages/person-page.ts';
import { pageLanguages } from '#src/publishing/pages/texts.ts';
import { getPerson } from '#src/records/people/store/people.ts';
import { outputGrants, outputsAfter } from '#src/responses/outputs/outputs.ts';
import { parseOrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';
import { negotiateLanguage } from '#src/vocabulary/locale.ts';

async function orcidOfSlug(slug: string): Promise<string | undefined> {
  const only = { q: '', sort: 'name', dir: 'asc', where: [], page: 1, per_page: 1 } as const;
  const { rows } = await people.find({ ...only, equals: { slug } }, publicStalenessMs());
  return rows[0]?.orcid;
}

export const route = defineRoute({
  id: 'pages.person',
  api: 'consumer',
  method: 'GET',
  path: '/people/{slug}',
  summary: 'Get the web page of a person with public publications or works',
  description: 'For readers and search engines. The ORCID iD redirects to the address with the name.',
  auth: { kind: 'none' },
  params: z.object({ slug: z.string().meta({ description: 'The `slug` of the person, or their ORCID iD' }) }),
  query: z.object({ locale: query.locale, after: outputsAfter }),
  responses: personPageResponses,
  answerType: 'text/html',
  problems: [],
  grants: ['lists:publications', 'lists:people', 'publications:read', 'people:read', ...outputGrants, 'setting:site'],
  async handle({ params: { slug }, query: { locale, after }, acceptLanguage, now }) {
    const language = negotiateLanguage(pageLanguages, locale, acceptLanguage);
    const orcid = parseOrcidId(slug) ?? (await orcidOfSlug(slug));
    if (orcid === undefined) return missingPage(language);
    const ofPerson = { q: '', equals: { orcid }, where: ['public'] } as const;
    const part = await listPart({ publication: ofPerson, work: ofPerson, dir: 'desc', after });
    const record = part.total > 0 ? await getPerson(orcid) : undefined;
    if (!record) return missingPage(language);
    const page = record.slug ?? record.orcid;
    if (page !== slug) return movedTo(personPath(page), locale);
    const reader = { language, locale, acceptLanguage };
    return showPage(await personPage(record, personPath(page), part, reader, now));
  },
});

export const handler = lambda(route);
