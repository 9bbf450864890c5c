import * as z from 'zod';
import { proposalSorts, proposals } from '#src/curation/proposals/list.ts';
import { lambda } from '#src/http/lambda.ts';
import { pageEnvelope } from '#src/http/page-envelope.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { isKnown, proposalKinds, proposalStatuses } from '#src/ingestion/proposals/domain/proposal.ts';
import {
  GroupNames,
  groupTitles,
  PeopleNames,
  ProjectTitles,
  peopleNames,
  projectTitles,
} from '#src/responses/curation/names.ts';
import { ProposalItem, proposalItem } from '#src/responses/ingestion/proposals.ts';
import { parseDoi } from '#src/vocabulary/identifiers/doi.ts';
import { OrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';

const statuses = [...proposalStatuses, 'all'] as const;

const ProposalList = z
  .object({
    proposals: z.array(ProposalItem),
    names: PeopleNames,
    project_titles: ProjectTitles,
    group_names: GroupNames,
    ...pageEnvelope,
    sort: z.enum(proposalSorts),
    dir: z.enum(['asc', 'desc']),
    status: z.enum(statuses),
    kind: z.enum(proposalKinds).nullable(),
    orcid_id: z.string().nullable(),
    doi: z.string().nullable(),
    group_id: z.string().nullable(),
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
      group_id: query.filter(
        z.string().trim().toLowerCase().max(80),
        { type: 'string', maxLength: 80 },
        'Only proposals of memberships of this group, not of those that belong to it.',
      ),
    }),
  ),
  responses: { 200: ProposalList },
  problems: [],
  grants: ['lists:proposals', 'people:read', 'projects:read', 'groups:read'],
  async handle({ query: { perPage: per_page, status, kind, orcid_id, doi, group_id, ...order } }) {
    const equals = {
      status: status === 'all' ? null : status,
      kind,
      orcid: orcid_id,
      doi: doi && (parseDoi(doi) ?? doi),
      group: group_id,
    };
    const { rows, ...page } = await proposals.find({ ...order, q: '', per_page, equals, where: ['known'] }, 0);
    const [names, project_titles, group_names] = await Promise.all([
      peopleNames(rows.flatMap(({ orcids }) => orcids)),
      projectTitles(rows.flatMap(({ project_id }) => project_id ?? [])),
      groupTitles(rows.flatMap(({ membership }) => membership?.group_id ?? [])),
    ]);
    return {
      status: 200,
      body: {
        proposals: rows.filter(isKnown).map(proposalItem),
        names,
        project_titles,
        group_names,
        ...page,
        ...order,
        status,
        kind,
        orcid_id,
        doi,
        group_id,
      },
    };
  },
});

export const handler = lambda(route);
