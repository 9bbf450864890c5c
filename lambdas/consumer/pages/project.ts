import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { gonePage, missingPage, pageResponses, showPage } from '#src/publishing/pages/page.ts';
import { listPart } from '#src/publishing/pages/person-page.ts';
import { type ProjectPerson, projectPage } from '#src/publishing/pages/project-page.ts';
import { pageLanguages } from '#src/publishing/pages/texts.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { getProject } from '#src/records/projects/store/projects.ts';
import { isPublic } from '#src/records/publications/publicity.ts';
import { outputGrants, outputsAfter } from '#src/responses/outputs/outputs.ts';
import { outputsOfProject } from '#src/responses/owner-filters.ts';
import { publicPublicationCounts } from '#src/responses/people.ts';
import { inLocale, negotiateLanguage, requestedLocale } from '#src/vocabulary/locale.ts';

/** The people of a project whose names a page shows. */
const maxPeople = 500;

export const route = defineRoute({
  id: 'pages.project',
  api: 'consumer',
  method: 'GET',
  path: '/projects/{id}',
  summary: 'Get the web page of a public project',
  description: 'For readers and search engines. Shows those of its people who have public publications.',
  auth: { kind: 'none' },
  params: z.object({ id: z.string().meta({ description: 'The id of the project' }) }),
  query: z.object({ locale: query.locale, after: outputsAfter }),
  responses: { 200: pageResponses[200], 404: pageResponses[404], 410: pageResponses[410] },
  answerType: 'text/html',
  problems: [],
  grants: [
    'lists:publications',
    'lists:people',
    'publications:read',
    'people:read',
    'projects:read',
    ...outputGrants,
    'setting:site',
  ],
  async handle({ params: { id }, query: { locale, after }, acceptLanguage }) {
    const language = negotiateLanguage(pageLanguages, locale, acceptLanguage);
    const project = await getProject(id);
    if (project && project.deleted_at !== null && project.withdrawn_at !== null)
      return gonePage('gone_project', language);
    if (!project || !isPublic(project)) return missingPage(language);
    const [counts, outputs] = await Promise.all([publicPublicationCounts(), outputsOfProject(id)]);
    const orcids = [...new Set([...project.coordinator_orcids, ...project.member_orcids])];
    const shown = orcids.filter((orcid) => counts.has(orcid)).slice(0, maxPeople);
    const shownIn = requestedLocale(locale, acceptLanguage);
    const people = (await getPeople(shown)).map((person): [string, ProjectPerson] => [
      person.orcid,
      { name: inLocale(person.name, shownIn) ?? person.orcid, page: person.slug ?? person.orcid },
    ]);
    const part = await listPart({
      publication: { q: '', where: ['public'], ids: outputs.publications },
      work: { q: '', where: ['public'], ids: outputs.works },
      dir: 'desc',
      after,
    });
    const reader = { language, locale, acceptLanguage };
    return showPage(await projectPage(project, new Map(people), part, reader));
  },
});

export const handler = lambda(route);
