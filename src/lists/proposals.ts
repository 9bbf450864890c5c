import { Proposal, proposalShape } from '../domain/proposals/proposal.ts';
import { defineList } from './define-list.ts';
import { listSpec } from './model/spec.ts';

/** The sorts of the queue of proposals; the first is the default. */
export const proposalSorts = ['created_at', 'decided_at'] as const;

/** What curators can query proposals by. */
export const proposalSpec = listSpec({
  collection: 'PROPOSAL',
  schema: Proposal,
  shape: proposalShape,
  id: ({ id }) => id,
  texts: ({ title }) => [title],
  sorts: {
    created_at: (row) => row.created_at,
    decided_at: (row) => row.decided_at,
  },
  equals: {
    status: (row) => row.status,
    kind: (row) => row.kind,
    doi: (row) => row.doi,
    orcid: (row) => row.orcids,
    project: (row) => row.project_id,
  },
  atLeast: {},
  where: {},
});

/** All proposals, decided ones included. */
export const proposals = defineList(proposalSpec);
