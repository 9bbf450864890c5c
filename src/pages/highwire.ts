import { splitPages } from '../domain/text/pages.ts';
import type { DescribedRecord } from '../formats/described-record.ts';
import { invertedName } from '../formats/described-record.ts';
import type { CslType } from '../formats/types.ts';

/** What a page says of a publication in metadata. */
export interface Described {
  doi: string;
  said: DescribedRecord;
  type: CslType;
  title: string;
  /** The language of the title. */
  titleLanguage: string | undefined;
  date: string | null;
  year: number | null;
  /** Where a thesis or a report was written. */
  institution: string | undefined;
  /** The address of the page. */
  url: string;
}

const maxAffiliations = 3;

/** The first and the last page, or the number of the article. */
function pagesOf({ pages, article_number }: DescribedRecord): [first: string | undefined, last?: string | undefined] {
  return pages === null ? [article_number ?? undefined] : splitPages(pages);
}

/** Google Scholar reads a whole date or a year: https://scholar.google.com/intl/en/scholar/inclusion.html */
function dateOf({ date, year }: Described): string | undefined {
  const parts = date?.split('-').map(Number) ?? [];
  if (parts.length === 3) return parts.join('/');
  const written = parts[0] ?? year;
  return written === null || written === undefined ? undefined : String(written);
}

/** The name of the tag that says what a publication is part of. */
const containerTags: Partial<Record<CslType, string>> = {
  'paper-conference': 'citation_conference_title',
  chapter: 'citation_inbook_title',
  'entry-dictionary': 'citation_inbook_title',
  'entry-encyclopedia': 'citation_inbook_title',
};
const institutionTags: Partial<Record<CslType, string>> = {
  thesis: 'citation_dissertation_institution',
  report: 'citation_technical_report_institution',
};

/**
 * The tags of Highwire Press, which Google Scholar and Zotero read. There is no address of a PDF, because the registry
 * has no files and those of other hosts are not to be named.
 */
export function highwireTags(described: Described): [name: string, content: string | undefined][] {
  const { doi, said, type, title, institution, url } = described;
  const [first, last] = pagesOf(said);
  const institutionTag = institutionTags[type];
  const all = (name: string, contents: readonly string[]) =>
    contents.map((content): [string, string] => [name, content]);
  return [
    ['citation_title', title],
    ...said.authors.flatMap((author): [string, string | undefined][] => [
      ['citation_author', invertedName(author) || undefined],
      ...all('citation_author_institution', author.affiliations.slice(0, maxAffiliations)),
      ['citation_author_orcid', author.orcid ? `https://orcid.org/${author.orcid}` : undefined],
    ]),
    ...all('citation_editor', said.editors.map(invertedName)),
    ['citation_publication_date', dateOf(described)],
    [containerTags[type] ?? 'citation_journal_title', said.container_title ?? undefined],
    ['citation_volume', said.volume ?? undefined],
    ['citation_issue', said.issue ?? undefined],
    ['citation_firstpage', first],
    ['citation_lastpage', last],
    ...all('citation_issn', said.issn),
    ...all('citation_isbn', said.isbn),
    ['citation_doi', doi],
    ['citation_publisher', said.publisher ?? undefined],
    ...(institutionTag ? ([[institutionTag, institution ?? said.publisher ?? undefined]] as const) : []),
    ['citation_language', said.language ?? undefined],
    ...all('citation_keywords', said.subjects),
    ['citation_abstract', said.abstract ?? undefined],
    ['citation_abstract_html_url', url],
  ].map(([name, content]): [string, string | undefined] => [String(name), content]);
}
