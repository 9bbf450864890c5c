import * as z from 'zod';
import type { Author } from '../values/bibliography.ts';
import {
  bestComparison,
  type Comparison,
  compareNames,
  type PersonName,
  readName,
  type WrittenName,
} from './person-name.ts';

/** The names of a person. */
export interface PersonNames {
  orcid: string;
  name: string | null;
  givenName: string | null;
  familyName: string | null;
  /** Other names that the person publishes under, unsplit. */
  otherNames?: readonly string[];
}

/** Why a score is what it is. docs/matching.md explains each. */
export const matchReasons = [
  'orcid',
  'other_orcid',
  'orcid_contradicts_name',
  'openalex_orcid',
  'openalex_orcid_elsewhere',
  'full_name',
  'initials',
  'short_given_name',
  'short_family_name',
  'swapped_order',
  'romanized',
  'family_name_only',
  'given_name_only',
  'similar_name',
  'different_name',
  'incomparable_name',
  'several_fit',
  'curator',
  'decision_lapsed',
] as const;
const MatchReason = z.enum(matchReasons);
export type MatchReason = z.output<typeof MatchReason>;

/** One contributor who may be the person. One of the positions is null. */
export const MatchCandidate = z.object({
  /** Index into the authors. */
  author_position: z.int().nullable(),
  /** Index into the editors. */
  editor_position: z.int().nullable(),
  name: z.string(),
  /** From 0 to 1, with two decimals. */
  score: z.number(),
  reasons: z.array(MatchReason),
});
export type MatchCandidate = z.output<typeof MatchCandidate>;

/** From this score on, a contributor who is the only one that fits is the person. */
const certain = 0.9;
/** Of the candidates that are kept, the best first. */
export const maxCandidates = 5;
const maxNameLength = 200;
/** Names of one person that are compared. */
const maxNames = 25;

/** Somebody who contributed to a publication, with their name as it is compared. */
interface Contributor {
  author: Author;
  list: 'authors' | 'editors';
  position: number;
  readonly name: PersonName;
}

/** The people of a publication, as it is shown and as OpenAlex lists them. */
export interface Contributors {
  authors: readonly Contributor[];
  editors: readonly Contributor[];
  openAlex: readonly Contributor[];
}

/** The contributors of a publication. A name is read once, when it is first compared. */
export function contributorsOf(lists: { authors: Author[]; editors: Author[]; openAlex: Author[] }): Contributors {
  const read = (authors: Author[], list: Contributor['list']) =>
    authors.map((author, position): Contributor => {
      let name: PersonName | undefined;
      return {
        author,
        list,
        position,
        get name() {
          name ??= readName(author);
          return name;
        },
      };
    });
  return {
    authors: read(lists.authors, 'authors'),
    editors: read(lists.editors, 'editors'),
    openAlex: read(lists.openAlex, 'authors'),
  };
}

/** All names of a person, read for comparison. */
export function namesToCompare({ name, givenName, familyName, otherNames = [] }: PersonNames): PersonName[] {
  const unsplit = [name, ...otherNames].filter((each) => each !== null);
  const written: WrittenName[] = [
    { name: null, given: givenName, family: familyName },
    ...[...new Set(unsplit)].slice(0, maxNames).map((each) => ({ name: each, given: null, family: null })),
  ];
  return written.map(readName).filter((readings) => readings.length > 0);
}

/** The contributor who is the person, or those who may be. */
export interface Match {
  found: MatchCandidate | null;
  /** Who may be the person if nobody is found, the best first. */
  candidates: MatchCandidate[];
}

/**
 * Finds the contributor who is this person. `isExcluded` says who is somebody else for certain, such as an author whom a
 * curator has rejected. Editors are looked at only if no author comes into question.
 */
export function matchPerson(
  contributors: Contributors,
  person: PersonNames,
  isExcluded: (author: Author, list: Contributor['list'], position: number) => boolean,
): Match {
  const names = namesToCompare(person);
  const open = ({ author, list, position }: Contributor) => !isExcluded(author, list, position);
  const openAlex = placeInOpenAlex(contributors, person.orcid);
  const match = decide(contributors.authors.filter(open), person.orcid, names, openAlex);
  if (match.found || match.candidates.length > 0) return match;
  return decide(contributors.editors.filter(open), person.orcid, names, undefined);
}

/** A contributor in the light of what is known of the person. */
interface Judged {
  contributor: Contributor;
  comparison: Comparison;
  hasOrcid: boolean;
  hasOtherOrcid: boolean;
  inOpenAlex: 'here' | 'elsewhere' | null;
}

function decide(
  contributors: readonly Contributor[],
  orcid: string,
  names: readonly PersonName[],
  openAlexPosition: number | undefined,
): Match {
  const judged = contributors.map((contributor): Judged => {
    const { author, position } = contributor;
    return {
      contributor,
      comparison: bestComparison(names.map((name) => compareNames(name, contributor.name))),
      hasOrcid: author.orcid === orcid,
      hasOtherOrcid: author.orcid !== null && author.orcid !== orcid,
      inOpenAlex: openAlexPosition === undefined ? null : openAlexPosition === position ? 'here' : 'elsewhere',
    };
  });
  const fits = judged.filter((each) => isFit(each) && !each.hasOtherOrcid);
  const identified = judged.filter(({ hasOrcid }) => hasOrcid);
  if (identified.length > 0) return decideByOrcid(identified, fits, judged);
  return decideByName(fits, judged);
}

/** An iD decides between namesakes, but not against the name: publishers give iDs to the wrong co-author. */
function decideByOrcid(identified: readonly Judged[], fits: readonly Judged[], judged: readonly Judged[]): Match {
  const fitting = identified.filter(isFit);
  const possible = identified.filter(({ comparison: { grade } }) => grade !== 'different');
  const elsewhere = fits.filter(({ hasOrcid }) => !hasOrcid);
  if (fitting.length === 1 && fitting[0]) return found(fitting[0]);
  if (fitting.length === 0 && possible.length === 1 && possible[0] && elsewhere.length === 0) return found(possible[0]);
  return candidatesOf(judged, fits.length);
}

function decideByName(fits: readonly Judged[], judged: readonly Judged[]): Match {
  // The whole name goes before one that fits only if its parts are swapped or shortened.
  const whole = fits.filter(({ comparison: { reasons } }) => !reasons.some((reason) => partial.has(reason)));
  const isNamed = whole.some(({ comparison: { grade } }) => grade === 'same');
  const [first, ...others] = isNamed ? whole : fits;
  if (first && others.length === 0 && scoreOf(first, 1) >= certain) {
    const rivals = judged.filter(
      (each) => each !== first && each.comparison.grade === 'uncertain' && !each.hasOtherOrcid,
    );
    if (first.comparison.grade === 'same' || rivals.length === 0) return found(first);
  }
  const [only, ...more] = judged.filter((each) => !isFit(each) && !each.hasOtherOrcid && isLikely(each));
  if (!first && only && more.length === 0 && scoreOf(only, 1) >= certain) return found(only);
  return candidatesOf(judged, fits.length);
}

const partial: ReadonlySet<MatchReason> = new Set(['swapped_order', 'short_given_name', 'short_family_name']);

const isFit = ({ comparison: { grade } }: Judged) => grade === 'same' || grade === 'compatible';
const isLikely = ({ comparison: { grade }, inOpenAlex }: Judged) => grade === 'uncertain' && inOpenAlex === 'here';

const found = (judged: Judged): Match => ({ found: candidateOf(judged, 1), candidates: [] });

function candidatesOf(judged: readonly Judged[], fitting: number): Match {
  const candidates = judged
    .filter(
      (each) => each.hasOrcid || isFit(each) || each.comparison.grade === 'uncertain' || each.inOpenAlex === 'here',
    )
    .map((each) => candidateOf(each, isFit(each) && !each.hasOtherOrcid ? fitting : 1))
    .sort((one, other) => other.score - one.score);
  return { found: null, candidates: candidates.slice(0, maxCandidates) };
}

function candidateOf(judged: Judged, fitting: number): MatchCandidate {
  const { contributor, comparison, hasOrcid, hasOtherOrcid, inOpenAlex } = judged;
  const { author, list, position } = contributor;
  const reasons: MatchReason[] = [...comparison.reasons];
  if (inOpenAlex === 'here') reasons.unshift('openalex_orcid');
  if (hasOrcid) reasons.unshift(comparison.grade === 'different' ? 'orcid_contradicts_name' : 'orcid');
  if (hasOtherOrcid) reasons.push('other_orcid');
  if (inOpenAlex === 'elsewhere') reasons.push('openalex_orcid_elsewhere');
  if (fitting > 1 && !hasOrcid) reasons.push('several_fit');
  return {
    author_position: list === 'authors' ? position : null,
    editor_position: list === 'editors' ? position : null,
    name: author.name.slice(0, maxNameLength),
    score: scoreOf(judged, fitting),
    reasons,
  };
}

/** How likely the contributor is the person, by rule: see docs/matching.md. */
function scoreOf({ comparison, hasOrcid, hasOtherOrcid, inOpenAlex }: Judged, fitting: number): number {
  const { grade, weight } = comparison;
  const byName = { same: 0.96, compatible: 0.9, uncertain: 0.5, different: 0, incomparable: 0.3 }[grade];
  let score = byName + weight * 0.03;
  if (hasOrcid) score = grade === 'different' ? 0.4 : grade === 'uncertain' || grade === 'incomparable' ? 0.95 : 1;
  else if (hasOtherOrcid) score *= 0.3;
  else if (inOpenAlex === 'here')
    score = { same: score, compatible: score, uncertain: certain, incomparable: 0.5, different: 0.3 }[grade];
  else if (inOpenAlex === 'elsewhere' && grade !== 'different') score -= grade === 'same' ? 0.05 : 0.2;
  if (fitting > 1 && !hasOrcid) score /= fitting;
  return Math.round(score * 100) / 100;
}

/** The position of the author that OpenAlex gives the iD to. Undefined if there is none, or no telling which one it is. */
function placeInOpenAlex({ authors, openAlex }: Contributors, orcid: string): number | undefined {
  const [listed, ...more] = openAlex.filter(({ author }) => author.orcid === orcid);
  if (!listed || more.length > 0) return undefined;
  const atSame = openAlex.length === authors.length ? authors[listed.position] : undefined;
  if (atSame && compareNames(atSame.name, listed.name).grade !== 'different') return listed.position;
  const [only, ...others] = authors.filter(({ name }) =>
    ['same', 'compatible'].includes(compareNames(name, listed.name).grade),
  );
  return others.length === 0 ? only?.position : undefined;
}

/**
 * Whether two descriptions are of one author of the same publication, whose list may have been corrected meanwhile: equal
 * in print, or else the same name, unless they have different iDs.
 */
export function isSameAuthor(
  one: WrittenName & { orcid: string | null },
  other: WrittenName & { orcid: string | null },
): boolean {
  if (one.orcid !== null && other.orcid !== null && one.orcid !== other.orcid) return false;
  const { grade } = compareNames(readName(one), readName(other));
  return grade === 'same' || grade === 'compatible';
}
