import { createHash } from 'node:crypto';
import * as z from 'zod';
import { getPerson, ifPersonExists } from '#src/records/people/store/people.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { keys } from '#src/table/keys.ts';
import { type RewriteResult, rewriteRecord } from '#src/table/rewrite.ts';
import {
  type AttemptTime,
  getItem,
  getItems,
  ifUnchanged,
  type Key,
  queryAll,
  transact,
  type Write,
} from '#src/table/table.ts';
import {
  applyQuestion,
  Proposal,
  type ProposalKind,
  proposalShape,
  proposalStatuses,
  type Question,
  withdrawProposal,
} from '../domain/proposal.ts';

/** A link from a person to a proposal that concerns them. */
export const ProposalLink = z.object({
  sk: z.string(),
  kind: z.string(),
  status: z.enum(proposalStatuses),
});

/**
 * The id of a proposal, which is the same for the same question, so that decisions are remembered. `subject` identifies
 * what it is about.
 */
export const proposalId = (kind: ProposalKind, ...subject: string[]): string =>
  createHash('sha256')
    .update([kind, ...subject].join('\n'))
    .digest('hex')
    .slice(0, 32);

/** A proposal, or undefined. */
export async function getProposal(id: string): Promise<Proposal | undefined> {
  const item = await getItem(keys.proposal(id));
  return item && Proposal.parse(item);
}

/** The existing proposals with these ids. */
export async function getProposals(ids: readonly string[]): Promise<Proposal[]> {
  return (await getItems(ids.map(keys.proposal))).map((item) => Proposal.parse(item));
}

/** The open proposals of a kind that concern a person. */
export async function openProposalsOf(orcid: string, kind: ProposalKind): Promise<Proposal[]> {
  const open = (await linksOf(orcid)).filter((link) => link.kind === kind && link.status === 'open');
  return getProposals(open.map(({ sk }) => sk));
}

/** The proposals of a kind that concern a person, whatever their status. */
export async function proposalsOfKind(orcid: string, kind: ProposalKind): Promise<Proposal[]> {
  const links = (await linksOf(orcid)).filter((link) => link.kind === kind);
  return getProposals(links.map(({ sk }) => sk));
}

/** All proposals that concern a person, whatever their status. */
export async function proposalsOf(orcid: string): Promise<Proposal[]> {
  return getProposals(await proposalIdsOf(orcid));
}

/** The ids of all proposals that concern a person. */
export async function proposalIdsOf(orcid: string): Promise<string[]> {
  return (await linksOf(orcid)).map(({ sk }) => sk);
}

async function linksOf(orcid: string): Promise<z.output<typeof ProposalLink>[]> {
  const links = await queryAll({
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.proposalOf(orcid, '').pk },
  });
  return links.map((item) => ProposalLink.parse(item));
}

/** Asks curators unless they were already asked. Reopens an obsolete proposal. */
export const propose = (id: string, question: Question, now: Date): Promise<void> =>
  change(id, (before) => applyQuestion(before, id, question, now));

/** As `propose`, of what concerns one person, unless they are erased meanwhile: nothing would lead to it any more. */
export const proposeOf = (orcid: string, id: string, question: Question, now: Date): Promise<void> =>
  retryIfStale(`The proposal ${id}`, async () => {
    if (!(await getPerson(orcid))) return;
    const before = await getProposal(id);
    const after = applyQuestion(before, id, question, now);
    if (after === before) return;
    if (await transact((at) => [...proposalWrites(after, before, at), ifPersonExists(orcid)])) return stale;
  });

/**
 * Whether curators are asked to import a publication. For whoever is about to store it: of what is proposed meanwhile, the
 * next run of the suggestions finds that it is stored.
 */
export const isSuggested = async (doi: string): Promise<boolean> =>
  (await getProposal(proposalId('work', doi)))?.status === 'open';

/** Withdraws the proposal to import a publication that the registry now has. */
export const withdrawSuggestion = (doi: string): Promise<void> => withdraw(proposalId('work', doi));

/** Withdraws a proposal if it is open. */
export const withdraw = (id: string): Promise<void> => change(id, (before) => before && withdrawProposal(before));

function change(id: string, to: (before: Proposal | undefined) => Proposal | undefined): Promise<void> {
  return retryIfStale(`The proposal ${id}`, async () => {
    const before = await getProposal(id);
    const after = to(before);
    if (!after || after === before) return;
    if (!(await saveProposal(after, before))) return stale;
  });
}

/** Writes a proposal and the links to it; false if it has changed since it was read, or already exists. */
const saveProposal = async (proposal: Proposal, before: Proposal | undefined): Promise<boolean> =>
  (await transact((at) => proposalWrites(proposal, before, at))) === undefined;

/** Rewrites a proposal of an older shape, with the links to it, and returns the result. */
export function rewriteProposal(id: string): Promise<RewriteResult> {
  return rewriteRecord(keys.proposal(id), proposalShape, {
    parse: (item) => Proposal.parse(item),
    save: saveProposal,
  });
}

/** The keys of the links to a proposal. */
export const proposalLinkKeys = ({ id, orcids }: Proposal): Key[] => orcids.map((orcid) => keys.proposalOf(orcid, id));

/** The writes of a proposal and the links to it, provided that it is unchanged since it was read. */
export function proposalWrites(proposal: Proposal, before: Proposal | undefined, at: AttemptTime): Write[] {
  const { id, kind, status } = proposal;
  const Item = { ...keys.proposal(id), ...proposal, changed: at, shape: proposalShape };
  return [
    { Put: { Item, ...ifUnchanged(before) } },
    ...proposalLinkKeys(proposal).map((Key): Write => ({ Put: { Item: { ...Key, kind, status } } })),
  ];
}
