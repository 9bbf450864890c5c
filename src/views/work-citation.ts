import type { ListCitation } from '../domain/publications/list-citation.ts';
import { isPublic } from '../domain/publications/publicity.ts';
import { defaultLocale } from '../domain/values/locale.ts';
import { type WorkRecord, workPeople } from '../domain/work.ts';
import { workAsPublication, workAuthors } from '../domain/work-content.ts';
import { type Citation, cite } from '../formats/csl.ts';
import { citedInLists } from '../formats/list-citation.ts';

/** The citation of a work without a DOI, with the title in a locale. */
export function citationOfWork(work: WorkRecord, locale: string): Citation {
  const url = work.href.startsWith('urn:') ? undefined : work.href;
  const cited = { id: work.id, doi: undefined, url, publication: workAsPublication(work), authors: workAuthors(work) };
  return cite(cited, locale);
}

/** What lists say of a work without a DOI. Its authors are people of the registry if the work names their iDs. */
export function workListCitation(work: WorkRecord): ListCitation {
  const [authors, people] = [workAuthors(work), workPeople(work)];
  const linked = authors.flatMap(({ orcid }, at) =>
    orcid !== null && people.includes(orcid) ? [[at, orcid] as const] : [],
  );
  return citedInLists(citationOfWork(work, defaultLocale), authors, new Map(linked), isPublic(work));
}
