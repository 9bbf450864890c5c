import * as z from 'zod';
import { eachOnce } from '#src/matching/names/each-once.ts';
import { isInJournal, withJournalAsGroup } from '#src/matching/names/groups.ts';
import { readWhole, withoutOrcid } from '#src/matching/names/written.ts';
import { Author, type Bibliography, emptyBibliography } from '#src/vocabulary/bibliography.ts';
import { PartialDate, yearOf } from '#src/vocabulary/partial-date.ts';
import type { WorkSummary } from './record.ts';
import { publicationTypeOf } from './work-types.ts';

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
  /** The title in other languages, by BCP 47 tag. Null in older shapes until ingested again. */
  translated_titles: z.record(z.string(), z.string()).nullable().default(null),
  /** When this ORCID record first listed the publication, in milliseconds since the epoch. Null in older shapes. */
  listed_at: z.int().nullable().default(null),
});
export type OrcidBibliography = z.output<typeof OrcidBibliography>;

/** The bibliographies of a publication by the iD of the record's owner. */
export const OrcidBibliographies = z.record(z.string(), z.array(OrcidBibliography));
export type OrcidBibliographies = z.output<typeof OrcidBibliographies>;

/** Further ones add nothing new, and a publication's record must stay small. */
export const maxSummaries = 20;
const maxListings = 20;

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
    translated_titles: translationsOf(title),
    listed_at: null,
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
const uncounted: ReadonlySet<string> = new Set(['pmid', 'pmcid', 'handle', 'eid', 'issn', 'translated_titles']);

const completeness = (described: OrcidBibliography) =>
  Object.entries(described).filter(
    ([field, value]) => !uncounted.has(field) && value !== null && value !== 'other' && `${value}` !== '',
  ).length;

/**
 * Replaces groups of summaries that were read again. A record that lists the publication for the first time is one of `now`; the
 * others keep their time.
 */
export function replaceListings(
  stored: OrcidBibliographies,
  read: OrcidBibliographies,
  now: Date,
): OrcidBibliographies {
  // Clocks differ, but a record that is read later is later.
  const latest = Math.max(0, ...Object.values(stored).map(([first]) => first?.listed_at ?? 0));
  const listings = Object.entries(read).map(([orcid, bibliographies]): [string, OrcidBibliography[]] => {
    const groups = new Set(['', ...bibliographies.map(({ listed_as }) => listed_as)]);
    const kept = (stored[orcid] ?? []).filter(({ listed_as }) => !groups.has(listed_as));
    const [known] = stored[orcid] ?? [];
    const listed_at = known ? known.listed_at : (bibliographies[0]?.listed_at ?? Math.max(now.getTime(), latest + 1));
    // The sort is stable, so a group keeps its order of preference.
    const all = [...kept, ...bibliographies].sort((one, other) =>
      one.listed_as < other.listed_as ? -1 : one.listed_as > other.listed_as ? 1 : 0,
    );
    return [orcid, all.slice(0, maxSummaries).map((each) => ({ ...each, listed_at }))];
  });
  return byOrcid(Object.entries({ ...stored, ...Object.fromEntries(listings) }));
}

/** At most twenty people's listings: those of `first`, then the oldest, so that newcomers displace nobody. */
export function boundListings(listings: OrcidBibliographies, first: readonly string[]): OrcidBibliographies {
  const all = Object.entries(listings);
  if (all.length <= maxListings) return listings;
  const since = (listed: readonly OrcidBibliography[]) => listed[0]?.listed_at ?? 0;
  const isLater = ([orcid]: (typeof all)[number]) => Number(!first.includes(orcid));
  return byOrcid(
    all.sort((one, other) => isLater(one) - isLater(other) || since(one[1]) - since(other[1])).slice(0, maxListings),
  );
}

const byOrcid = (listings: [string, OrcidBibliography[]][]): OrcidBibliographies =>
  Object.fromEntries(listings.sort(([one], [other]) => (one < other ? -1 : 1)));

/** A listing as the bibliography of a publication. */
export function wholeBibliography({
  put_code: _,
  listed_as: __,
  listed_at: ___,
  translated_titles: ____,
  authors,
  ...known
}: OrcidBibliography): Bibliography {
  const publication_year = yearOf(known.publication_date);
  return {
    ...emptyBibliography,
    ...known,
    publication_year,
    authors: withJournal(contributorsOfRecord(authors), known),
  };
}

const withJournal = (authors: Author[], { publication_type: type, container_title }: Partial<OrcidBibliography>) =>
  isInJournal(type ?? null) ? withJournalAsGroup(authors, [container_title ?? null]) : authors;

/** The contributors of an ORCID record, each once, with the parts of their credit names. */
export const contributorsOfRecord = (listed: readonly Author[]): Author[] => eachOnce(listed.flatMap(withNameParts));

/** A contributor with the parts of the credit name, which is as printed; several if it lists several. A group has no iD. */
function withNameParts(author: Author): Author[] {
  if (author.given !== null || author.family !== null) return [author];
  const { text, orcid: written } = withoutOrcid(author.name);
  const orcid = author.orcid ?? written;
  const people = readWhole(text, { hasOrcid: orcid !== null });
  return people.map(({ name, ...parts }) => {
    const isAsPrinted = people.length === 1 && parts.family !== null && isReordered(name, text);
    return { ...author, name: isAsPrinted ? text : name, ...parts, orcid: people.length === 1 ? orcid : null };
  });
}

/** Whether two names differ only in the order of their words and in commas. */
const isReordered = (one: string, other: string) => lettersOf(one) === lettersOf(other);
const lettersOf = (name: string) => [...name.replace(/[\s,]/g, '')].sort().join('');

/** The title of a summary in other languages than that of the work. */
function translationsOf(title: WorkSummary['title']): Record<string, string> {
  if (title === null || typeof title === 'string') return {};
  const { [`und` in title ? 'und' : 'en']: _, ...translations } = title;
  return translations;
}
