import type { DescribedRecord, NamedAuthor } from '#src/formats/described-record.ts';
import { citedEditors, cslName, isWhole, nameForReaders } from '#src/records/citations/csl.ts';
import type { CslType } from '#src/records/citations/types.ts';
import { splitPages } from '#src/vocabulary/text/pages.ts';

/** The fields of a publication in the metadata of its page. */
export interface DescribedPage {
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
function dateOf({ date, year }: DescribedPage): string | undefined {
  const parts = date?.split('-').map(Number) ?? [];
  if (parts.length === 3) return parts.join('/');
  const written = parts[0] ?? year;
  return written === null || written === undefined ? undefined : String(written);
}

type Tag = [name: string, content: string | undefined];

/** The names of types in Zotero, which it takes from `DC.type`. Those of others follow from the tags below, or are not known. */
export const zoteroTypes: Partial<Record<CslType, string>> = {
  article: 'preprint',
  book: 'book',
  dataset: 'dataset',
  graphic: 'artwork',
  map: 'map',
  motion_picture: 'videoRecording',
  patent: 'patent',
  'post-weblog': 'blogPost',
  report: 'report',
  software: 'computerProgram',
  song: 'audioRecording',
  speech: 'presentation',
  standard: 'standard',
  thesis: 'thesis',
  webpage: 'webpage',
};

const chapters: ReadonlySet<CslType> = new Set(['chapter', 'entry-dictionary', 'entry-encyclopedia']);

/**
 * Tags for the container of a publication. For an article, Zotero takes any tag that names a journal and drops the
 * ISBN, and the last of several tags says the type.
 */
function containerTagsOf({ type, said }: DescribedPage): Tag[] {
  const container = said.container_title ?? undefined;
  const series = said.series_title ?? undefined;
  if (type === 'paper-conference') {
    return [
      ['citation_series_title', series],
      ['citation_inbook_title', container],
      ['citation_conference_title', said.event_title ?? container],
    ];
  }
  if (chapters.has(type)) {
    return [
      ['citation_series_title', series],
      ['citation_inbook_title', container],
    ];
  }
  if (isWhole(type)) return [['citation_series_title', series ?? container]];
  return zoteroTypes[type] === undefined ? [['citation_journal_title', container]] : [];
}

const nameOf = (author: NamedAuthor): string | undefined => {
  const name = cslName(author);
  return name && nameForReaders(name);
};

const institutionTags: Partial<Record<CslType, string>> = {
  thesis: 'citation_dissertation_institution',
  report: 'citation_technical_report_institution',
};

/**
 * The tags of Highwire Press, which Google Scholar and Zotero read. There is no address of a PDF, because the registry
 * has no files and those of other hosts are not to be named.
 */
export function highwireTags(described: DescribedPage): Tag[] {
  const { doi, said, type, title, institution, url } = described;
  const [first, last] = pagesOf(said);
  const institutionTag = institutionTags[type];
  const all = (name: string, contents: readonly string[]) =>
    contents.map((content): [string, string] => [name, content]);
  return [
    ['citation_title', title],
    ...said.authors.flatMap((author): [string, string | undefined][] => [
      ['citation_author', nameOf(author)],
      ...all('citation_author_institution', author.affiliations.slice(0, maxAffiliations)),
      ['citation_author_orcid', author.orcid ? `https://orcid.org/${author.orcid}` : undefined],
    ]),
    ...citedEditors(type, said.editors).map((editor): Tag => ['citation_editor', nameOf(editor)]),
    ['citation_publication_date', dateOf(described)],
    ...containerTagsOf(described),
    ['DC.type', zoteroTypes[type]],
    ['citation_volume', said.volume ?? undefined],
    ['citation_issue', said.issue ?? undefined],
    ['citation_firstpage', first],
    ['citation_lastpage', last],
    ...all('citation_issn', said.issn),
    ...all('citation_isbn', said.isbn),
    ['citation_doi', doi],
    // The server is what publishes a preprint.
    ['citation_publisher', said.publisher ?? (type === 'article' ? said.container_title : null) ?? undefined],
    ...(institutionTag ? ([[institutionTag, institution ?? said.publisher ?? undefined]] as const) : []),
    ['citation_language', said.language ?? undefined],
    ...all('citation_keywords', said.subjects),
    ['citation_abstract', said.abstract ?? undefined],
    ['citation_abstract_html_url', url],
  ].map(([name, content]): [string, string | undefined] => [String(name), content]);
}
