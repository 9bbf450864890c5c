import { answerOf, api, type Schema } from '../api/client.ts';

interface DecisionOptions {
  /** Only if the proposal has not changed since this version. */
  version?: Schema<'Proposal'>['version'] | undefined;
  /** The period of a membership, if it is to be another one than proposed. */
  period?: { starts_at: number | null; ends_at: number | null } | undefined;
}

/** Accepts or rejects a proposal, or takes that back. */
export const decideProposal = (
  id: string,
  decision: 'accept' | 'reject' | 'undo',
  { version, period }: DecisionOptions = {},
) =>
  answerOf(
    api.POST('/api/proposals/{id}', {
      params: { path: { id }, header: version === undefined ? {} : { 'If-Match': `"${version}"` } },
      body: { decision, ...period },
    }),
  );
