import type { Bibliography } from '#src/vocabulary/bibliography.ts';

/** The limits of a field of a source. */
export interface Limit {
  /** Length of each text, in UTF-16 units. */
  characters?: number;
  /** Longer texts are dropped, because a part of one would mean something else. */
  isWhole?: boolean;
  /** Entries of a list, or languages of a text. */
  entries?: number;
  /** Length of a list as JSON, in UTF-16 units. */
  totalCharacters?: number;
  /** The fields of the entries. */
  each?: Record<string, Limit>;
}

const line: Limit = { characters: 1_000 };
const label: Limit = { characters: 200 };
const address: Limit = { characters: 2_048, isWhole: true };
const identifier: Limit = { characters: 100, isWhole: true };
const title: Limit = { characters: 2_000, entries: 20 };

const person: Record<string, Limit> = {
  name: { characters: 500 },
  given: { characters: 500 },
  family: { characters: 500 },
  suffix: { characters: 50 },
  affiliations: { characters: 500, entries: 50 },
  affiliation_details: {
    entries: 20,
    each: { printed: { characters: 500 }, name: { characters: 500 }, ror: identifier },
  },
};

/** Dates, numbers, vocabulary terms, and fields limited where they are read. */
type Unlimited =
  | `date_${'online' | 'print' | 'posted' | 'issued'}`
  | 'publication_date'
  | 'publication_year'
  | 'publication_type'
  | 'publication_subtype'
  | 'event_date'
  | 'language'
  | 'relations'
  | 'integrity'
  | 'cited_by_count'
  | 'is_retracted'
  | 'open_access_status';

/** The limits of a bibliography. */
export const bibliographyLimits = {
  title,
  title_html: { characters: 8_000, isWhole: true },
  subtitle: { characters: 2_000 },
  alternative_titles: { characters: 2_000, entries: 20 },
  authors: { entries: 25_000, totalCharacters: 12_000_000, each: person },
  editors: { entries: 1_000, totalCharacters: 300_000, each: person },
  contributors: { entries: 1_000, totalCharacters: 300_000, each: person },
  container_title: line,
  series_title: line,
  publisher: line,
  publication_place: line,
  institution: line,
  edition: label,
  version: label,
  volume: label,
  issue: label,
  pages: label,
  article_number: label,
  issn: { ...identifier, entries: 50 },
  issn_types: { entries: 50, each: { issn: identifier } },
  isbn: { ...identifier, entries: 200 },
  arxiv_id: identifier,
  pmid: identifier,
  pmcid: identifier,
  handle: { characters: 200, isWhole: true },
  eid: identifier,
  raids: { ...identifier, entries: 50 },
  event_title: line,
  event_place: line,
  abstract: { characters: 50_000 },
  license_url: address,
  license: identifier,
  subjects: { characters: 500, entries: 500, totalCharacters: 100_000 },
  funders: {
    entries: 500,
    totalCharacters: 300_000,
    each: {
      name: { characters: 500 },
      awards: { characters: 200, entries: 200 },
      award_details: {
        entries: 200,
        each: { number: { characters: 200 }, title: line, uri: address },
      },
    },
  },
  url: address,
} satisfies Record<Exclude<keyof Bibliography, Unlimited>, Limit>;

/** The limits of OpenAlex's additions to a bibliography. */
export const enrichmentLimits: Record<string, Limit> = {
  openalex_id: identifier,
  oa_url: address,
  topics: { characters: 500, entries: 100 },
  topic_details: {
    entries: 100,
    each: {
      name: { characters: 500 },
      subfield: { characters: 500 },
      field: { characters: 500 },
      domain: { characters: 500 },
    },
  },
  sustainable_development_goals: { entries: 20, each: { id: address, name: { characters: 500 } } },
  locations: {
    entries: 50,
    totalCharacters: 50_000,
    each: {
      url: address,
      pdf_url: address,
      host: { characters: 500 },
      host_type: identifier,
      version: identifier,
      license: identifier,
    },
  },
  journal: {
    each: {
      name: { characters: 1_000 },
      issn: { ...identifier, entries: 50 },
      issn_l: identifier,
      publisher: { characters: 1_000 },
    },
  },
  keywords: { characters: 500, entries: 100 },
  counts_by_year: { entries: 200 },
};

/** The limits of a work's summary on an ORCID record. */
export const summaryLimits: Record<string, Limit> = {
  title,
  titleHtml: bibliographyLimits.title_html,
  subtitle: bibliographyLimits.subtitle,
  journalTitle: line,
  url: address,
  selfDois: { entries: 50 },
  issns: { entries: 10 },
};

/** The limits of the identifiers of a work on an ORCID record. */
export const groupLimits: Record<string, Limit> = {
  identifiers: {
    entries: 50,
    totalCharacters: 10_000,
    each: { type: identifier, value: { characters: 500, isWhole: true }, url: address, relationship: identifier },
  },
};

/** The limits of the details of a work without a DOI, which is one item of the table with all of them. */
export const detailLimits: Record<string, Limit> = {
  authors: { entries: 500, totalCharacters: 30_000, each: person },
  editors: { entries: 100, totalCharacters: 10_000, each: person },
  abstract: { characters: 10_000 },
};

/** The limits of a person's ORCID record. ORCID itself accepts 5,000 characters of a biography. */
export const personLimits: Record<string, Limit> = {
  givenName: { characters: 500 },
  familyName: { characters: 500 },
  creditName: { characters: 500 },
  otherNames: { characters: 200, isWhole: true, entries: 20 },
  biography: { characters: 5_000 },
};

/** The limits of an employment on an ORCID record. */
export const employmentLimits: Record<string, Limit> = {
  organization: { characters: 500 },
  department: { characters: 500 },
  role: { characters: 500 },
};
