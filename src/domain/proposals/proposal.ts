import * as z from 'zod';
import { Affiliation } from '../affiliation.ts';
import { ResearcherLink } from '../matching/link.ts';
import { LocalizedText } from '../values/locale.ts';
import { isSameJson } from '../values/same-json.ts';

/**
 * The version of the shape of proposals, stored with each. Raise it when a field is added, removed or gets another
 * meaning; a field that is added has a `.default(...)`.
 */
export const proposalShape = 1;

/**
 * What is proposed. `unlink`: a publication was taken off a person's ORCID record. `work`: a publication that no ORCID
 * record lists. `award`: a publication and a project have the same award. `affiliation`: an employment on an ORCID record.
 */
export const proposalKinds = ['unlink', 'work', 'award', 'affiliation'] as const;
export type ProposalKind = (typeof proposalKinds)[number];

/** `obsolete`: it does not apply any more; it is open again when it does. */
export const proposalStatuses = ['open', 'accepted', 'rejected', 'obsolete'] as const;

/** What the proposal rests on, as it was seen last. */
export const Evidence = z.object({
  source: z.enum(['orcid', 'crossref', 'datacite', 'openalex']),
  /** Milliseconds since the epoch. */
  seen_at: z.int(),
  /** What was seen, by kind of proposal: docs/proposals.md. */
  seen: z.record(z.string(), z.unknown()),
});
export type Evidence = z.output<typeof Evidence>;

/** What a curator is asked. Fields that the kind does not have are null or empty. */
export const Question = z.object({
  kind: z.enum(proposalKinds),
  /** The publication: its canonical DOI, or that of a work that is not in the registry. */
  doi: z.string().nullable(),
  /** The people concerned. */
  orcids: z.array(z.string()),
  project_id: z.string().nullable(),
  /** The proposed affiliation period. */
  period: Affiliation.nullable(),
  /** Of the publication. */
  title: LocalizedText.nullable(),
  evidence: Evidence,
});
export type Question = z.output<typeof Question>;

/** A proposal, and what was decided about it. */
export const Proposal = Question.extend({
  id: z.string(),
  status: z.enum(proposalStatuses),
  created_at: z.int(),
  /** When the last decision was made, or undone, and by whom, in the form of `actorOf` in src/auth. */
  decided_at: z.int().nullable(),
  decided_by: z.string().nullable(),
  /** What an undo of an accepted proposal needs: the link that was removed, or the id of the period that was added. */
  removed_link: ResearcherLink.nullable(),
  added_period: z.string().nullable(),
  /** Incremented by every write. A write is conditional on the version it read. */
  version: z.int(),
  /** When it was written. */
  changed: z.int(),
});
export type Proposal = z.output<typeof Proposal>;

/**
 * The proposal after something was proposed, maybe again: the same object if that changes nothing. What was rejected or
 * accepted stays so, but a publication that is linked again after an accepted unlink can be proposed again.
 */
export function applyQuestion(before: Proposal | undefined, id: string, question: Question, now: Date): Proposal {
  if (!before) {
    const undecided = { decided_at: null, decided_by: null, removed_link: null, added_period: null };
    const times = { created_at: now.getTime(), changed: now.getTime() };
    return { ...question, id, status: 'open', ...undecided, ...times, version: 1 };
  }
  const isAskedAgain = before.status === 'obsolete' || (before.status === 'accepted' && before.kind === 'unlink');
  if (before.status !== 'open' && !isAskedAgain) return before;
  const content = (of: Question) => ({ ...Question.parse(of), evidence: { ...of.evidence, seen_at: 0 } });
  if (before.status === 'open' && isSameJson(content(before), content(question))) return before;
  return { ...before, ...question, status: 'open', removed_link: null, version: before.version + 1 };
}

/** The proposal when it does not apply any more: the same object unless it is open. */
export const withdrawProposal = (before: Proposal): Proposal =>
  before.status === 'open' ? { ...before, status: 'obsolete', version: before.version + 1 } : before;
