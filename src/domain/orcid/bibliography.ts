import * as z from 'zod';
import { Author, type Bibliography, emptyBibliography } from '../values/bibliography.ts';
import { PartialDate, yearOf } from '../values/partial-date.ts';
import { isGroupName, namePartsOf } from '../values/person-name.ts';
import type { WorkSummary } from './record.ts';

/** Bibliography of one summary on an ORCID record, without the fields that no summary has. */
export const OrcidBibliography = z.object({
  put_code: z.int(),
  /** The DOI under which the ORCID record lists it, which distinguishes groups of one publication; empty if unknown. */
  listed_as: z.string(),
  title: z.string().nullable(),
  title_html: z.string().nullable(),
  subtitle: z.string().nullable(),
  authors: z.array(Author),
  publication_date: PartialDate.nullable(),
  publication_type: z.string().nullable(),
  publication_subtype: z.string().nullable(),
  container_title: z.string().nullable(),
  arxiv_id: z.string().nullable(),
  pmid: z.string().nullable().default(null),
  pmcid: z.string().nullable().default(null),
  handle: z.string().nullable().default(null),
  eid: z.string().nullable().default(null),
  issn: z.array(z.string()).default([]),
  url: z.string().nullable(),
});
export type OrcidBibliography = z.output<typeof OrcidBibliography>;

/** The bibliographies of a publication by the iD of the record's owner. */
export const OrcidBibliographies = z.record(z.string(), z.array(OrcidBibliography));
export type OrcidBibliographies = z.output<typeof OrcidBibliographies>;

/** Further ones add nothing new, and a publication's record must stay small. */
export const maxSummaries = 20;
const maxPeople = 20;

/** ORCID types named differently here: https://info.orcid.org/documentation/integration-guide/working-with-works/ */
const types = new Map<string, [type: string, subtype?: string]>(
  Object.entries({
    'conference-paper': ['proceedings-article'],
    'conference-abstract': ['proceedings-article', 'abstract'],
    'conference-poster': ['poster'],
    'conference-presentation': ['presentation'],
    'working-paper': ['report', 'working-paper'],
    preprint: ['posted-content', 'preprint'],
    'data-set': ['dataset'],
    'dissertation-thesis': ['dissertation'],
    'encyclopedia-entry': ['reference-entry'],
    'dictionary-entry': ['reference-entry'],
    'book-review': ['journal-article', 'book-review'],
    'magazine-article': ['journal-article', 'magazine-article'],
    review: ['peer-review'],
  }),
);

/** A type of ORCID in the vocabulary of publications, with the subtype. */
export const publicationTypeOf = (workType: string | null): readonly [type: string | null, subtype?: string] =>
  types.get(workType ?? '') ?? [workType];

function bibliographyOf(summary: WorkSummary, listedAs: string, authors: Author[]): OrcidBibliography {
  const { title, workType } = summary;
  const [type, subtype] = publicationTypeOf(workType);
  return {
    put_code: summary.putCode,
    listed_as: listedAs,
    title: title === null || typeof title === 'string' ? title : (title.und ?? title.en ?? null),
    title_html: summary.titleHtml,
    subtitle: summary.subtitle,
    authors,
    publication_date: summary.publicationDate,
    publication_type: type ?? null,
    publication_subtype: subtype ?? null,
    container_title: summary.journalTitle,
    arxiv_id: summary.arxivId,
    pmid: summary.pmid,
    pmcid: summary.pmcid,
    handle: summary.handle,
    eid: summary.eid,
    issn: summary.issns,
    url: summary.url,
  };
}

/**
 * Bibliographies of a publication's summaries on one ORCID record, by the owner's preference, then completeness, then
 * the record's order. `contributors` are by put-code, because summaries lack them.
 */
export function orcidBibliographies(
  summaries: readonly WorkSummary[],
  listedAs = '',
  contributors: ReadonlyMap<number, Author[]> = new Map(),
): OrcidBibliography[] {
  return summaries
    .map((summary) => ({
      preference: summary.displayIndex,
      bibliography: bibliographyOf(summary, listedAs, contributors.get(summary.putCode) ?? []),
    }))
    .sort(
      (one, other) =>
        other.preference - one.preference || completeness(other.bibliography) - completeness(one.bibliography),
    )
    .slice(0, maxSummaries)
    .map(({ bibliography }) => bibliography);
}

/** Identifiers say nothing of how well the rest is described: Scopus gives each of its summaries one. */
const completeness = ({ pmid: _, pmcid: __, handle: ___, eid: ____, issn: _____, ...described }: OrcidBibliography) =>
  Object.values(described).filter((value) => value !== null && value !== 'other' && `${value}` !== '').length;

/** Replaces groups of summaries that were read again. Bounded, and independent of the order of ingestions. */
export function replaceListings(stored: OrcidBibliographies, read: OrcidBibliographies): OrcidBibliographies {
  const listings = Object.entries(read).map(([orcid, bibliographies]): [string, OrcidBibliography[]] => {
    const groups = new Set(['', ...bibliographies.map(({ listed_as }) => listed_as)]);
    const kept = (stored[orcid] ?? []).filter(({ listed_as }) => !groups.has(listed_as));
    // The sort is stable, so a group keeps its order of preference.
    const all = [...kept, ...bibliographies].sort((one, other) =>
      one.listed_as < other.listed_as ? -1 : one.listed_as > other.listed_as ? 1 : 0,
    );
    return [orcid, all.slice(0, maxSummaries)];
  });
  return Object.fromEntries(
    Object.entries({ ...stored, ...Object.fromEntries(listings) })
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .slice(0, maxPeople),
  );
}

export function wholeBibliography({ put_code: _, listed_as: __, authors, ...known }: OrcidBibliography): Bibliography {
  const publication_year = yearOf(known.publication_date);
  return { ...emptyBibliography, ...known, publication_year, authors: authors.map(withNameParts) };
}

/** A contributor of an ORCID record with the parts of their credit name, which is as printed. A group has no iD. */
export function withNameParts(author: Author): Author {
  const isSplit = author.given !== null || author.family !== null;
  if (isSplit || (author.orcid === null && isGroupName(author.name))) return author;
  return { ...author, ...namePartsOf(author.name) };
}

/** The translated titles of summaries by language. The first in a language wins. */
export function translationsOf(summaries: readonly WorkSummary[]): Record<string, string> {
  const translations: Record<string, string> = {};
  for (const { title } of summaries) {
    if (title === null || typeof title === 'string') continue;
    const original = 'und' in title ? 'und' : 'en';
    for (const [language, text] of Object.entries(title)) {
      if (language !== original) translations[language] ??= text;
    }
  }
  return translations;
}
