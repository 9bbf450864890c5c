import type { FeedEntry } from '#src/formats/feed.ts';
import { type Citation, cite } from '#src/records/citations/csl.ts';
import { citedInLists } from '#src/records/citations/list-citation.ts';
import type { ListCitation } from '#src/records/publications/list-citation.ts';
import { isPublic } from '#src/records/publications/publicity.ts';
import { type WorkRecord, workPeople } from '#src/records/works/work.ts';
import { workAsPublication, workAuthors, workUrn } from '#src/records/works/work-content.ts';
import { defaultLocale } from '#src/vocabulary/locale.ts';
import { webUrl } from '#src/vocabulary/web-url.ts';

/** The citation of a work without a DOI, with the title in a locale. */
export function citationOfWork(work: WorkRecord, locale: string): Citation {
  const url = webAddressOf(work);
  const cited = { id: work.id, doi: undefined, url, publication: workAsPublication(work), authors: workAuthors(work) };
  return cite(cited, locale);
}

/** The citation of a work without a DOI in lists. Its authors are people of the registry if the work names their iDs. */
export function workListCitation(work: WorkRecord): ListCitation {
  const [authors, people] = [workAuthors(work), workPeople(work)];
  const linked = authors.flatMap(({ orcid }, at) =>
    orcid !== null && people.includes(orcid) ? [[at, orcid] as const] : [],
  );
  return citedInLists(citationOfWork(work, defaultLocale), authors, new Map(linked), isPublic(work));
}

/** A work without a DOI as an entry of a feed. */
export function workFeedEntry(work: WorkRecord, locale: string, changedMs: number): FeedEntry {
  return {
    id: workUrn(work.id),
    url: webAddressOf(work),
    citation: citationOfWork(work, locale),
    authors: workAuthors(work),
    changedMs,
  };
}

/** Where a work is on the web; undefined if it is nowhere. */
const webAddressOf = ({ href }: Pick<WorkRecord, 'href'>): string | undefined => webUrl(href) ?? undefined;
