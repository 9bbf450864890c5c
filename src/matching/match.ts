import * as z from 'zod';
import type { Author } from '#src/vocabulary/bibliography.ts';
import { bestComparison, type Comparison, compareNames } from './compare-names.ts';
import {
  conventionKeys,
  listedKeys,
  listedSkeletons,
  type PersonName,
  readName,
  soughtKeys,
  type WrittenName,
} from './person-name.ts';

export interface PersonNames {
  orcid: string;
  name: string | null;
  givenName: string | null;
  familyName: string | null;
  /** Other names that the person publishes under, unsplit. */
  otherNames?: readonly string[];
}

/** Reasons for a score, explained in docs/matching.md. */
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

/** A contributor who may be the person. One of the positions is a number. */
export const MatchCandidate = z.object({
  author_position: z.int().nullable(),
  editor_position: z.int().nullable(),
  /** Index into the other contributors, if it is one of them. */
  contributor_position: z.int().optional(),
  name: z.string(),
  /** From 0 to 1, with two decimals. */
  score: z.number(),
  reasons: z.array(MatchReason),
});
export type MatchCandidate = z.output<typeof MatchCandidate>;

/** Minimum score at which the only fitting contributor is the person. */
const certain = 0.9;
export const maxCandidates = 5;
const maxNameLength = 200;
const maxNames = 25;

/** A contributor to a publication, with the parsed name. */
interface Contributor {
  author: Author;
  list: 'authors' | 'editors' | 'contributors';
  position: number;
  readonly name: PersonName;
}

/**
 * A list of contributors that can be searched by name. Those not found are `different` or `incomparable`, so few of
 * thousands of authors are compared. Names are parsed once, and only when needed.
 */
class ContributorList {
  readonly all: readonly Contributor[];
  private byKey: Map<string, Contributor[]> | undefined;
  private bySkeleton: Map<string, Contributor[]> | undefined;
  private byConvention: Map<string, Contributor[]> | undefined;

  constructor(authors: readonly Author[], list: Contributor['list']) {
    this.all = authors.map((author, position): Contributor => {
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
  }

  /** Everybody who may have one of these names (with false positives), by position. */
  named(names: readonly PersonName[]): Contributor[] {
    this.byKey ??= this.indexed(listedKeys);
    const found = new Set<Contributor>();
    for (const name of names) {
      const { keys, skeletons } = soughtKeys(name);
      for (const key of keys) for (const each of this.byKey.get(key) ?? []) found.add(each);
      if (skeletons.size > 0) this.bySkeleton ??= this.indexed(listedSkeletons);
      for (const key of skeletons) for (const each of this.bySkeleton?.get(key) ?? []) found.add(each);
    }
    return [...found].sort((one, other) => one.position - other.position);
  }

  /** Everybody who may have one of these names in another romanization. */
  respelled(names: readonly PersonName[]): Contributor[] {
    this.byConvention ??= this.indexed(conventionKeys);
    return names.flatMap((name) => [...conventionKeys(name)].flatMap((key) => this.byConvention?.get(key) ?? []));
  }

  private indexed(keysOf: (name: PersonName) => ReadonlySet<string>): Map<string, Contributor[]> {
    const index = new Map<string, Contributor[]>();
    for (const contributor of this.all) {
      for (const key of keysOf(contributor.name)) {
        const sharing = index.get(key);
        if (sharing) sharing.push(contributor);
        else index.set(key, [contributor]);
      }
    }
    return index;
  }
}

/** The people of a publication, as shown and as listed by OpenAlex. */
export type Contributors = Readonly<Record<'authors' | 'editors' | 'contributors' | 'openAlex', ContributorList>>;

export const contributorLists = (
  lists: Record<'authors' | 'editors' | 'openAlex', readonly Author[]> & { contributors?: readonly Author[] },
): Contributors => ({
  authors: new ContributorList(lists.authors, 'authors'),
  editors: new ContributorList(lists.editors, 'editors'),
  contributors: new ContributorList(lists.contributors ?? [], 'contributors'),
  openAlex: new ContributorList(lists.openAlex, 'authors'),
});

/** All names of a person, parsed for comparison. */
export function namesToCompare({ name, givenName, familyName, otherNames = [] }: PersonNames): PersonName[] {
  const unsplit = [name, ...otherNames].filter((each) => each !== null);
  const written: WrittenName[] = [
    { name: null, given: givenName, family: familyName },
    ...[...new Set(unsplit)].slice(0, maxNames).map((each) => ({ name: each, given: null, family: null })),
  ];
  return written.map(readName).filter((readings) => readings.length > 0);
}

export interface Match {
  found: MatchCandidate | null;
  /** Possible contributors, best first, if none is certain. */
  candidates: MatchCandidate[];
}

/**
 * Finds the contributor who is this person. `isExcluded`: certainly somebody else. Editors are considered only if no
 * author is a candidate, and other contributors only if no editor is either.
 */
export function matchPerson(
  contributors: Contributors,
  person: PersonNames,
  isExcluded: (author: Author, list: Contributor['list'], position: number) => boolean,
): Match {
  const names = namesToCompare(person);
  const openAlex = placeInOpenAlex(contributors, person.orcid);
  const judge = (list: ContributorList, openAlexPosition: number | undefined) => {
    const named = new Set(list.named(names));
    const decideAmong = () => {
      const possible = list.all.filter(
        (each) =>
          (named.has(each) || each.author.orcid === person.orcid || each.position === openAlexPosition) &&
          !isExcluded(each.author, each.list, each.position) &&
          !isListedBefore(list.all, each),
      );
      return decide(possible, person.orcid, names, openAlexPosition);
    };
    const match = decideAmong();
    if (match.found) return match;
    // Another romanization is only a question, so it changes nothing where there is an answer.
    for (const each of list.respelled(names)) named.add(each);
    return decideAmong();
  };
  let match = judge(contributors.authors, openAlex);
  for (const list of [contributors.editors, contributors.contributors]) {
    if (match.found || match.candidates.length > 0) break;
    match = judge(list, undefined);
  }
  return match;
}

/** Whether somebody is there for another role before: a person with several roles is one. */
const isListedBefore = (
  all: readonly Contributor[],
  { list, position, author: { name, orcid } }: Contributor,
): boolean =>
  list === 'contributors' &&
  all.slice(0, position).some(({ author }) => author.name === name && author.orcid === orcid);

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
  const [identified, ...more] = judged.filter(({ hasOrcid }) => hasOrcid);
  // An iD on several authors is of one of them at most.
  if (more.length > 0) return candidatesOf(judged, fits.length, more.length + 1);
  return identified ? decideByOrcid(identified, fits, judged) : decideByName(fits, judged);
}

/** An iD decides between namesakes, but not against the name: publishers give iDs to the wrong co-author. */
function decideByOrcid(identified: Judged, fits: readonly Judged[], judged: readonly Judged[]): Match {
  const isPossible = identified.comparison.grade !== 'different' && fits.length === 0;
  return isFit(identified) || isPossible ? found(identified) : candidatesOf(judged, fits.length);
}

function decideByName(fits: readonly Judged[], judged: readonly Judged[]): Match {
  // A whole name takes precedence over one that fits only if its parts are swapped or shortened.
  const whole = fits.filter(({ comparison: { reasons } }) => !reasons.some((reason) => partial.has(reason)));
  const isNamed = whole.some(({ comparison: { grade } }) => grade === 'same');
  const [first, ...alternatives] = isNamed ? whole : fits;
  if (first && alternatives.length === 0 && scoreOf(first, 1) >= certain) {
    const rivals = judged.filter(
      (each) => each !== first && each.comparison.grade === 'uncertain' && !each.hasOtherOrcid && !isRespelled(each),
    );
    if (first.comparison.grade === 'same' || rivals.length === 0) return found(first);
  }
  const [only, ...more] = judged.filter((each) => !isFit(each) && !each.hasOtherOrcid && isLikely(each));
  if (!first && only && more.length === 0 && scoreOf(only, 1) >= certain) return found(only);
  return candidatesOf(judged, fits.length);
}

const partial: ReadonlySet<MatchReason> = new Set(['swapped_order', 'short_given_name', 'short_family_name']);

const isFit = ({ comparison: { grade } }: Judged) => grade === 'same' || grade === 'compatible';
/** A name in another romanization is no rival of one that fits as it is spelled. */
const isRespelled = ({ comparison: { grade, reasons } }: Judged) =>
  grade === 'uncertain' && reasons.includes('romanized');
const isLikely = ({ comparison: { grade }, inOpenAlex }: Judged) => grade === 'uncertain' && inOpenAlex === 'here';

const found = (judged: Judged): Match => ({ found: candidateOf(judged, 1), candidates: [] });

function candidatesOf(judged: readonly Judged[], fitting: number, identified = 1): Match {
  const candidates = judged
    .filter(
      (each) => each.hasOrcid || isFit(each) || each.comparison.grade === 'uncertain' || each.inOpenAlex === 'here',
    )
    .map((each) => candidateOf(each, each.hasOrcid ? identified : isFit(each) && !each.hasOtherOrcid ? fitting : 1))
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
  if (fitting > 1) reasons.push('several_fit');
  return {
    author_position: list === 'authors' ? position : null,
    editor_position: list === 'editors' ? position : null,
    ...(list === 'contributors' && { contributor_position: position }),
    name: author.name.slice(0, maxNameLength),
    score: scoreOf(judged, fitting),
    reasons,
  };
}

/** The likelihood that the contributor is the person, by the rules in docs/matching.md. */
function scoreOf({ comparison, hasOrcid, hasOtherOrcid, inOpenAlex }: Judged, fitting: number): number {
  const { grade, weight } = comparison;
  const byName = { same: 0.96, compatible: 0.9, uncertain: 0.5, different: 0, incomparable: 0.3 }[grade];
  let score = byName + weight * 0.03;
  if (hasOrcid) score = grade === 'different' ? 0.4 : grade === 'uncertain' || grade === 'incomparable' ? 0.95 : 1;
  else if (hasOtherOrcid) score *= 0.3;
  else if (inOpenAlex === 'here')
    score = { same: score, compatible: score, uncertain: certain, incomparable: 0.5, different: 0.3 }[grade];
  else if (inOpenAlex === 'elsewhere' && grade !== 'different') score -= grade === 'same' ? 0.05 : 0.2;
  if (fitting > 1) score /= fitting;
  return Math.round(score * 100) / 100;
}

/** The position of the author that OpenAlex gives the iD to. Undefined if there is none or it is ambiguous. */
function placeInOpenAlex({ authors, openAlex }: Contributors, orcid: string): number | undefined {
  const [listed, ...more] = openAlex.all.filter(({ author }) => author.orcid === orcid);
  if (!listed || more.length > 0) return undefined;
  const atSame = openAlex.all.length === authors.all.length ? authors.all[listed.position] : undefined;
  if (atSame && compareNames(atSame.name, listed.name).grade !== 'different') return listed.position;
  const [only, ...alternatives] = authors
    .named([listed.name])
    .filter(({ name }) => ['same', 'compatible'].includes(compareNames(name, listed.name).grade));
  return alternatives.length === 0 ? only?.position : undefined;
}

/**
 * Whether two descriptions are of one author of a publication whose list may have been corrected in between: the same
 * name in print or in another form, unless their iDs differ.
 */
export function isSameAuthor(
  one: WrittenName & { orcid: string | null },
  other: WrittenName & { orcid: string | null },
): boolean {
  if (one.orcid !== null && other.orcid !== null && one.orcid !== other.orcid) return false;
  const { grade } = compareNames(readName(one), readName(other));
  return grade === 'same' || grade === 'compatible';
}
