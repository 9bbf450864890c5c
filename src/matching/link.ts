import * as z from 'zod';
import type { Author, Contributor } from '#src/vocabulary/bibliography.ts';
import {
  type Contributors,
  contributorLists,
  isSameAuthor,
  type Match,
  MatchCandidate,
  matchPerson,
  matchReasons,
  type PersonNames,
} from './match.ts';

const lists = ['authors', 'editors'] as const;
type ListName = (typeof lists)[number] | 'contributors';

/** An author as they were when a curator decided about them. The list may be corrected later. */
const DecidedAuthor = z.object({
  list: z.enum(lists),
  /** The list, if the previous release does not know it and reads `list` instead. */
  newer_list: z.literal('contributors').optional(),
  /** Current position in the list; null if no longer in it. */
  position: z.int().nullable(),
  name: z.string(),
  given: z.string().nullable(),
  family: z.string().nullable(),
  orcid: z.string().nullable(),
});
type DecidedAuthor = z.output<typeof DecidedAuthor>;

/** Curators' decisions about one researcher of one publication. */
const MatchDecision = z.object({
  accepted: DecidedAuthor.nullable(),
  rejected: z.array(DecidedAuthor),
  /** Whether the researcher is none of the candidates. */
  is_none: z.boolean(),
  /** Last change in milliseconds since the epoch. The actor is in the form of `actorOf` in src/identity. */
  decided_at: z.int(),
  actor: z.string().nullable(),
});
type MatchDecision = z.output<typeof MatchDecision>;

export const maxRejected = 50;

/** A link between a publication and a researcher, perhaps matched to one of its authors, with the evidence. */
export const ResearcherLink = z.object({
  orcid: z.string(),
  /** Index into the authors; null if no author clearly matches. */
  author_position: z.int().nullable(),
  /** Index into the editors, for a researcher who is none of the authors. */
  editor_position: z.int().nullable().default(null),
  /** Index into the other contributors, for a researcher who is one of them only. */
  contributor_position: z.int().optional(),
  /** The basis of the match, apart from a decision. */
  evidence: z.enum(['orcid', 'name']).nullable(),
  /** Null without a match, and in links of older shapes. */
  score: z.number().nullable().default(null),
  reasons: z.array(z.enum(matchReasons)).default([]),
  /** Possible authors, if none matches. */
  candidates: z.array(MatchCandidate).default([]),
  decision: MatchDecision.nullable().default(null),
});
export type ResearcherLink = z.output<typeof ResearcherLink>;

export const newLink = (orcid: string): ResearcherLink => ({ ...unmatched, orcid, decision: null });

const unmatched = {
  author_position: null,
  editor_position: null,
  evidence: null,
  score: null,
  reasons: [],
  candidates: [],
} satisfies Partial<ResearcherLink>;

/** The people that a publication names: as shown, and as listed by OpenAlex. */
export interface NamedPeople {
  authors: Author[];
  editors: Author[];
  /** People in other roles, such as translators. */
  contributors?: Contributor[];
  openAlex: Author[];
}

/**
 * The links, matched again, ordered by iD. `people` are the known researchers. An accepted author is matched to nobody
 * else, and somebody who was matched before keeps their author: another one with the same name becomes a question.
 */
export function matchLinks(
  links: readonly ResearcherLink[],
  named: NamedPeople,
  people: readonly PersonNames[],
): ResearcherLink[] {
  const contributors = contributorLists(named);
  const accepted = new Map(
    links.map(({ orcid, decision }) => [orcid, decision?.accepted && placeOf(decision.accepted, named)]),
  );
  const sorted = [...links].sort((one, other) => (one.orcid < other.orcid ? -1 : 1));
  const matched = sorted.map((link): Matched => {
    const { orcid } = link;
    const decision = link.decision && located(link.decision, named);
    const person = people.find((candidate) => candidate.orcid === orcid);
    const place = accepted.get(orcid);
    if (place)
      return { link: { ...bare(link), decision, ...acceptedMatch(contributors, place, person, orcid) }, found: null };
    const taken = [...accepted].flatMap(([of, its]) => (its && of !== orcid ? [its] : []));
    const match = person ? matchUndecided(contributors, named, person, decision, taken) : noMatch;
    const lapsed = decision?.accepted && match.found;
    if (match.found && !lapsed)
      return {
        link: { ...bare(link), decision, ...matchedTo(match.found) },
        found: match.found,
        before: placeKey(link),
      };
    const candidates = lapsed && match.found ? [lapsedCandidate(match.found), ...match.candidates] : match.candidates;
    return { link: { ...bare(link), decision, ...unmatched, candidates }, found: null };
  });
  return withoutNewcomers(matched);
}

/** A link without the place that only some have. */
function bare({ contributor_position: _, ...link }: ResearcherLink): ResearcherLink {
  return link;
}

/** A link after matching, what the rules found for it, and the place to which it was matched before. */
interface Matched {
  link: ResearcherLink;
  found: MatchCandidate | null;
  before?: string | null;
}

/** The links, without new matches to an author to whom exactly one other researcher was matched before. */
function withoutNewcomers(matched: readonly Matched[]): ResearcherLink[] {
  const byPlace = Map.groupBy(matched, ({ link }) => placeKey(link));
  return matched.map(({ link, found, before = null }) => {
    const established = (byPlace.get(placeKey(link)) ?? []).filter((each) => (each.before ?? null) !== null);
    const isNewcomer = found !== null && before === null && established.length === 1;
    return isNewcomer ? { ...bare(link), ...unmatched, candidates: [found] } : link;
  });
}

function located(decision: MatchDecision, named: NamedPeople): MatchDecision {
  const at = (author: DecidedAuthor) => ({ ...author, position: placeOf(author, named)?.position ?? null });
  return { ...decision, accepted: decision.accepted && at(decision.accepted), rejected: decision.rejected.map(at) };
}

interface Place {
  list: ListName;
  position: number;
}

const noMatch: Match = { found: null, candidates: [] };

function matchUndecided(
  contributors: Contributors,
  named: NamedPeople,
  person: PersonNames,
  decision: MatchDecision | null,
  taken: readonly Place[],
): Match {
  const rejected = (decision?.rejected ?? []).flatMap((each) => placeOf(each, named) ?? []);
  const excluded = new Set([...taken, ...rejected].map(({ list, position }) => `${list} ${position}`));
  return matchPerson(contributors, person, (_, list, position) => excluded.has(`${list} ${position}`));
}

const matchedTo = ({ author_position, editor_position, contributor_position, score, reasons }: MatchCandidate) => ({
  author_position,
  editor_position,
  ...(contributor_position !== undefined && { contributor_position }),
  evidence: reasons.includes('orcid') ? ('orcid' as const) : ('name' as const),
  score,
  reasons,
  candidates: [],
});

/** The accepted author left the list. A curator has to look, even if the rules find another author. */
const lapsedCandidate = (candidate: MatchCandidate): MatchCandidate => ({
  ...candidate,
  reasons: [...candidate.reasons, 'decision_lapsed'],
});

function acceptedMatch(
  contributors: Contributors,
  { list, position }: Place,
  person: PersonNames | undefined,
  orcid: string,
) {
  const only = (_: Author, itsList: ListName, itsPosition: number) => itsList !== list || itsPosition !== position;
  const { found, candidates } = person ? matchPerson(contributors, person, only) : noMatch;
  const reasons = (found ?? candidates[0])?.reasons ?? [];
  const hasOrcid = contributors[list].all[position]?.author.orcid === orcid;
  return {
    author_position: list === 'authors' ? position : null,
    editor_position: list === 'editors' ? position : null,
    ...(list === 'contributors' && { contributor_position: position }),
    evidence: hasOrcid ? ('orcid' as const) : found ? ('name' as const) : null,
    score: 1,
    reasons: ['curator' as const, ...reasons],
    candidates: [],
  };
}

/**
 * The current place of an author that a curator decided about: the same printed name, preferably at the same position,
 * or the only other form of the name. Undefined if there is none or it is ambiguous.
 */
function placeOf(decided: DecidedAuthor, named: NamedPeople): Place | undefined {
  const { position } = decided;
  const list = decidedList(decided);
  const authors: readonly Author[] = named[list] ?? [];
  const alike = (author: Author | undefined) =>
    author !== undefined && (author.orcid === null || decided.orcid === null || author.orcid === decided.orcid);
  const isPrinted = (author: Author | undefined) => alike(author) && cut(author?.name ?? '') === decided.name;
  if (position !== null && isPrinted(authors[position])) return { list, position };
  for (const isSame of [isPrinted, (author: Author) => isSameAuthor(author, decided)]) {
    const places = authors.flatMap((author, at) => (isSame(author) ? [at] : []));
    if (places.length > 0)
      return places.length === 1 && places[0] !== undefined ? { list, position: places[0] } : undefined;
  }
  return undefined;
}

/** The list of an author that a curator decided about. */
export const decidedList = ({ list, newer_list }: Pick<DecidedAuthor, 'list' | 'newer_list'>): ListName =>
  newer_list ?? list;

function placeKey(link: ResearcherLink): string | null {
  const [place] = placesOf(link);
  return place ? `${place.list} ${place.position}` : null;
}

const positionIn = {
  authors: 'author_position',
  editors: 'editor_position',
  contributors: 'contributor_position',
} as const;

/** Who is whom of a list: by position, the only researcher matched to it, or the accepted one. Nobody if two are. */
export function peopleAt(links: readonly ResearcherLink[], list: ListName): ReadonlyMap<number, string> {
  const people = new Map<number, string>();
  for (const [at = null, matched] of Map.groupBy(links, (link) => link[positionIn[list]])) {
    const accepted = matched.filter(({ reasons }) => reasons.includes('curator'));
    const [only, ...others] = accepted.length > 0 ? accepted : matched;
    if (at !== null && only && others.length === 0) people.set(at, only.orcid);
  }
  return people;
}

/** Per link: whether the researcher is matched to a place that nobody else is matched to. */
export function matchStatesOf(links: readonly ResearcherLink[]): ('needs_attention' | 'complete')[] {
  const people = {
    authors: peopleAt(links, 'authors'),
    editors: peopleAt(links, 'editors'),
    contributors: peopleAt(links, 'contributors'),
  };
  return links.map((link) => {
    const [place] = placesOf(link);
    return place && people[place.list].get(place.position) === link.orcid ? 'complete' : 'needs_attention';
  });
}

/** The question to curators about a link. `authors_unknown`: nothing can be decided until a source names authors. */
export const matchQuestionStates = ['open', 'authors_unknown'] as const;
export type MatchQuestion = (typeof matchQuestionStates)[number] | null;

/** Per link: the question. Null if one has said that the researcher is none of the candidates. */
export function questionsOf(
  links: readonly ResearcherLink[],
  named: () => Pick<NamedPeople, 'authors' | 'editors' | 'contributors'>,
): MatchQuestion[] {
  const states = matchStatesOf(links);
  const isAsked = links.map(
    ({ decision, candidates }, index) =>
      states[index] === 'needs_attention' && !(decision?.is_none === true && candidates.length === 0),
  );
  if (!isAsked.includes(true)) return isAsked.map(() => null);
  const { authors, editors, contributors = [] } = named();
  const asked = authors.length + editors.length + contributors.length > 0 ? 'open' : 'authors_unknown';
  return isAsked.map((each) => (each ? asked : null));
}

/** Whether the author that a curator accepted is still in the list. */
export const isInForce = ({ decision, reasons }: ResearcherLink): boolean =>
  decision !== null && (decision.accepted === null || reasons.includes('curator'));

/** The final basis of a link's match. */
export const matchBasis = ({ evidence, reasons }: ResearcherLink): 'orcid' | 'name' | 'curator' | null =>
  reasons.includes('curator') ? 'curator' : evidence;

/** A curator's verdict on a researcher and one contributor, or on all candidates if `place` is null. */
export interface MatchVerdict {
  orcid: string;
  verdict: 'accept' | 'reject' | 'undo';
  place: Place | null;
}

export interface MatchFault {
  path: 'orcid' | 'position' | 'decision';
  message: string;
}

/**
 * The links after a verdict: the same array if nothing changes. Accepting replaces an earlier acceptance. Without `place`,
 * rejecting says that the researcher is none of the candidates, and undoing forgets all decisions about the researcher.
 */
export function decideMatch(
  links: readonly ResearcherLink[],
  { orcid, verdict, place }: MatchVerdict,
  named: NamedPeople,
  people: readonly PersonNames[],
  context: { actor: string | null; now: Date },
): readonly ResearcherLink[] | MatchFault {
  const link = links.find((each) => each.orcid === orcid);
  if (!link) return { path: 'orcid', message: 'is no researcher of this publication' };
  const author = place && named[place.list]?.[place.position];
  if (place && !author) return { path: 'position', message: 'is not in the list' };
  const before = link.decision;
  const without = (excluded: Place) => {
    const isIt = (decided: DecidedAuthor) => {
      const now = placeOf(decided, named);
      return now?.list === excluded.list && now.position === excluded.position;
    };
    return {
      accepted: before?.accepted && !isIt(before.accepted) ? before.accepted : null,
      rejected: (before?.rejected ?? []).filter((each) => !isIt(each)),
    };
  };
  const stamp = { decided_at: context.now.getTime(), actor: context.actor };
  const withDecision = (decision: MatchDecision | null) =>
    links.map((each) => (each.orcid === orcid ? { ...each, decision } : each));
  let decision: MatchDecision | null;
  if (verdict === 'undo') {
    const left = place ? { ...without(place), is_none: before?.is_none ?? false } : undefined;
    const isEmpty = !left || (left.accepted === null && left.rejected.length === 0 && !left.is_none);
    decision = isEmpty ? null : { ...left, ...stamp };
  } else if (verdict === 'accept') {
    if (!place || !author) return { path: 'position', message: 'is needed to accept an author' };
    const taken = links.some(
      (each) => each !== link && isAt(each.decision?.accepted && placeOf(each.decision.accepted, named), place),
    );
    if (taken) return { path: 'decision', message: 'Another researcher has been accepted as this author' };
    decision = { accepted: decided(author, place), rejected: without(place).rejected, is_none: false, ...stamp };
  } else if (place && author) {
    const { accepted, rejected } = without(place);
    const all = [...rejected, decided(author, place)];
    if (all.length > maxRejected)
      return { path: 'position', message: `is one more than ${maxRejected} rejected authors` };
    decision = { accepted, rejected: all, is_none: before?.is_none ?? false, ...stamp };
  } else {
    decision = { accepted: null, rejected: [...(before?.rejected ?? [])], is_none: true, ...stamp };
    // Rejecting the best candidates may bring up others.
    while (decision.rejected.length < maxRejected) {
      const [tried]: ResearcherLink[] = matchLinks(withDecision(decision), named, people).filter(
        (each) => each.orcid === orcid,
      );
      const places: Place[] = tried ? placesIn(tried) : [];
      const more: DecidedAuthor[] = places.flatMap((each) =>
        (named[each.list] ?? []).slice(each.position, each.position + 1).map((one) => decided(one, each)),
      );
      if (more.length === 0) break;
      decision = { ...decision, rejected: [...decision.rejected, ...more].slice(0, maxRejected) };
    }
  }
  return isSameDecision(before, decision) ? links : withDecision(decision);
}

const isAt = (one: Place | null | undefined, other: Place) =>
  one?.list === other.list && one.position === other.position;

const cut = (text: string) => text.slice(0, 200);
const decided = ({ name, given, family, orcid }: Author, { list, position }: Place): DecidedAuthor => ({
  // The previous release looks for them among the editors, in vain.
  ...(list === 'contributors' ? { list: 'editors' as const, newer_list: list } : { list }),
  position,
  name: cut(name),
  given: given && cut(given),
  family: family && cut(family),
  orcid,
});

const placesIn = (link: ResearcherLink): Place[] => [link, ...link.candidates].flatMap(placesOf);

/** Where somebody is, which is in one list. */
const placesOf = (at: Pick<ResearcherLink, (typeof positionIn)[ListName]>): Place[] =>
  (['authors', 'editors', 'contributors'] as const).flatMap((list) => {
    const position = at[positionIn[list]] ?? null;
    return position === null ? [] : [{ list, position }];
  });

/** Whether two decisions are equal, whoever made them. */
const isSameDecision = (one: MatchDecision | null, other: MatchDecision | null) => {
  const content = (decision: MatchDecision | null) => {
    if (!decision) return null;
    const text = (each: DecidedAuthor) => JSON.stringify([decidedList(each), each.name, each.position]);
    const { accepted, rejected, is_none } = decision;
    return [accepted && text(accepted), ...rejected.map(text).sort(), String(is_none)];
  };
  return JSON.stringify(content(one)) === JSON.stringify(content(other));
};
