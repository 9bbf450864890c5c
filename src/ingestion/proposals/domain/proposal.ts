import * as z from 'zod';
import { ResearcherLink } from '#src/matching/link.ts';
import { storedPeriod } from '#src/records/groups/group.ts';
import { Affiliation } from '#src/records/people/affiliation.ts';
import { isSameJson } from '#src/vocabulary/json/same-json.ts';
import { LocalizedText } from '#src/vocabulary/locale.ts';

/** Stored shape version. Raise it as `publicationShape`. */
export const proposalShape = 2;

/**
 * `unlink`: a publication was removed from a person's ORCID record. `work`: a publication that no ORCID record lists.
 * `award`: a publication and a project share an award. `affiliation`: an employment on an ORCID record.
 * `group_membership`: an employment on an ORCID record, or affiliations as printed, name a group.
 */
export const proposalKinds = ['unlink', 'work', 'award', 'affiliation', 'group_membership'] as const;
export type ProposalKind = (typeof proposalKinds)[number];

/** Whether this release knows the kind of a proposal: a later one, from which one has gone back, may have asked more. */
export const isKnown = (proposal: Proposal): proposal is KnownProposal =>
  (proposalKinds as readonly string[]).includes(proposal.kind);

/** `obsolete` proposals no longer apply; they reopen if they apply again. */
export const proposalStatuses = ['open', 'accepted', 'rejected', 'obsolete'] as const;

/** The evidence of a proposal, as last seen. */
export const Evidence = z.object({
  source: z.enum(['orcid', 'crossref', 'datacite', 'openalex']),
  /** Milliseconds since the epoch. */
  seen_at: z.int(),
  /** By kind of proposal: docs/proposals.md. */
  seen: z.record(z.string(), z.unknown()),
});
export type Evidence = z.output<typeof Evidence>;

/** The days on which a person is said to be a member of a group. */
const ProposedMembership = z.object({ group_id: z.string(), ...storedPeriod });
export type ProposedMembership = z.output<typeof ProposedMembership>;

/** A question to a curator. Fields that the kind does not have are null or empty. */
export const Question = z.object({
  /** One of `proposalKinds`, or of a later release. */
  kind: z.string(),
  /** The publication's canonical DOI, or the DOI of a work that is not in the registry. */
  doi: z.string().nullable(),
  orcids: z.array(z.string()),
  project_id: z.string().nullable(),
  period: Affiliation.nullable(),
  title: LocalizedText.nullable(),
  /** Only of the kind `group_membership`. */
  membership: ProposedMembership.nullable().default(null),
  evidence: Evidence,
});
export type Question = z.output<typeof Question>;

export const Proposal = Question.extend({
  id: z.string(),
  status: z.enum(proposalStatuses),
  created_at: z.int(),
  /** Time and actor of the last decision or undo, the actor in the form of `actorOf` in src/identity. */
  decided_at: z.int().nullable(),
  decided_by: z.string().nullable(),
  /** Needed to undo an accepted proposal: the removed link, or the id of the added period. */
  removed_link: ResearcherLink.nullable(),
  added_period: z.string().nullable(),
  /** The id of the membership that an accepted one has added. */
  added_membership: z.string().nullable().default(null),
  /** Incremented by every write, which is conditional on the version it read. */
  version: z.int(),
  changed: z.int(),
});
export type Proposal = z.output<typeof Proposal>;
export type KnownProposal = Proposal & { kind: ProposalKind };

/**
 * The proposal after being proposed, perhaps again: the same object if nothing changes. Decisions stay, but a publication
 * linked again after an accepted unlink can be proposed again, as can a membership beyond the period that was accepted.
 */
export function applyQuestion(before: Proposal | undefined, id: string, question: Question, now: Date): Proposal {
  if (!before) {
    const undecided = {
      decided_at: null,
      decided_by: null,
      removed_link: null,
      added_period: null,
      added_membership: null,
    };
    const times = { created_at: now.getTime(), changed: now.getTime() };
    return { ...question, id, status: 'open', ...undecided, ...times, version: 1 };
  }
  const isAskedAgain =
    before.status === 'obsolete' ||
    (before.status === 'accepted' && (before.kind === 'unlink' || isBeyond(question.membership, before.membership)));
  if (before.status !== 'open' && !isAskedAgain) return before;
  const content = (question: Question) => ({
    ...Question.parse(question),
    evidence: { ...question.evidence, seen_at: 0 },
  });
  if (before.status === 'open' && isSameJson(content(before), content(question))) return before;
  const undone = { removed_link: null, added_membership: null };
  return { ...before, ...question, ...undone, status: 'open', version: before.version + 1 };
}

/** Whether a membership begins before another one, or ends after it. */
function isBeyond(one: ProposedMembership | null, other: ProposedMembership | null): boolean {
  if (!one || !other) return false;
  const [start, end] = [one.starts_at ?? '', one.ends_at ?? '~'];
  return start < (other.starts_at ?? '') || end > (other.ends_at ?? '~');
}

/** The proposal once it no longer applies: the same object unless it is open. */
export const withdrawProposal = (before: Proposal): Proposal =>
  before.status === 'open' ? { ...before, status: 'obsolete', version: before.version + 1 } : before;
