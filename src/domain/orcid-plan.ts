import type { WorkGroup, WorkSummary } from './orcid-record.ts';
import { type Bibliography, emptyBibliography } from './values/bibliography.ts';

/** The content of an ORCID record: publications, which have a DOI, and works, which have none. */
export interface Plan {
  publications: PlannedPublication[];
  works: PlannedWork[];
}

export interface PlannedPublication {
  /** The DOI of the first summary, in the owner's order of preference, that has one. */
  doi: string;
  /** The group's other `self` DOIs. */
  aliases: string[];
  /** The summary the owner prefers, with or without a DOI. */
  summary: WorkSummary;
  putCodes: number[];
}

export interface PlannedWork {
  preferred: WorkSummary;
  /** In ascending order. The lowest identifies the work. */
  putCodes: number[];
}

/**
 * Sorts the groups of an ORCID record into publications and works. Groups that share a DOI are one publication: ORCID
 * groups works by identifier, but older records still contain such pairs.
 */
export function planRecord(groups: WorkGroup[]): Plan {
  const publications: PlannedPublication[] = [];
  const works: PlannedWork[] = [];
  const byDoi = new Map<string, PlannedPublication>();
  for (const group of groups) {
    // The sort is stable: equally preferred summaries stay in the record's order.
    const summaries = group.summaries.toSorted((one, other) => other.displayIndex - one.displayIndex);
    const [preferred] = summaries;
    if (!preferred) continue;
    const putCodes = summaries.map(({ putCode }) => putCode).sort((one, other) => one - other);
    const [doi, ...aliases] = new Set([...summaries.flatMap(({ selfDois }) => selfDois), ...group.selfDois]);
    if (doi === undefined) {
      works.push({ preferred, putCodes });
      continue;
    }
    const dois = [doi, ...aliases];
    const known = dois.map((each) => byDoi.get(each)).find(Boolean);
    const planned = known ?? { doi, aliases: [], summary: preferred, putCodes: [] };
    if (!known) publications.push(planned);
    planned.putCodes.push(...putCodes);
    for (const each of dois) {
      // A DOI that already belongs to another publication stays with it.
      if (byDoi.has(each)) continue;
      byDoi.set(each, planned);
      if (each !== planned.doi) planned.aliases.push(each);
    }
  }
  return { publications, works };
}

/** ORCID work types whose name differs in Crossref. */
const crossrefTypes: Record<string, string> = {
  'conference-paper': 'proceedings-article',
  'conference-abstract': 'proceedings-article',
  'conference-poster': 'posted-content',
  'working-paper': 'report',
  preprint: 'posted-content',
  'data-set': 'dataset',
  'dissertation-thesis': 'dissertation',
  'encyclopedia-entry': 'reference-entry',
  'dictionary-entry': 'reference-entry',
  'book-review': 'journal-article',
  'magazine-article': 'journal-article',
  review: 'peer-review',
};

/** The bibliography of a publication that no DOI agency knows, from its ORCID summary. */
export function bibliographyOf(summary: WorkSummary): Bibliography {
  const title = summary.title;
  const type = summary.workType;
  return {
    ...emptyBibliography,
    title: title === null || typeof title === 'string' ? title : (title.und ?? title.en ?? null),
    title_html: summary.titleHtml,
    subtitle: summary.subtitle,
    publication_date: summary.publicationDate,
    publication_year: summary.publicationDate === null ? null : Number(summary.publicationDate.slice(0, 4)),
    publication_type: type === null ? null : (crossrefTypes[type] ?? type),
    container_title: summary.journalTitle,
    url: summary.url,
  };
}

/** An agency's record, with the title from ORCID if it has none. Agencies often have no title of issues and components. */
export function withTitle(bibliography: Bibliography, summary: WorkSummary): Bibliography {
  if (bibliography.title !== null) return bibliography;
  const { title, title_html } = bibliographyOf(summary);
  return { ...bibliography, title, title_html };
}

/** The translated titles of a summary, by language. */
export function translationsOf({ title }: WorkSummary): Record<string, string> {
  if (title === null || typeof title === 'string') return {};
  const original = 'und' in title ? 'und' : 'en';
  return Object.fromEntries(Object.entries(title).filter(([language]) => language !== original));
}
