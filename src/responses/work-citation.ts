import { type Citation, cite } from '#src/records/citations/csl.ts';
import { citedInLists } from '#src/records/citations/list-citation.ts';
import type { ListCitation } from '#src/records/publications/list-citation.ts';
import { isPublic } from '#src/records/publications/publicity.ts';
import { type WorkRecord, workPeople } from '#src/records/works/work.ts';
import { workAsPublication, workAuthors } from '#src/records/works/work-content.ts';
import { defaultLocale } from '#src/vocabulary/locale.ts';

/** The citation of a work without a DOI, with the title in a locale. */
export function citationOfWork(work: WorkRecord, locale: string): Citation {
  const url = work.href.startsWith('urn:') ? undefined : work.href;
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
