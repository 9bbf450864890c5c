import { compareNames } from '#src/matching/compare-names.ts';
import {
  contributorLists,
  type Match,
  type MatchCandidate,
  matchPerson,
  type PersonNames,
} from '#src/matching/match.ts';
import { type PersonName, readName } from '#src/matching/person-name.ts';
import type { Author } from '#src/vocabulary/bibliography.ts';
import { runCommand } from './shared/command.ts';
import { type KindCase, kindCases } from './shared/name-kinds.ts';
import { type RecordedList, type RecordedNames, readRecordedNames } from './shared/recorded-names.ts';

const wantedPrecision = 0.999;
const wantedRecall = 0.97;

/** An author list without iDs, and a person at position `expected` in it, or not in it. */
interface Case {
  list: RecordedList;
  person: PersonNames;
  expected: number | null;
  nameFrom: string;
}

await runCommand({
  name: 'bench:matching',
  summary:
    'Measures the matching of researchers to authors on a folder of recordings: iDs of authors are hidden, and the names\n' +
    'come from another source. Prints every error. Exit code 1 below a precision of 0.999 or a recall of 0.97.',
  argument: { name: 'recordings', describe: 'a folder with the layout of local/sample/README.md' },
  options: {},
  async run(_, dir) {
    const recorded = readRecordedNames(dir);
    const { occurrences, misplaced } = labels(recorded);
    const cases = casesOf(recorded, occurrences);
    const present = cases.map((each) => ({ each, found: positionIn(each, each.list.authors) }));
    const absent = cases.map((each) => ({ each, found: positionIn(each, without(each)) }));
    const right = present.filter(({ each, found }) => found === each.expected);
    const wrong = [...present.filter(({ each, found }) => found !== null && found !== each.expected)];
    const missed = present.filter(({ found }) => found === null);
    const invented = absent.filter(({ found }) => found !== null);
    const kinds = kindCases(recorded.lists).map(judgeKind);
    const mistaken = kinds.filter(({ isMistaken }) => isMistaken);
    const precision = right.length / Math.max(1, right.length + wrong.length + invented.length + mistaken.length);
    const recall = right.length / Math.max(1, present.length);
    const asked = kinds.filter(({ each }) => each.must.length > 0);
    const askedRecall = asked.filter(({ isAsked }) => isAsked).length / Math.max(1, asked.length);
    for (const { each, match } of kinds.filter(({ isMistaken, isAsked }) => isMistaken || !isAsked)) {
      console.error(
        `KIND  ${each.kind}: ${each.person.name} in ${each.authors.map(({ name }) => name).join('; ')}: ${outcomeOf(match)}`,
      );
    }
    for (const { each, found } of wrong) printError('WRONG', each, found, each.list.authors);
    for (const { each, found } of invented) printError('INVENTED', each, found, without(each));
    for (const { each } of missed) printError('MISSED', each, null, each.list.authors);
    const falseIds = misplaced.map(({ list, position, person }) => ({
      list,
      position,
      person,
      match: judge(person, list.authors, list.editors),
    }));
    const believed = falseIds.filter(({ match, position }) => match.found?.author_position === position);
    for (const { list, position, person, match } of falseIds) {
      console.error(
        `misplaced iD  ${list.doi}: ${person.name} on ${list.authors[position]?.name}: ${outcomeOf(match)}`,
      );
    }
    const links = linksOf(recorded);
    const initials = abbreviatedCases(occurrences);
    const company = companyOf(recorded.lists);
    const openCases = initials.filter(({ match }) => !match.found && match.candidates.length > 0);
    for (const { doi, person, match } of links.filter(({ match }) => !match.found)) {
      console.error(`open link  ${doi}: ${person.name}: ${match.candidates.map(textOf).join('; ') || 'no candidate'}`);
    }
    const isBelow = precision < wantedPrecision || Math.min(recall, askedRecall) < wantedRecall;
    if (isBelow || believed.length > 0) process.exitCode = 1;
    const sources = [...new Set(cases.map(({ list, nameFrom }) => `${list.source} <- ${nameFrom}`))].sort();
    const kindNames = [...new Set(kinds.map(({ each }) => each.kind))];
    const kindRows = kindNames.map((kind) => {
      const cases = kinds.filter(({ each }) => each.kind === kind);
      return {
        'list <- name': kind,
        cases: cases.length,
        right: cases.filter(({ isMistaken, isAsked }) => !isMistaken && isAsked).length,
        wrong: cases.filter(({ isMistaken }) => isMistaken).length,
        missed: cases.filter(({ isAsked }) => !isAsked).length,
      };
    });
    return {
      rows: sources
        .map((source) => {
          const places = present.filter(({ each }) => `${each.list.source} <- ${each.nameFrom}` === source);
          return {
            'list <- name': source,
            cases: places.length,
            right: places.filter(({ each, found }) => found === each.expected).length,
            wrong: places.filter(({ each, found }) => found !== null && found !== each.expected).length,
            missed: places.filter(({ found }) => found === null).length,
          };
        })
        .concat(kindRows),
      facts: {
        'author lists': recorded.lists.length,
        'cases with the author': present.length,
        'cases with the author taken out': absent.length,
        'matched although taken out': invented.length,
        precision: precision.toFixed(4),
        recall: recall.toFixed(4),
        'candidates found where a curator must be asked': askedRecall.toFixed(4),
        'misplaced iDs (believed)': `${misplaced.length} (${believed.length})`,
        'cases with one initial in all names': initials.length,
        'of these left open with candidates': openCases.length,
        'of these one candidate with an affiliation that the person has elsewhere':
          openCases.filter(isOneAffiliated).length,
        ...company,
        links: links.length,
        'links matched': links.filter(({ match }) => match.found).length,
        'links with candidates': links.filter(({ match }) => !match.found && match.candidates.length > 0).length,
      },
    };
  },
});

/** `isMistaken`: somebody is matched who may not be. `isAsked`: all who must be are matched or candidates. */
function judgeKind(each: KindCase) {
  const match = judge(each.person, each.authors, []);
  const found = match.found?.author_position ?? null;
  const candidates = new Set([found, ...match.candidates.map(({ author_position }) => author_position)]);
  return {
    each,
    match,
    isMistaken: found !== null && !each.may.includes(found),
    isAsked: each.must.every((position) => candidates.has(position)),
  };
}

interface Occurrence {
  list: RecordedList;
  position: number;
  author: Author;
}

/**
 * Counts the positions of each iD, and those on another person's name: one without a word in common with the ORCID
 * record, or else with most of the iD's names.
 */
function labels({ lists, people }: RecordedNames) {
  const byOrcid = new Map<string, Occurrence[]>();
  for (const list of lists) {
    list.authors.forEach((author, position) => {
      if (author.orcid) byOrcid.set(author.orcid, [...(byOrcid.get(author.orcid) ?? []), { list, position, author }]);
    });
  }
  const occurrences = new Map<string, Occurrence[]>();
  const misplaced: (Occurrence & { person: PersonNames })[] = [];
  for (const [orcid, all] of byOrcid) {
    const person = people.get(orcid);
    const recorded =
      person &&
      new Set([person.name, person.givenName, person.familyName, ...(person.otherNames ?? [])].flatMap(plainWords));
    const belongs = ({ author }: Occurrence) =>
      recorded
        ? plainWords(author.name).some((word) => recorded.has(word))
        : all.length < 3 || all.filter((other) => sharesWord(author.name, other.author.name)).length * 2 > all.length;
    occurrences.set(orcid, all.filter(belongs));
    const known = person ?? named(orcid, all.find(belongs)?.author ?? { name: '', given: null, family: null });
    misplaced.push(...all.filter((each) => !belongs(each)).map((each) => ({ ...each, person: known })));
  }
  return { occurrences, misplaced };
}

function plainWords(name: string | null): string[] {
  const plain = (name ?? '').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}]+/u).filter((word) => word.length > 1);
}

function sharesWord(one: string, other: string): boolean {
  return plainWords(one).some((word) => plainWords(other).includes(word));
}

function named(orcid: string, { name, given, family }: Pick<Author, 'name' | 'given' | 'family'>): PersonNames {
  return { orcid, name, givenName: given, familyName: family };
}

/** One case for each position of an iD and each different name that another source has for it. */
function casesOf({ people }: RecordedNames, occurrences: Map<string, Occurrence[]>): Case[] {
  return [...occurrences].flatMap(([orcid, places]) =>
    places.flatMap(({ list, position }) => {
      // A person listed twice cannot be told apart from themselves.
      if (list.authors.filter((author) => author.orcid === orcid).length > 1) return [];
      const record = people.get(orcid);
      const cases: Case[] = record ? [{ list, expected: position, person: record, nameFrom: 'ORCID record' }] : [];
      const seen = new Set<string>();
      for (const other of places) {
        if (other.list.source === list.source && other.list.doi === list.doi) continue;
        const nameFrom =
          other.list.doi === list.doi ? `${other.list.source}, same DOI` : `${other.list.source}, another`;
        const person = named(orcid, other.author);
        const key = `${nameFrom} ${JSON.stringify(person)}`;
        if (seen.has(key)) continue;
        seen.add(key);
        cases.push({ list, expected: position, person, nameFrom });
      }
      return cases;
    }),
  );
}

/** A position of a person who is also in other lists, where all names have one initial and the last word. */
function abbreviatedCases(occurrences: Map<string, Occurrence[]>) {
  return [...occurrences].flatMap(([orcid, places]) =>
    places.flatMap(({ list, author }) => {
      const otherPlaces = places.filter((other) => other.list.doi !== list.doi);
      if (otherPlaces.length === 0 || list.authors.filter((each) => each.orcid === orcid).length > 1) return [];
      const authors = masked(list.authors).map((each) => ({ ...each, ...abbreviated(each) }));
      const match = judge(named(orcid, { ...author, ...abbreviated(author) }), authors, []);
      return [{ authors, match, affiliations: otherPlaces.flatMap((other) => other.author.affiliations) }];
    }),
  );
}

function abbreviated({ name, given, family }: Author): Pick<Author, 'name' | 'given' | 'family'> {
  const words = name.trim().split(/\s+/);
  const [first, last = ''] = [(given ?? name).trim().slice(0, 1), family ?? words.at(-1)];
  return { name: `${first}. ${last}`, given: `${first}.`, family: last };
}

function isOneAffiliated({ authors, match, affiliations }: ReturnType<typeof abbreviatedCases>[number]): boolean {
  const known = new Set(affiliations.map((each) => plainWords(each).join(' ')));
  const sharing = match.candidates.filter(({ author_position: position }) =>
    authors[position ?? -1]?.affiliations.some((each) => known.has(plainWords(each).join(' '))),
  );
  return sharing.length === 1;
}

/**
 * The potential of co-authors and affiliations as evidence: how many authors have a name that fits another author of
 * their publication, and how many authors of several publications share a co-author or affiliation with themselves.
 */
function companyOf(lists: readonly RecordedList[]) {
  const publications = [...Map.groupBy(lists, ({ doi }) => doi).values()].flatMap(([first]) => first ?? []);
  const fits = (one: PersonName, other: PersonName) => ['same', 'compatible'].includes(compareNames(one, other).grade);
  const read = publications.map((list) => ({ list, names: list.authors.map(readName) }));
  const namesakes = read.map(
    ({ names }) => names.filter((name, at) => names.some((other, each) => each !== at && fits(name, other))).length,
  );
  const places = read.flatMap(({ list, names }) =>
    list.authors.flatMap((author, position) => (author.orcid ? [{ author, names, position }] : [])),
  );
  const repeated = [...Map.groupBy(places, ({ author }) => author.orcid).values()].filter(({ length }) => length > 1);
  const told = repeated.flatMap((own) =>
    own.map((place) => {
      const otherPlaces = own.filter((each) => each !== place);
      const beside = (one: (typeof own)[number]) => one.names.filter((_, at) => at !== one.position);
      const known = new Set(
        otherPlaces.flatMap(({ author }) => author.affiliations.map((each) => plainWords(each).join(' '))),
      );
      return {
        coauthor: otherPlaces.some((other) =>
          beside(place).some((name) => beside(other).some((each) => fits(name, each))),
        ),
        isAffiliated: place.author.affiliations.length > 0 && known.size > 0,
        affiliation: place.author.affiliations.some((each) => known.has(plainWords(each).join(' '))),
      };
    }),
  );
  const count = (kind: 'coauthor' | 'isAffiliated' | 'affiliation') => told.filter((each) => each[kind]).length;
  return {
    'publications, and their authors': `${read.length}, ${read.reduce((sum, { names }) => sum + names.length, 0)}`,
    'authors with a namesake on the same one': namesakes.reduce((sum, each) => sum + each, 0),
    'places of people who are on several': told.length,
    'of these with a co-author of another one': count('coauthor'),
    'of these with an affiliation of another one': `${count('affiliation')} of ${count('isAffiliated')} with any`,
  };
}

function masked(authors: readonly Author[]): Author[] {
  return authors.map((author) => ({ ...author, orcid: null }));
}

function without({ list, expected }: Case): Author[] {
  return list.authors.filter((_, position) => position !== expected);
}

function positionIn({ person }: Case, authors: readonly Author[]): number | null {
  return judge(person, masked(authors), []).found?.author_position ?? null;
}

function judge(person: PersonNames, authors: Author[], editors: Author[], openAlex: Author[] = []): Match {
  return matchPerson(contributorLists({ authors, editors, openAlex }), person, () => false);
}

/** The works on recorded ORCID records whose authors are also recorded, with the iDs from publishers. */
function linksOf({ lists, people, works }: RecordedNames) {
  const byDoi = Map.groupBy(lists, ({ doi }) => doi);
  return [...works].flatMap(([orcid, dois]) => {
    const person = people.get(orcid);
    return dois.flatMap((doi) => {
      const found = byDoi.get(doi) ?? [];
      const listFrom = (source: RecordedList['source']) => found.find((list) => list.source === source);
      const shown = listFrom('crossref') ?? listFrom('datacite') ?? listFrom('openalex');
      if (!person || !shown) return [];
      const openAlex = shown.source === 'openalex' ? [] : (listFrom('openalex')?.authors ?? []);
      return [{ doi, person, match: judge(person, shown.authors, shown.editors, openAlex) }];
    });
  });
}

function printError(
  kind: string,
  { list, person, expected, nameFrom }: Case,
  found: number | null,
  authors: readonly Author[],
): void {
  const wanted = expected === null ? '-' : list.authors[expected]?.name;
  const got = found === null ? textOfAll(judge(person, masked(authors), [])) : authors[found]?.name;
  const names = [
    person.name,
    person.givenName && `${person.givenName} | ${person.familyName}`,
    ...(person.otherNames ?? []),
  ];
  console.error(
    `${kind}  ${list.source} ${list.doi}: ${names.filter(Boolean).join(' = ')} (${nameFrom}); is ${wanted}; found ${got}`,
  );
}

function textOf({ name, score, reasons }: MatchCandidate): string {
  return `${name} ${score} (${reasons.join(', ')})`;
}

function textOfAll({ candidates }: Match): string {
  return candidates.map(textOf).join('; ') || 'nobody';
}

function outcomeOf(match: Match): string {
  return match.found ? `matched to ${textOf(match.found)}` : textOfAll(match);
}
