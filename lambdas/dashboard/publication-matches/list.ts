import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { pageEnvelope } from '#src/http/page-envelope.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { echoValues, valuesFilter } from '#src/http/values-filter.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { curatedPublications } from '#src/lists/curated-publications.ts';
import type { OtherPublication } from '#src/matching/coauthors.ts';
import { matchQuestionStates } from '#src/matching/link.ts';
import { getPublicationsAndPeople } from '#src/records/publications/store/publications.ts';
import { askedResearchers, OpenMatch, openMatch } from '#src/responses/curation/publication-matches.ts';
import { OrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';

export const route = defineRoute({
  id: 'publication-matches.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/publication-matches',
  summary: 'List the publications with researchers whose author is unclear',
  description:
    'The queue of curators, most recently fetched first, including hidden publications but not deleted ones. ' +
    'Includes every change made before the request. Where no source names any author or editor, there is nothing to ' +
    'decide: `state=authors_unknown` lists these; they are asked again when authors arrive.',
  auth: member('steward'),
  query: query.withPerPageAlias(
    z.object({
      page: query.page,
      perPage: query.perPage,
      state: z.enum(matchQuestionStates).default('open').meta({
        description: '`authors_unknown`: those that cannot be decided yet, because no source names authors.',
      }),
      orcid_id: valuesFilter(OrcidId, { type: 'string' }, 'Only publications of researchers with this ORCID iD.'),
    }),
  ),
  responses: {
    200: z.object({ matches: z.array(OpenMatch), ...pageEnvelope, orcid_id: z.string().nullable() }),
  },
  problems: [],
  grants: ['lists:curated-publications', 'publications:read', 'people:read'],
  async handle({ query: { page, perPage, state, orcid_id } }) {
    const { rows, ...numbers } = await curatedPublications.find(
      {
        page,
        per_page: perPage,
        q: '',
        sort: 'last_fetched_at',
        dir: 'desc',
        equals: { [state === 'open' ? 'has_open_match' : 'authors_unknown']: 'true', status: 'active', orcid_id },
        where: [],
      },
      0,
    );
    const { publications, people } = await getPublicationsAndPeople(
      rows.map(({ doi }) => doi),
      rows.flatMap(({ orcids }) => orcids),
    );
    const known = [...people.values()];
    const open = [...publications.values()].flatMap((record) => askedResearchers(record, state));
    const otherPublications = new Map<string, OtherPublication[]>();
    for (const orcid of new Set(open)) otherPublications.set(orcid, await publicationsOf(orcid));
    const matches = rows.flatMap(({ doi }) => {
      const record = publications.get(doi);
      return record ? [openMatch(record, state, known, otherPublications)] : [];
    });
    return { status: 200, body: { matches, ...numbers, orcid_id: echoValues(orcid_id) } };
  },
});

/** A researcher's latest publications, from the list in memory, which is as current as the questions. */
async function publicationsOf(orcid: string): Promise<OtherPublication[]> {
  const latest = { page: 1, per_page: 100, q: '', sort: 'publication_date', dir: 'desc' } as const;
  const equals = { orcid_id: orcid, status: 'active', versions: 'shown' };
  const { rows } = await curatedPublications.find({ ...latest, equals, where: ['present'] }, 60_000);
  return rows.map(({ doi, author_names }) => ({ doi, names: author_names === '' ? [] : author_names.split('\n') }));
}

export const handler = lambda(route);
