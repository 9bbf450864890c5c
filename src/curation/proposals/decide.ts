import { randomUUID } from 'node:crypto';
import { saveWithConsequences } from '#src/duplicates/saving/consequences.ts';
import { importDoi } from '#src/ingestion/import-doi.ts';
import {
  isKnown,
  type KnownProposal,
  type Proposal,
  type ProposalKind,
} from '#src/ingestion/proposals/domain/proposal.ts';
import { getProposal, proposalWrites } from '#src/ingestion/proposals/store/proposals.ts';
import { eventWrite, rememberWorkspace } from '#src/logbook/activity.ts';
import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import type { StoredPeriod } from '#src/records/groups/periods.ts';
import { addPeriod, removePeriod } from '#src/records/people/store/affiliations.ts';
import { withPublication } from '#src/records/projects/project.ts';
import { getProject, saveProject } from '#src/records/projects/store/projects.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { getPublication } from '#src/records/publications/store/publications.ts';
import { rematched } from '#src/records/publications/store/rematch.ts';
import { invalidField, Problem } from '#src/runtime/errors.ts';
import { persistent, retryIfStale, stale } from '#src/runtime/retry.ts';
import { transact, type Writes } from '#src/table/table.ts';
import type { Curator } from '../change-publication.ts';
import { addClaimed, removeClaimed } from '../groups/members.ts';

/** A decision, with the period of a membership if it is another one than proposed. */
export interface Decision {
  decision: 'accept' | 'reject' | 'undo';
  period?: Partial<StoredPeriod> | undefined;
}

/** Who decides, with their workspace and request. */
export type Decider = Curator & ChangeContext;

type Checks = Record<'requireAllowed' | 'precondition', (proposal: KnownProposal) => void>;
const anything = () => {};

/**
 * Decides a proposal, or undoes the decision. Repeating a decision changes nothing. Throws `not_found`, and `conflict`
 * if another decision was made or the proposal cannot be carried out. `requireAllowed` throws if the caller may not decide
 * it, and `precondition` if its version is not the one that they read.
 */
export async function decideProposal(
  id: string,
  { decision, period }: Decision,
  decider: Decider,
  { requireAllowed = anything, precondition = anything }: Partial<Checks> = {},
): Promise<KnownProposal> {
  await rememberWorkspace(decider.workspace);
  return retryIfStale(
    `The proposal ${id}`,
    async () => {
      const before = await getProposal(id);
      if (!before || !isKnown(before)) throw new Problem('not_found', 'There is no proposal with this id');
      requireAllowed(before);
      if (period && (decision !== 'accept' || !before.membership)) {
        throw invalidField(
          'body',
          'starts_at' in period ? 'starts_at' : 'ends_at',
          'is only for accepting a membership',
        );
      }
      const after = decided(before, decision, decider);
      // A repeated request: the first one has changed the version.
      if (after === before) return before;
      precondition(before);
      return (await carryOut(before, after, decider, period)) ?? stale;
    },
    persistent,
  );
}

/** The proposal after a decision; the same object if it already was decided so. */
function decided(before: KnownProposal, decision: Decision['decision'], { actor, now }: Decider): KnownProposal {
  const { status } = before;
  const as = (to: Proposal['status']): KnownProposal => ({
    ...before,
    status: to,
    decided_at: now.getTime(),
    decided_by: actor,
    version: before.version + 1,
  });
  if (decision === 'undo') return status === 'accepted' || status === 'rejected' ? as('open') : before;
  const wanted = decision === 'accept' ? 'accepted' : 'rejected';
  if (status === wanted) return before;
  if (status === 'accepted' || status === 'rejected') {
    throw new Problem('conflict', `The proposal was ${status}: undo that first`);
  }
  if (status === 'obsolete' && wanted === 'accepted') {
    throw new Problem('conflict', 'The proposal does not apply any more');
  }
  return as(wanted);
}

/** Carries out a decision, in one transaction with it where possible. Undefined after a concurrent change. */
type Step = (
  before: KnownProposal,
  after: KnownProposal,
  decider: Decider,
  period?: Decision['period'],
) => Promise<KnownProposal | undefined>;

const carryOut: Step = (before, after, decider, period) => {
  if (after.status === 'accepted') return accept[before.kind](before, after, decider, period);
  if (before.status === 'accepted') return undo[before.kind](before, after, decider);
  return record(before, after, decider);
};

/** Only records the decision. */
const record: Step = async (before, after, decider) =>
  (await transact(decisionWrites(before, after, decider))) ? undefined : after;

const decisionNames = { accepted: 'accepted', rejected: 'rejected', open: 'reopened', obsolete: 'reopened' } as const;

/** The writes of a decision: the proposal and the event. */
function decisionWrites(before: KnownProposal, after: KnownProposal, { workspace, actor, now }: Decider): Writes {
  const { id, kind, doi, orcids, project_id, membership } = after;
  const decision = decisionNames[after.status];
  const report = eventWrite(
    {
      type: `proposal.${decision}`,
      workspace,
      actor,
      message: `The proposal of the kind ${kind} about ${doi ?? orcids.join(', ')} was ${decision}`,
      resource: id,
      metadata: { kind, doi, orcids, project_id, ...(membership && { group_id: membership.group_id }) },
    },
    now,
  );
  return (at) => [...proposalWrites(after, before, at), report];
}

const accept: Record<ProposalKind, Step> = {
  unlink: async (before, after, decider) => {
    const publication = await publicationOf(before);
    const link = publication.researchers.find(({ orcid }) => before.orcids.includes(orcid));
    if (!link) return record(before, after, decider);
    const left = publication.researchers.filter((each) => each !== link);
    const unlinked = { ...after, removed_link: link };
    return saveLinks(publication, left, decisionWrites(before, unlinked, decider), decider, unlinked);
  },

  work: async (before, after, decider) => {
    // First, because a source may fail. Repeating an import changes nothing.
    await importDoi({ doi: before.doi ?? '', orcids: before.orcids }, decider);
    return record(before, after, decider);
  },

  award: (before, after, decider) => linkProject(before, after, decider, true),

  affiliation: async (before, after, decider) => {
    const { period } = before;
    const [orcid = ''] = before.orcids;
    if (!period) throw new Problem('conflict', 'The employment has no start');
    const id = randomUUID();
    const added = { ...after, added_period: id };
    const outcome = await addPeriod(
      { ...period, id, person_orcid: orcid },
      decider,
      decisionWrites(before, added, decider),
    );
    if (outcome === undefined) throw new Problem('conflict', `There is no person ${orcid} any more`);
    if (outcome === 'stale') return undefined;
    if (outcome === 'added') return added;
    // An identical decision, sent at the same time, has already added the period.
    if ((await getProposal(before.id))?.version !== before.version) return undefined;
    const { entity_id, status, starts_at, ends_at } = outcome;
    const end = ends_at === null ? 'with no end' : `until ${isoDay(ends_at)}`;
    const message = `overlaps with a period of ${orcid}: ${entity_id}, ${status}, from ${isoDay(starts_at)} ${end}`;
    throw new Problem('conflict', `The period ${message}`, { details: { issues: [{ path: 'period', message }] } });
  },

  group_membership: async (before, after, decider, period) => {
    const [orcid = ''] = before.orcids;
    if (!before.membership) throw new Problem('conflict', 'The proposal names no group');
    const claimed = { orcid, ...before.membership, ...period };
    const { starts_at, ends_at } = claimed;
    if (starts_at !== null && ends_at !== null && ends_at < starts_at) {
      const name = period && 'ends_at' in period ? 'ends_at' : 'starts_at';
      throw invalidField('body', name, 'must leave a day between the start and the end of the membership');
    }
    const source = before.evidence.source === 'orcid' ? 'orcid' : 'affiliations';
    let added = after;
    const id = await unlessDecided(before, () =>
      addClaimed({ ...claimed, source }, decider, (added_membership) => {
        added = { ...after, added_membership };
        return decisionWrites(before, added, decider);
      }),
    );
    return id === undefined ? undefined : added;
  },
};

const undo: Record<ProposalKind, Step> = {
  unlink: async (before, after, decider) => {
    const { removed_link: link } = before;
    if (!link) return record(before, after, decider);
    const publication = await publicationOf(before);
    const otherLinks = publication.researchers.filter(({ orcid }) => orcid !== link.orcid);
    const reopened = { ...after, removed_link: null };
    return saveLinks(publication, [...otherLinks, link], decisionWrites(before, reopened, decider), decider, reopened);
  },

  work: async () => {
    throw new Problem('conflict', 'The publication was imported: delete it instead');
  },

  award: (before, after, decider) => linkProject(before, after, decider, false),

  affiliation: async (before, after, decider) => {
    const [orcid = ''] = before.orcids;
    const reopened = { ...after, added_period: null };
    const writes = decisionWrites(before, reopened, decider);
    const outcome = await removePeriod(orcid, before.added_period ?? '', decider, writes);
    return outcome === 'removed' ? reopened : undefined;
  },

  group_membership: async (before, after, decider) => {
    const [orcid = ''] = before.orcids;
    const reopened = { ...after, added_membership: null };
    const writes = decisionWrites(before, reopened, decider);
    const isDone = await unlessDecided(before, () =>
      removeClaimed(orcid, after.added_membership ?? '', decider, writes),
    );
    return isDone ? reopened : undefined;
  },
};

/** Undefined if the obstacle is what a decision has done that was sent at the same time. */
async function unlessDecided<T>({ id, version }: KnownProposal, act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    if ((await getProposal(id))?.version !== version) return undefined;
    throw error;
  }
}

/** Links the publication of a proposal to its project, or undoes that. */
async function linkProject(
  before: KnownProposal,
  after: KnownProposal,
  decider: Decider,
  isLinked: boolean,
): Promise<KnownProposal | undefined> {
  const project = await getProject(before.project_id ?? '');
  if (!project || project.deleted_at !== null) {
    throw new Problem('conflict', `The project ${before.project_id} is deleted`);
  }
  const changed = withPublication(project, (await publicationOf(before)).doi, isLinked, decider.now);
  if (changed === project) return record(before, after, decider);
  return (await saveProject(changed, project, decider, decisionWrites(before, after, decider))) ? after : undefined;
}

/** The UTC day of a time, or its milliseconds beyond the range of Date: a period may start that late. */
const isoDay = (ms: number) => (Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString().slice(0, 10) : String(ms));

/** The publication of a proposal, which may have become part of another one. Throws `conflict` if it is gone. */
async function publicationOf({ doi }: KnownProposal): Promise<PublicationRecord> {
  const publication = doi === null ? undefined : await getPublication(doi);
  if (publication && publication.deleted_at === null) return publication;
  throw new Problem('conflict', `The publication ${doi} is deleted`);
}

/**
 * Saves other links of a publication, matched again, in one transaction with `writes`. Returns `proposal` on success.
 */
async function saveLinks(
  before: PublicationRecord,
  researchers: PublicationRecord['researchers'],
  writes: Writes,
  { now }: Decider,
  proposal: KnownProposal,
): Promise<KnownProposal | undefined> {
  const after = await rematched({ ...before, researchers, version: before.version + 1 });
  return (await saveWithConsequences({ before, after }, writes, { now })) === 'saved' ? proposal : undefined;
}
