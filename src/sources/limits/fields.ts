import { publicationFields } from '#src/vocabulary/bibliography.ts';
import { type Limit, limits } from '#src/vocabulary/limits.ts';

const { line, address, identifier, title, person } = limits;

/** The limits of a bibliography. */
export const bibliographyLimits: Record<string, Limit> = Object.fromEntries(
  Object.entries(publicationFields).flatMap(([name, { limit }]) => (limit ? [[name, limit]] : [])),
);

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
  titleHtml: publicationFields.title_html.limit,
  subtitle: publicationFields.subtitle.limit,
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
