import { type Bibliography, emptyBibliography } from './values/bibliography.ts';
import { earliestDay, isWithin, yearOf } from './values/partial-date.ts';

/** The kinds of sources of a publication: its DOI agency, OpenAlex, and the ORCID records that list it. */
export type SourceKind = 'agency' | 'openalex' | 'orcid';

/** What the sources say, by kind. The bibliographies of a kind are in order of preference. */
export type SourceBibliographies = Record<SourceKind, readonly Bibliography[]>;

export type BibliographyField = keyof Bibliography;

/** A value that a source has for a field. Empty values are left out. */
interface Candidate {
  kind: SourceKind;
  value: unknown;
  /** The whole bibliography that the value is from. */
  of: Bibliography;
}

type Choice = Candidate | undefined;

interface PickRule {
  /** How the value is chosen, for docs/sources.md. */
  says: string;
  /** `merged` and `origins` hold the fields that come earlier in `mergeRules`. */
  pick: (candidates: readonly Candidate[], merged: Bibliography, origins: MergedSources['origins']) => Choice;
}

/** Types of what is complete in itself. What another source names as its container is its series, platform or publisher. */
const wholes: ReadonlySet<string> = new Set([
  'book',
  'monograph',
  'edited-book',
  'reference-book',
  'book-set',
  'book-series',
  'proceedings',
  'dissertation',
  'report',
  'standard',
  'dataset',
  'software',
]);

const first: PickRule = { says: '', pick: ([candidate]) => candidate };

const pickRules = {
  markup: {
    says: 'of the source that gives the title',
    pick: (candidates, { title }) => candidates.find(({ of }) => of.title === title),
  },
  subtitle: {
    says: 'the first that is not part of the title',
    pick: (candidates, { title }) => {
      const shown = JSON.stringify(title).toLowerCase();
      return candidates.find(({ value }) => !shown.includes(JSON.stringify(value).slice(1, -1).toLowerCase()));
    },
  },
  precise: {
    says: 'the first; where a later one lies within it, that one, unless it is its first day: `2019`, then `2019-02-07`',
    pick: ([chosen, ...others]) => others.reduce<Choice>(refined, chosen),
  },
  year: {
    says: 'the year of `publication_date`, if there is one',
    pick: ([candidate], { publication_date }) => {
      return candidate && { ...candidate, value: yearOf(publication_date) ?? candidate.value };
    },
  },
  specific: {
    says: 'the first that is not `other`, if there is one',
    pick: (candidates) => candidates.find(({ value }) => value !== 'other') ?? candidates[0],
  },
  subtype: {
    says: 'of a source that gives the same `publication_type`',
    pick: (candidates, { publication_type }) => candidates.find(({ of }) => of.publication_type === publication_type),
  },
  host: {
    says: "only the agency's if the type is from the agency and has no container, such as `book`",
    pick: (candidates, merged, origins) => {
      const isWhole = origins.publication_type === 'agency' && wholes.has(merged.publication_type ?? '');
      return candidates.find(({ kind }) => kind === 'agency' || !isWhole);
    },
  },
  pages: {
    says: 'the first; those of other sources only if they are not the `article_number`',
    pick: (candidates, { article_number }) =>
      candidates.find(({ kind, value }) => kind === 'agency' || value !== article_number),
  },
  union: {
    says: 'those of all sources',
    pick: ([chosen, ...others]) => chosen && { ...chosen, value: [chosen, ...others].flatMap(({ value }) => value) },
  },
  retracted: {
    says: 'true if any source says so',
    pick: (candidates) => candidates.find(({ value }) => value === true) ?? candidates[0],
  },
} satisfies Record<string, PickRule>;

/**
 * The other date if it lies within the chosen one. The first day of a year or month says no more: it is what sources write
 * that know only the year or month, such as OpenAlex.
 */
function refined(chosen: Choice, other: Candidate): Choice {
  const [date, finer] = [String(chosen?.value), String(other.value)];
  return isWithin(finer, date) && finer !== earliestDay(date) ? other : chosen;
}

interface MergeRule {
  /** The kinds of sources that count, best first. */
  from: readonly SourceKind[];
  /** Without one: the first value that is not empty. */
  by: PickRule;
}

const rule = (from: string, by: PickRule = first): MergeRule => ({ from: from.split(' ') as SourceKind[], by });

/**
 * Where each field of a publication comes from. A field may depend on those above it. docs/sources.md shows this table.
 */
export const mergeRules: Record<BibliographyField, MergeRule> = {
  title: rule('agency openalex orcid'),
  alternative_titles: rule('agency openalex orcid'),
  title_html: rule('agency openalex orcid', pickRules.markup),
  subtitle: rule('agency openalex orcid', pickRules.subtitle),
  authors: rule('agency openalex orcid'),
  editors: rule('agency openalex orcid'),
  contributors: rule('agency openalex orcid'),
  publication_date: rule('agency openalex orcid', pickRules.precise),
  publication_year: rule('agency openalex orcid', pickRules.year),
  date_online: rule('agency openalex orcid'),
  date_print: rule('agency openalex orcid'),
  date_posted: rule('agency openalex orcid'),
  date_issued: rule('agency openalex orcid'),
  publication_type: rule('agency openalex orcid', pickRules.specific),
  publication_subtype: rule('agency openalex orcid', pickRules.subtype),
  container_title: rule('agency openalex orcid', pickRules.host),
  series_title: rule('agency openalex orcid'),
  publisher: rule('agency openalex orcid'),
  publication_place: rule('agency openalex orcid'),
  institution: rule('agency openalex orcid'),
  edition: rule('agency openalex orcid'),
  version: rule('agency openalex orcid'),
  volume: rule('agency openalex orcid'),
  issue: rule('agency openalex orcid'),
  article_number: rule('agency openalex orcid'),
  pages: rule('agency openalex orcid', pickRules.pages),
  issn: rule('agency openalex orcid'),
  issn_types: rule('agency openalex orcid'),
  isbn: rule('agency openalex orcid'),
  arxiv_id: rule('agency openalex orcid'),
  event_title: rule('agency openalex orcid'),
  event_place: rule('agency openalex orcid'),
  event_date: rule('agency openalex orcid'),
  abstract: rule('agency openalex orcid'),
  language: rule('agency openalex orcid'),
  license_url: rule('agency openalex'),
  subjects: rule('agency openalex orcid'),
  funders: rule('agency openalex'),
  relations: rule('agency openalex', pickRules.union),
  url: rule('agency openalex orcid'),
  cited_by_count: rule('openalex agency'),
  is_retracted: rule('agency openalex', pickRules.retracted),
  open_access_status: rule('openalex agency'),
};

const allFields = Object.keys(mergeRules) as BibliographyField[];

export interface MergedSources {
  bibliography: Bibliography;
  /** The kind of source of each field that is not empty. */
  origins: Partial<Record<BibliographyField, SourceKind>>;
}

/** Merges the bibliographies of a publication by `mergeRules`, all fields or only these. */
export function mergeSources(
  sources: SourceBibliographies,
  fields: readonly BibliographyField[] = allFields,
): MergedSources {
  const merged: MergedSources = { bibliography: { ...emptyBibliography }, origins: {} };
  for (const field of fields) {
    const { from, by } = mergeRules[field];
    const candidates = from.flatMap((kind) =>
      sources[kind].flatMap((of) => (isEmpty(of[field]) ? [] : [{ kind, value: of[field], of }])),
    );
    const chosen = by.pick(candidates, merged.bibliography, merged.origins);
    if (!chosen) continue;
    Object.assign(merged.bibliography, { [field]: chosen.value });
    merged.origins[field] = chosen.kind;
  }
  return merged;
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
