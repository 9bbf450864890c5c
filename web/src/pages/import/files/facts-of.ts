import type { FileEntry } from '../../../../../src/formats/reading/entries/remarks.ts';
import { joinTexts } from '../../../text/join-texts.ts';

const authorsShown = 3;

/** The authors, the year, the journal and the DOI of an entry. */
export function factsOf({ data, publication_date, doi }: NonNullable<FileEntry['row']>): string {
  const authors = (data.authors ?? []).map(({ name }) => name);
  const shown = joinTexts(authors.slice(0, authorsShown), '; ') + (authors.length > authorsShown ? '; …' : '');
  return [shown, publication_date?.slice(0, 4), data.container_title, doi].filter(Boolean).join(' · ');
}
