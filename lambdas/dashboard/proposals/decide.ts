import * as z from 'zod';
import { decideProposal } from '#src/curation/proposals/decide.ts';
import { requireMayDecide } from '#src/curation/proposals/may-decide.ts';
import { requireVersion } from '#src/http/entity-tag.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { checkPeriod, optionalPeriod, storedPart } from '#src/records/groups/input.ts';
import { ProposalItem, ProposalParams, proposalItem } from '#src/responses/ingestion/proposals.ts';

export const route = defineRoute({
  id: 'proposals.decide',
  api: 'dashboard',
  method: 'POST',
  path: '/api/proposals/{id}',
  summary: 'Accept or reject a proposal, or undo that',
  description:
    '`accept` carries out the proposal: it removes the link between a person and a publication, imports a ' +
    'publication and links the known people to it, links a publication to a project, or adds an affiliation ' +
    'period or a membership of a group, which fails (409) if it overlaps with another one. `starts_at` and ' +
    '`ends_at` are for a membership with other days than proposed; only administrators decide about these. ' +
    '`reject` prevents it from being proposed again. `undo` reopens the proposal and reverts an acceptance; an ' +
    'imported publication must be deleted instead, and a membership that was changed since removed (409). Repeating ' +
    'a decision changes nothing; a different one must be undone first (409).',
  auth: member('workspace_member'),
  params: ProposalParams,
  body: z
    .strictObject({ decision: z.enum(['accept', 'reject', 'undo']), ...optionalPeriod })
    .check((context) => checkPeriod(context)),
  ifMatch: true,
  responses: { 200: ProposalItem },
  problems: ['not_found', 'conflict', 'upstream_unavailable'],
  grants: [
    'proposals:write',
    'affiliations:query',
    'affiliations:delete',
    'publications:ingest',
    'enrichments:put',
    'people:write',
    'group-members:curate',
    'erasures:check',
    'projects:write',
    'audit:put',
    'sources',
    'secret:source-credentials',
  ],
  memoryMb: 512,
  timeoutSeconds: 29,
  async handle({ params: { id }, body, caller, now, requestId, ifMatch }) {
    const decider = { workspace: caller.workspace, ...changeContext({ caller, now, requestId }) };
    const proposal = await decideProposal(id, { decision: body.decision, period: storedPart(body) }, decider, {
      requireAllowed: (each) => requireMayDecide(caller, each),
      precondition: requireVersion(ifMatch),
    });
    return { status: 200, body: proposalItem(proposal), headers: { etag: `"${proposal.version}"` } };
  },
});

export const handler = lambda(route);
