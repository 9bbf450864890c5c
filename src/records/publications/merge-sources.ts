import {
  type Bibliography,
  type BibliographyField,
  emptyBibliography,
  type MergeRuleName,
  publicationFields,
} from '#src/vocabulary/bibliography.ts';
import { mergedFunders, namedByAuthors } from '#src/vocabulary/funders/funders.ts';
import {
  distinctNotices,
  isNoticeSubtype,
  isReinstated,
  isRetracting,
  type Notice,
} from '#src/vocabulary/integrity.ts';
import { earliestDay, isWithin, yearOf } from '#src/vocabulary/partial-date.ts';
import { isEmptyValue, type SourceKind, sourcesOfField } from '#src/vocabulary/sources/declarations.ts';
import { joinAuthors } from '#src/vocabulary/sources/join-authors.ts';

/** The bibliographies by kind of source, each kind in order of preference. */
export type SourceBibliographies = Partial<Record<SourceKind, readonly Bibliography[]>>;

/** A non-empty value that a source has for a field. */
interface Candidate {
  kind: SourceKind;
  value: unknown;
  of: Bibliography;
}

type Choice = Candidate | undefined;

interface PickRule {
  /** A description of how the value is chosen, for docs/sources.md. */
  says: string;
  /** `merged` and `origins` hold the fields listed earlier in `mergeRules`. */
  pick: (candidates: readonly Candidate[], merged: Bibliography, origins: MergedSources['origins']) => Choice;
}

/** Types that are complete in themselves: a container named by another source is a series, platform or publisher. */
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

/** The rules that fields name in `merge`. */
const pickRules = {
  first: { says: '', pick: ([candidate]) => candidate },
  markup: {
    says: 'of the source that gives the title',
    pick: (candidates, { title }) => candidates.find(({ of }) => of.title === title),
  },
  subtitle: {
    says: 'the first that is not part of the title',
    pick: (candidates, { title }) => {
      // Each text separately: searching all at once takes seconds if they repeat one character.
      const shown = Object.values(typeof title === 'string' ? [title] : (title ?? {})).map((text) =>
        text.toLowerCase(),
      );
      const isShown = (subtitle: string) => shown.some((text) => text.includes(subtitle));
      return candidates.find(({ value }) => !isShown(String(value).toLowerCase()));
    },
  },
  authors: {
    says: 'the first; an author whom OpenAlex has too gets missing affiliations and their details from it, see above',
    pick: ([chosen, ...further]) => {
      const openAlex = further.find(({ kind }) => kind === 'openalex');
      return chosen && openAlex ? { ...chosen, value: joinAuthors(chosen.of.authors, openAlex.of.authors) } : chosen;
    },
  },
  precise: {
    says: 'the first; where a later one lies within it, that one, unless it is its first day: `2019`, then `2019-02-07`',
    pick: ([chosen, ...further]) => further.reduce<Choice>(refined, chosen),
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
    pick: ([chosen, ...further]) => chosen && { ...chosen, value: [chosen, ...further].flatMap(({ value }) => value) },
  },
  license: {
    says: 'of the source that gives `license_url`, if there is one',
    pick: (candidates, { license_url }) =>
      license_url === null ? candidates[0] : candidates.find(({ of }) => of.license_url === license_url),
  },
  funders: {
    says: 'those of all sources, each once, with the awards of all; a name that none has, from the affiliations of authors',
    pick: ([chosen, ...further], { authors }) => {
      const funders = [chosen, ...further].flatMap((each) => each?.of.funders ?? []);
      return chosen && { ...chosen, value: namedByAuthors(mergedFunders(funders), authors) };
    },
  },
  notices: {
    says: 'those of all sources; a retraction at OpenAlex only if the agency has none, and no reinstatement, and it is no notice itself',
    pick: (candidates, { publication_subtype }) => {
      const [chosen, ...further] = ofAgencyIfNotice(candidates, publication_subtype);
      if (!chosen) return undefined;
      const notices = [chosen, ...further].reduce<readonly Notice[]>((known, { of: { integrity } }) => {
        const isDecided = known.some((notice) => isRetracting(notice) || notice.kind === 'reinstatement');
        return [...known, ...integrity.filter((notice) => !isDecided || !isRetracting(notice))];
      }, []);
      return { ...chosen, value: distinctNotices(notices) };
    },
  },
  retracted: {
    says: 'true if any source says so, and no notice takes it back',
    pick: (all, { integrity, publication_subtype }) => {
      const candidates = ofAgencyIfNotice(all, publication_subtype);
      const found = candidates.find(({ value }) => value === true) ?? candidates[0];
      return found && isReinstated(integrity) ? { ...found, value: false } : found;
    },
  },
} satisfies Record<MergeRuleName, PickRule>;

/** OpenAlex calls notices of retractions retracted, too. */
const ofAgencyIfNotice = (candidates: readonly Candidate[], subtype: string | null) =>
  isNoticeSubtype(subtype) ? candidates.filter(({ kind }) => kind !== 'openalex') : candidates;

/**
 * The finer of two dates if it lies within the chosen one. The first day of a year or month adds nothing: sources that
 * know only the year or month, such as OpenAlex, write that.
 */
function refined(chosen: Choice, other: Candidate): Choice {
  const [date, finer] = [String(chosen?.value), String(other.value)];
  return isWithin(finer, date) && finer !== earliestDay(date) ? other : chosen;
}

/** By field, another one that is merged before it: the rule for `pages` needs the number, and provenance has this order. */
const ahead: Partial<Record<BibliographyField, BibliographyField>> = {
  title_html: 'alternative_titles',
  pages: 'article_number',
};
const names = Object.keys(publicationFields) as BibliographyField[];
const allFields = [...new Set(names.flatMap((field) => [ahead[field] ?? field, field]))];

/** The rule for each field, among the sources of `sourcesOfField`. A field may depend on those before it. */
export const mergeRules = Object.fromEntries(
  allFields.map((field) => [field, pickRules[publicationFields[field].merge]]),
) as Record<BibliographyField, PickRule>;

const orders = new Map(allFields.map((field) => [field, sourcesOfField(field)]));

export interface MergedSources {
  bibliography: Bibliography;
  /** The kind of source of each field that is not empty. */
  origins: Partial<Record<BibliographyField, SourceKind>>;
}

export function mergeSources(sources: SourceBibliographies): MergedSources {
  const bibliography: Bibliography = { ...emptyBibliography };
  const merged: MergedSources = { bibliography, origins: {} };
  const values: Record<string, unknown> = bibliography as Bibliography & Record<string, unknown>;
  for (const field of allFields) {
    const candidates: Candidate[] = [];
    // Loops, because lists of candidates for 50 fields of each publication would take most of the time of a page.
    for (const kind of orders.get(field) ?? []) {
      for (const of of sources[kind] ?? []) {
        const value = of[field];
        if (!isEmptyValue(value)) candidates.push({ kind, value, of });
      }
    }
    const chosen = candidates.length > 0 && mergeRules[field].pick(candidates, bibliography, merged.origins);
    if (!chosen) continue;
    values[field] = chosen.value;
    merged.origins[field] = chosen.kind;
  }
  return merged;
}
