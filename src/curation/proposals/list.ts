import { isKnown, Proposal, proposalShape } from '#src/ingestion/proposals/domain/proposal.ts';
import { defineList } from '#src/lists/define-list.ts';
import { listSpec } from '#src/lists/model/spec.ts';

/** The sorts of the queue; the first is the default. */
export const proposalSorts = ['created_at', 'decided_at'] as const;

export const proposalSpec = /* @__PURE__ */ listSpec({
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
    group: (row) => row.membership?.group_id ?? null,
  },
  atLeast: {},
  where: { known: isKnown },
});

/** All proposals, including decided ones. What curators are asked is `where: ['known']`. */
export const proposals = /* @__PURE__ */ defineList(proposalSpec);
