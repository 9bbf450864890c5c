import { Proposal } from '#src/ingestion/proposals/domain/proposal.ts';
import * as decideRoute from '../../../../lambdas/dashboard/proposals/decide.ts';
import * as listRoute from '../../../../lambdas/dashboard/proposals/list.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { allItems } from '../../../support/table.ts';

/** The dashboard's routes for proposals, called by a member of the default workspace. */

const authorizer = sessionOf('workspace_member');

export const listProposals = (query = '') => call(listRoute, { url: `/api/proposals${query}`, authorizer });
export const decide = (id: string, decision: string, headers: Record<string, string> = {}) =>
  call(decideRoute, { url: `/api/proposals/${id}`, authorizer, body: { decision }, headers });

/** The stored proposals of a kind. The list would keep those of earlier tests' tables. */
export async function proposalsOf(kind: Proposal['kind']): Promise<Proposal[]> {
  const rows = (await allItems()).filter(({ pk, sk }) => /^LIST#PROPOSAL#/.test(String(pk)) && sk !== '!EPOCH');
  return rows.map((row) => Proposal.parse(row)).filter((proposal) => proposal.kind === kind);
}

export const openProposals = async (kind: Proposal['kind']) =>
  (await proposalsOf(kind)).filter(({ status }) => status === 'open');

/** The only open proposal of a kind. */
export async function onlyProposal(kind: Proposal['kind']): Promise<Proposal> {
  const [proposal, ...others] = await openProposals(kind);
  if (!proposal || others.length > 0) throw new Error(`${proposal ? others.length + 1 : 0} proposals are open`);
  return proposal;
}
