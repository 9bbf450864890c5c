import * as z from 'zod';
import { versionTag } from '#src/http/entity-tag.ts';
import { coauthorEvidence, type OtherPublication } from '#src/matching/coauthors.ts';
import {
  decidedList,
  isInForce,
  type MatchQuestion,
  matchBasis,
  matchQuestionStates,
  matchStatesOf,
  type NamedPeople,
  type ResearcherLink,
  ResearcherLink as StoredLink,
} from '#src/matching/link.ts';
import { isSameAuthor, MatchCandidate } from '#src/matching/match.ts';
import { namesOf, type PersonRecord } from '#src/records/people/person.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { shownAuthors } from '#src/records/publications/author-names.ts';
import {
  authorMatchState,
  matchQuestions,
  namedPeople,
  type PublicationRecord,
  shownPublication,
} from '#src/records/publications/publication.ts';
import { authorMatchStates } from '#src/records/publications/row.ts';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { inLocale, LocalizedText } from '#src/vocabulary/locale.ts';

const MatchState = z.enum(authorMatchStates);
const { evidence, score, reasons } = StoredLink.shape;

const positions = {
  author_position: z.int().nullable().meta({ description: 'Index into the authors of `merged.data`' }),
  editor_position: z.int().nullable().meta({ description: 'Index into the editors of `merged.data`' }),
  contributor_position: z
    .int()
    .optional()
    .meta({ description: 'Index into the contributors of `merged.data`, of somebody in another role' }),
};

const DecidedPerson = z
  .object({
    ...positions,
    name: z.string().meta({ description: 'As printed at the time of the decision' }),
  })
  .meta({ id: 'DecidedAuthor', description: 'Without a position if they are not in the list any more' });

const Decision = z
  .object({
    accepted: DecidedPerson.nullable(),
    rejected: z.array(DecidedPerson),
    is_none: z.boolean().meta({ description: 'Whether the researcher is none of the candidates' }),
    in_force: z.boolean().meta({ description: 'False if the accepted author is no longer in the list' }),
    decided_at: z.int().meta({ description: 'The latest decision, in milliseconds since the epoch' }),
    actor_id: z.string().nullable().meta({ description: 'Who made it, as in the activity log' }),
  })
  .meta({ id: 'MatchDecision' });

/** An author or editor who may be a researcher, with data that distinguishes namesakes. */
const Candidate = MatchCandidate.extend({
  affiliations: z.array(z.string()).meta({ description: 'As the publication has them, or else OpenAlex; at most 5' }),
}).meta({ id: 'MatchCandidate' });

const maxAffiliations = 5;

/** The author identified as a researcher, the reasons, and curators' decisions. */
export const ResearcherMatch = z
  .object({
    orcid: z.string(),
    name: z.string().nullable(),
    ...positions,
    match_state: MatchState,
    is_open: z.boolean().meta({ description: 'Whether a curator is asked' }),
    question: z.enum(matchQuestionStates).nullable().meta({
      description: '`authors_unknown`: nothing can be decided until a source names authors. Null: nobody is asked',
    }),
    evidence: evidence.meta({ description: 'The basis of the match, apart from a decision' }),
    decided_by: z.enum(['orcid', 'name', 'curator']).nullable().meta({ description: 'Null without a match' }),
    score: score.unwrap().meta({ description: 'The score of the match, from 0 to 1' }),
    reasons: reasons.unwrap(),
    candidates: z
      .array(Candidate)
      .meta({ description: 'Possible authors if there is no match, at most 5, best first' }),
    decision: Decision.nullable(),
  })
  .meta({ id: 'ResearcherMatch' });

const publicationFields = {
  id: z.string().meta({ description: 'The DOI' }),
  doi_url: z.url(),
  title: LocalizedText.nullable(),
  author_match_state: MatchState,
  visible: z.boolean(),
  last_fetched_at: z.int(),
};

/** A question for curators, with evidence from the researcher's other publications. */
const OpenResearcherMatch = ResearcherMatch.extend({
  candidates: z.array(
    Candidate.extend({
      coauthor_on: z.array(z.string()).meta({
        description:
          "DOIs of the researcher's other publications that also list somebody of this name, at most 5: the author " +
          'may be that co-author',
      }),
    }).meta({ id: 'OpenMatchCandidate' }),
  ),
  shared_coauthors: z.array(z.object({ name: z.string(), publications: z.int() })).meta({
    description:
      "Authors who are also on the researcher's other publications, and on how many; at most 5, most frequent " +
      'first. From lists of up to 50 authors, and the latest 50 publications',
  }),
}).meta({ id: 'OpenResearcherMatch' });

const Named = z.object({ name: z.string(), orcid: z.string().nullable() });
const PlacedName = Named.extend({
  position: z.int().optional().meta({ description: 'Where it is not the index in the response' }),
});

const maxListed = 100;

const InRole = Named.extend({
  role: z.string().meta({ description: 'In kebab-case, such as `translator` or `data-collector`' }),
});

/** A publication with a question for curators. */
export const OpenMatch = z
  .object({
    ...publicationFields,
    researchers: z.array(OpenResearcherMatch).meta({
      description: 'Those with an open question, at most 10; the details of the publication have all of them',
    }),
    open_count: z.int().meta({ description: 'How many have an open question' }),
    authors: z.array(PlacedName).meta({
      description:
        'Whom a curator can choose from: the first 100, and all candidates. The details of the publication have more',
    }),
    author_count: z.int().meta({ description: 'The total number of authors' }),
    editors: z.array(Named).meta({ description: 'The first 100' }),
    contributors: z.array(InRole).meta({ description: 'Those in other roles, the first 100' }),
  })
  .meta({ id: 'OpenMatch' });

export const NotAnAuthor = z
  .object({
    orcid: z.string(),
    name: z.string().nullable(),
    decided_at: z.int().meta({ description: 'In milliseconds since the epoch' }),
    actor_id: z.string().nullable().meta({ description: 'Who said it, as in the activity log' }),
  })
  .meta({ id: 'NotAnAuthor', description: 'A person who is no author, as a curator has said' });

/** The people whose names `publicationMatches` shows. */
export const peopleOfMatches = ({ researchers, not_authors }: PublicationRecord): string[] =>
  [...researchers, ...not_authors].map(({ orcid }) => orcid);

/** All researchers of a publication, and their possible authors. */
export const PublicationMatches = z
  .object({
    ...publicationFields,
    researchers: z.array(ResearcherMatch),
    authors: z.array(PlacedName).meta({
      description:
        'The first 1,000, and all whom a researcher is matched to or may be. The index is the position, unless ' +
        'the author has one',
    }),
    author_count: z.int().meta({ description: 'The total number of authors' }),
    editors: z.array(Named),
    contributors: z.array(InRole).meta({ description: 'Those in other roles, who can be chosen as well' }),
    not_authors: z.array(NotAnAuthor).meta({ description: 'Whom no source links again' }),
  })
  .meta({ id: 'PublicationMatches' });

/** The links of a publication as curators see them. `people` are the known ones among its researchers. */
export function researcherMatches(
  record: PublicationRecord,
  people: readonly PersonRecord[],
): z.input<typeof ResearcherMatch>[] {
  const names = new Map(people.map(({ orcid, name }) => [orcid, inLocale(name, 'en')]));
  const [states, questions] = [matchStatesOf(record.researchers), matchQuestions(record)];
  const named = namedPeople(record);
  return record.researchers.map((link, index) => ({
    orcid: link.orcid,
    name: names.get(link.orcid) ?? null,
    author_position: link.author_position,
    editor_position: link.editor_position,
    ...(link.contributor_position !== undefined && { contributor_position: link.contributor_position }),
    match_state: states[index] ?? 'needs_attention',
    is_open: questions[index] === 'open',
    question: questions[index] ?? null,
    evidence: link.evidence,
    decided_by: matchBasis(link),
    score: link.score,
    reasons: link.reasons,
    candidates: link.candidates.map((candidate) => ({
      ...candidate,
      affiliations: affiliationsOf(candidate, named).slice(0, maxAffiliations),
    })),
    decision: decisionOf(link),
  }));
}

/** OpenAlex's author is the same if its list is as long and has the same name there. */
function affiliationsOf(
  { author_position, editor_position, contributor_position }: MatchCandidate,
  { authors, editors, contributors = [], openAlex }: NamedPeople,
): string[] {
  const author =
    authors[author_position ?? -1] ?? editors[editor_position ?? -1] ?? contributors[contributor_position ?? -1];
  if (!author || author.affiliations.length > 0 || author_position === null) return author?.affiliations ?? [];
  const listed = openAlex.length === authors.length ? openAlex[author_position] : undefined;
  return listed && isSameAuthor(author, listed) ? listed.affiliations : [];
}

function decisionOf(link: ResearcherLink): z.input<typeof Decision> | null {
  if (!link.decision) return null;
  const { accepted, rejected, is_none, decided_at, actor } = link.decision;
  const shown = ({ position, name, ...decided }: (typeof rejected)[number]) => {
    const list = decidedList(decided);
    return {
      author_position: list === 'authors' ? position : null,
      editor_position: list === 'editors' ? position : null,
      ...(list === 'contributors' && position !== null && { contributor_position: position }),
      name,
    };
  };
  return {
    accepted: accepted && shown(accepted),
    rejected: rejected.map(shown),
    is_none,
    in_force: isInForce(link),
    decided_at,
    actor_id: actor,
  };
}

/** Limit per publication in the queue. */
const maxOpen = 10;

/** The first researchers of a publication with such a question, as shown in the queue. */
export function askedResearchers(record: PublicationRecord, state: MatchQuestion): string[] {
  const questions = matchQuestions(record);
  return record.researchers.flatMap(({ orcid }, index) => (questions[index] === state ? orcid : [])).slice(0, maxOpen);
}

/** An item of the queue. `othersOf` gives a researcher's publications, perhaps including this one. */
export function openMatch(
  record: PublicationRecord,
  state: MatchQuestion,
  people: readonly PersonRecord[],
  othersOf: ReadonlyMap<string, readonly OtherPublication[]>,
): z.input<typeof OpenMatch> {
  const named = namedPeople(record);
  const authors = named.authors.map(({ name }) => name);
  const open = researcherMatches(record, people).filter(({ question }) => question === state);
  const researchers = open.slice(0, maxOpen).map((match) => {
    const person = people.find(({ orcid }) => orcid === match.orcid);
    const otherPublications = (othersOf.get(match.orcid) ?? []).filter(({ doi }) => doi !== record.doi);
    const positions = match.candidates.map(({ author_position }) => author_position ?? -1);
    const { shared, besides } = person
      ? coauthorEvidence(namesOf(person), authors, positions, otherPublications)
      : { shared: [], besides: [] };
    const candidates = match.candidates.map((each, index) => ({ ...each, coauthor_on: besides[index] ?? [] }));
    return { ...match, candidates, shared_coauthors: shared };
  });
  const candidates = researchers.flatMap((match) => match.candidates.map(({ author_position }) => author_position));
  return {
    ...fieldsOf(record),
    researchers,
    open_count: open.length,
    authors: shownAuthors(named.authors, candidates, 0, maxListed).map(placedName),
    author_count: authors.length,
    editors: named.editors.slice(0, maxListed).map(shortName),
    contributors: (named.contributors ?? []).slice(0, maxListed).map(inRole),
  };
}

/** Names in the queue are cut as those of candidates. */
const shortName = ({ name, orcid }: z.input<typeof Named>) => ({ name: name.slice(0, 200), orcid });
const inRole = ({ role, ...person }: z.input<typeof InRole>) => ({ ...shortName(person), role });
const placedName = ({ position, ...author }: z.input<typeof PlacedName>) => ({
  ...shortName(author),
  ...(position !== undefined && { position }),
});

/** A publication with all its researchers, for deciding about them, and its authors from an offset. */
export function publicationMatches(
  record: PublicationRecord,
  people: readonly PersonRecord[],
  authorsOffset = 0,
): z.input<typeof PublicationMatches> {
  const { authors, editors, contributors = [] } = namedPeople(record);
  const placed = ({ name, orcid, position }: z.input<typeof PlacedName>) => ({ name, orcid, position });
  const researchers = researcherMatches(record, people);
  const asked = researchers.flatMap(({ author_position, candidates, decision }) => [
    author_position,
    ...[...candidates, decision?.accepted, ...(decision?.rejected ?? [])].map((one) => one?.author_position ?? null),
  ]);
  return {
    ...fieldsOf(record),
    researchers,
    authors: shownAuthors(authors, asked, authorsOffset).map(placed),
    author_count: authors.length,
    editors: editors.map(({ name, orcid }) => ({ name, orcid })),
    contributors: contributors.map(inRole),
    not_authors: notAuthorsOf(record, people),
  };
}

/** The answer to a decision about the people of a publication. */
export async function answerMatches({ record }: { record: PublicationRecord }) {
  const body = publicationMatches(record, await getPeople(peopleOfMatches(record)));
  return { status: 200 as const, body, headers: { etag: versionTag(record, body) } };
}

/** Who is no author, as curators have said. */
export const notAuthorsOf = (
  { not_authors }: PublicationRecord,
  people: readonly PersonRecord[],
): z.input<typeof NotAnAuthor>[] =>
  not_authors.map(({ orcid, decided_at, actor }) => {
    const person = people.find((each) => each.orcid === orcid);
    return { orcid, name: person ? inLocale(person.name, 'en') : null, decided_at, actor_id: actor };
  });

const fieldsOf = (record: PublicationRecord) => ({
  id: record.doi,
  doi_url: doiUrl(record.doi),
  title: shownPublication(record).title,
  author_match_state: authorMatchState(record),
  visible: record.visible,
  last_fetched_at: record.last_fetched_at,
});
