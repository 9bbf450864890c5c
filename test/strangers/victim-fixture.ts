import type { WorkSummary } from '#src/records/orcid/record.ts';
import { manyOrcids } from '../support/people.ts';
import type { Said } from './sources-fixture.ts';

// The publications of two researchers, as their agencies and ORCID records describe them. Each registry of a test has its
// own words, so that many lie side by side in one table and have nothing to do with each other.

export const victimKeys = [
  'article',
  'preprint',
  'byName',
  'initials',
  'data',
  'sibling',
  'figshare1',
  'figshare2',
  'book',
  'unknown',
  'announced',
] as const;
export type VictimKey = (typeof victimKeys)[number];

/** The people of a registry, in the order of their iDs. */
export const peopleOf = ['low', 'lowNamesake', 'victim', 'coauthor', 'high', 'highNamesake'] as const;
export type PersonKey = (typeof peopleOf)[number];

export interface Person {
  orcid: string;
  given: string;
  family: string;
}

export interface World {
  /** A word that is in all texts of this registry and of no other. */
  word: string;
  /** Another one, so that titles differ in their first and last words. */
  last: string;
  people: Record<PersonKey, Person>;
  dois: Record<VictimKey, string>;
  /** DOIs that only the victim's records name. */
  third: Record<'concept' | 'series', string>;
}

const [consonants, vowels] = ['bdfghklmnprstvz', 'aeiou'];
/** A pronounceable word of ten letters for a number, unlike that of any other. */
function wordFor(seed: number): string {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  let word = '';
  for (let at = 0; at < 10; at++) {
    state = Math.imul(state ^ (state >>> 15), 0x85ebca6b) >>> 0;
    state = (state ^ (state >>> 13)) >>> 0;
    const letters = at % 2 === 0 ? consonants : vowels;
    word += letters[state % letters.length];
  }
  return word;
}

const capitalized = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`;
const orcids = manyOrcids(40_000);

export function aWorld(index: number): World {
  const [word, last] = [wordFor(2 * index), wordFor(2 * index + 1)];
  const family = capitalized(word);
  const names: Record<PersonKey, [given: string, family: string]> = {
    low: ['Eve', `Lo${last}`],
    lowNamesake: ['Ada', family],
    victim: ['Ada', family],
    coauthor: ['Grace', capitalized(last)],
    high: ['Mallory', `Hi${last}`],
    highNamesake: ['Ada', family],
  };
  const people = Object.fromEntries(
    peopleOf.map((key, at) => {
      const [given, familyName] = names[key];
      return [key, { orcid: orcids[peopleOf.length * index + at] ?? '', given, family: familyName }];
    }),
  ) as World['people'];
  return {
    word,
    last,
    people,
    dois: {
      article: `10.5555/${word}.article`,
      preprint: `10.31111/${word}.preprint`,
      byName: `10.5555/${word}.byname`,
      initials: `10.5555/${word}.initials`,
      data: `10.5281/${word}.data`,
      sibling: `10.5281/${word}.sibling`,
      figshare1: `10.6084/${word}.set.v1`,
      figshare2: `10.6084/${word}.set.v2`,
      book: `10.5555/${word}.book`,
      unknown: `10.99999/${word}.unknown`,
      announced: `10.99999/${word}.announced`,
    },
    third: { concept: `10.5281/${word}.concept`, series: `10.5555/${word}.series` },
  };
}

const crossrefBody = (DOI: string, message: object) => ({
  status: 'ok',
  'message-type': 'work',
  message: { DOI, ...message },
});
const dataciteBody = (doi: string, client: string, attributes: object) => ({
  data: {
    id: doi,
    type: 'dois',
    attributes: { doi, ...attributes },
    relationships: { client: { data: { id: client, type: 'clients' } } },
  },
});
export const bodies = { crossref: crossrefBody, datacite: dataciteBody };

/** The DataCite client where everybody deposits. */
export const sharedClient = 'big.repository';

/** Writes an author as an agency does, on request with iD and with an affiliation of this name and `ror`. */
export type WriteAuthor = (person: Person, withId: boolean, affiliation?: string) => object;

/** The institution of all. */
const ror = 'https://ror.org/05gq02987';

const byCrossref = ({ given, family, orcid }: Person, withId: boolean, affiliation?: string) => ({
  given,
  family,
  ...(withId && { ORCID: `https://orcid.org/${orcid}` }),
  ...(affiliation !== undefined && {
    affiliation: [{ name: affiliation, id: [{ id: ror, 'id-type': 'ROR', 'asserted-by': 'publisher' }] }],
  }),
});
const byDataCite = ({ given, family, orcid }: Person, withId: boolean, affiliation?: string) => ({
  name: `${family}, ${given}`,
  nameType: 'Personal',
  givenName: given,
  familyName: family,
  nameIdentifiers: withId ? [{ nameIdentifierScheme: 'ORCID', nameIdentifier: `https://orcid.org/${orcid}` }] : [],
  ...(affiliation !== undefined && {
    affiliation: [{ name: affiliation, affiliationIdentifier: ror, affiliationIdentifierScheme: 'ROR' }],
  }),
});
export const authorOf: Record<'crossref' | 'datacite', WriteAuthor> = { crossref: byCrossref, datacite: byDataCite };

/** The titles of the victim's publications. */
export const titleOf = ({ word, last }: World, key: VictimKey): string => {
  const about: Record<VictimKey, string> = {
    article: 'leakage in connected teapots of the early kingdom',
    preprint: 'leakage in connected teapots of the early kingdom',
    byName: 'glazing of bowls found beneath the harbour walls',
    initials: 'sherds and shards from seventeen northern kilns',
    data: 'measurements of spouts taken before restoration',
    sibling: 'photographs of handles lent by three museums',
    figshare1: 'catalogue of potters with their workshops',
    figshare2: 'catalogue of potters with their workshops',
    book: 'handbook for the study of cracked vessels',
    unknown: 'lecture about forgeries sold at auction houses',
    announced: 'inventory made during the second excavation',
  };
  return `${capitalized(word)} ${about[key]} ${last}`;
};

/** The agencies' answers about a publication of the victim. */
export function saidOf(world: World, key: VictimKey): Said {
  const { dois, third, people } = world;
  const [doi, title] = [dois[key], titleOf(world, key)];
  const crossref = (message: object) => ({ crossref: crossrefBody(doi, { title: [title], ...message }) });
  const both = (withId: boolean) =>
    [people.victim, people.coauthor].map((person) => byCrossref(person, withId, 'University of Kilns'));
  const data = (
    attributes: object,
    authors = [byDataCite(people.victim, true), byDataCite(people.coauthor, true)],
  ) => ({
    datacite: dataciteBody(doi, sharedClient, {
      titles: [{ title }],
      creators: authors,
      publicationYear: 2020,
      types: { resourceTypeGeneral: 'Dataset' },
      publisher: 'Big Repository',
      url: `https://repository.example/${key}/${world.word}`,
      ...attributes,
    }),
  });
  const journal = {
    type: 'journal-article',
    'container-title': ['Journal of Psychoceramics'],
    ISSN: ['0264-3561'],
    volume: '7',
    page: '115-131',
    issued: { 'date-parts': [[2020, 3]] },
  };
  const relatedTo = (relationType: string, relatedIdentifier: string) => ({
    relationType,
    relatedIdentifier,
    relatedIdentifierType: 'DOI',
  });
  switch (key) {
    case 'article':
      return {
        ...crossref({
          ...journal,
          author: both(true),
          relation: { 'has-preprint': [{ id: dois.preprint, 'id-type': 'doi', 'asserted-by': 'subject' }] },
        }),
        openalex: {
          id: `https://openalex.org/W1${world.people.victim.orcid.slice(10, 14)}`,
          doi,
          title,
          cited_by_count: 4,
        },
      };
    case 'preprint':
      return crossref({
        type: 'posted-content',
        subtype: 'preprint',
        posted: { 'date-parts': [[2019, 6, 2]] },
        author: both(true),
        relation: { 'is-preprint-of': [{ id: dois.article, 'id-type': 'doi', 'asserted-by': 'subject' }] },
      });
    case 'byName':
      return crossref({ ...journal, volume: '8', issued: { 'date-parts': [[2021]] }, author: both(false) });
    case 'initials': {
      const namesake = { given: 'Alan', family: people.victim.family };
      const { given: _, ...initial } = byCrossref(people.victim, true);
      const author = [{ ...initial, given: 'A.' }, namesake, byCrossref(people.coauthor, false)];
      return crossref({ ...journal, volume: '9', issued: { 'date-parts': [[2018, 11, 5]] }, author });
    }
    case 'data':
      return data({ relatedIdentifiers: [relatedTo('IsVersionOf', third.concept)], version: '1' });
    case 'sibling':
      return data({ relatedIdentifiers: [relatedTo('IsSupplementTo', dois.article)] });
    case 'figshare1':
      return data({ publicationYear: 2019 });
    case 'figshare2':
      return data({ publicationYear: 2021 });
    case 'book':
      return crossref({
        type: 'book',
        'container-title': ['Series in Ceramics'],
        ISBN: ['9780306406157'],
        issued: { 'date-parts': [[2017]] },
        publisher: 'Kiln Press',
        author: both(true),
        relation: { 'is-part-of': [{ id: third.series, 'id-type': 'doi', 'asserted-by': 'subject' }] },
      });
    // Only ORCID records know them: `announced` with contributors, `unknown` without.
    case 'unknown':
    case 'announced':
      return {};
  }
}

/** A summary of an ORCID record with a DOI. */
export const aListing = (doi: string, fields: Partial<WorkSummary> = {}): WorkSummary => ({
  putCode: 1,
  title: null,
  titleHtml: null,
  subtitle: null,
  workType: null,
  publicationDate: null,
  journalTitle: null,
  url: null,
  displayIndex: 0,
  selfDois: [doi],
  arxivId: null,
  pmid: null,
  pmcid: null,
  handle: null,
  eid: null,
  issns: [],
  ...fields,
});

/** The summary of it on the ORCID records of the victim and the co-author. */
export function listingOf(world: World, key: VictimKey): WorkSummary {
  const isOnly = key === 'unknown' || key === 'announced';
  return aListing(world.dois[key], {
    title: titleOf(world, key),
    workType: isOnly ? 'lecture-speech' : null,
    ...(isOnly && { publicationDate: '2016', journalTitle: 'Annals of Kilns' }),
  });
}

/** The DOIs of strangers have these ends, and no others do. */
export const isOfStranger = (doi: string): boolean => /(?:\.deposit\d+|\.v9|\/file9)$/.test(doi);
