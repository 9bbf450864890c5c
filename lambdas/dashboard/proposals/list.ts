import * as z from 'zod';
import { proposalSorts, proposals } from '#src/curation/proposals/list.ts';
import { lambda } from '#src/http/lambda.ts';
import { pageEnvelope } from '#src/http/page-envelope.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { isKnown, proposalKinds, proposalStatuses } from '#src/ingestion/proposals/domain/proposal.ts';
import { PeopleNames, ProjectTitles, peopleNames, projectTitles } from '#src/responses/curation/names.ts';
import { ProposalItem, proposalItem } from '#src/responses/proposals.ts';
import { parseDoi } from '#src/vocabulary/identifiers/doi.ts';
import { OrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';

const statuses = [...proposalStatuses, 'all'] as const;

const ProposalList = z
  .object({
    proposals: z.array(ProposalItem),
    names: PeopleNames,
    project_titles: ProjectTitles,
    ...pageEnvelope,
    sort: z.enum(proposalSorts),
    dir: z.enum(['asc', 'desc']),
    status: z.enum(statuses),
    kind: z.enum(proposalKinds).nullable(),
    orcid_id: z.string().nullable(),
    doi: z.string().nullable(),
  })
  .meta({ id: 'ProposalList' });

export const route = defineRoute({
  id: 'proposals.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/proposals',
  summary: 'List the proposals to curators',
  description:
    'By default those without a decision, newest first. Nothing is carried out until somebody accepts it. ' +
    'The list includes every decision made before the request.',
  auth: member('steward'),
  query: query.withPerPageAlias(
    z.object({
      page: query.page,
      perPage: query.perPage,
      sort: query.sortBy(proposalSorts),
      dir: query.direction,
      status: query.withDefault(
        z.enum(statuses),
        'open',
        { type: 'string', enum: [...statuses], default: 'open' },
        'Only proposals with this status, or all.',
      ),
      kind: query.oneOf(proposalKinds, 'Only proposals of this kind.'),
      orcid_id: query.filter(OrcidId, { type: 'string' }, 'Only proposals that concern the person with this ORCID iD.'),
      doi: query.filter(
        z.string().trim().max(2_000),
        { type: 'string', maxLength: 2_000 },
        'Only proposals about the publication with this DOI.',
      ),
    }),
  ),
  responses: { 200: ProposalList },
  problems: [],
  grants: ['lists:proposals', 'people:read', 'projects:read'],
  async handle({ query: { perPage: per_page, status, kind, orcid_id, doi, ...order } }) {
    const equals = {
      status: status === 'all' ? null : status,
      kind,
      orcid: orcid_id,
      doi: doi && (parseDoi(doi) ?? doi),
    };
    const { rows, ...page } = await proposals.find({ ...order, q: '', per_page, equals, where: ['known'] }, 0);
    const [names, project_titles] = await Promise.all([
      peopleNames(rows.flatMap(({ orcids }) => orcids)),
      projectTitles(rows.flatMap(({ project_id }) => project_id ?? [])),
    ]);
    return {
      status: 200,
      body: {
        proposals: rows.filter(isKnown).map(proposalItem),
        names,
        project_titles,
        ...page,
        ...order,
        status,
        kind,
        orcid_id,
        doi,
      },
    };
  },
});

export const handler = lambda(route);
