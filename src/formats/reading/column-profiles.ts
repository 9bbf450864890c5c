/** The fields of a row that a column of a table can hold. */
const columnFields = [
  'key',
  'doi',
  'title',
  'subtitle',
  'authors',
  'author_orcids',
  'editors',
  'translators',
  'type',
  'subtype',
  'date',
  'year',
  'month',
  'day',
  'container_title',
  'series_title',
  'publisher',
  'publication_place',
  'institution',
  'edition',
  'version',
  'volume',
  'issue',
  'number',
  'pages',
  'first_page',
  'last_page',
  'article_number',
  'serials',
  'arxiv_id',
  'pmid',
  'pmcid',
  'handle',
  'eid',
  'identifiers',
  'url',
  'abstract',
  'language',
  'license',
  'keywords',
  'event_title',
  'event_place',
  'departments',
] as const;
export type ColumnField = (typeof columnFields)[number];

/** Which column holds which field, by the column's name as in the file. A column that is not named is not read. */
export type ColumnMapping = Readonly<Record<string, ColumnField>>;

/** Names of columns as programs write them. */
export interface ColumnProfile {
  /** In the report of a reading. */
  name: string;
  /** Columns that only this program's files have, all of them. */
  signature: readonly string[];
  columns: ColumnMapping;
  /** Between values in one cell, if not a semicolon. */
  listSeparator?: string;
  /** Columns that common tables have, too, and that cannot be read here. */
  unread?: readonly string[];
  /** Whether authors are written as in PubMed: "Kiln AB, van der Clay C." */
  isMedline?: boolean;
}

/** Each field once, with the names of columns that hold it. */
export const named = (columns: Partial<Record<ColumnField, string>>): ColumnMapping =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([field, names]) =>
      names.split(',').map((name): [string, ColumnField] => [name.trim(), field as ColumnField]),
    ),
  );

/** The columns of the registry's own CSV. */
export const ownColumns: ColumnProfile = {
  name: 'registry',
  signature: ['doi', 'publication_date', 'publication_type', 'container_title', 'cited_by_count', 'open_access_status'],
  columns: named({
    doi: 'doi',
    title: 'title',
    authors: 'authors',
    author_orcids: 'author_orcids',
    editors: 'editors',
    translators: 'translators',
    date: 'publication_date',
    year: 'publication_year',
    type: 'publication_type',
    subtype: 'publication_subtype',
    container_title: 'container_title',
    publisher: 'publisher',
    volume: 'volume',
    issue: 'issue',
    pages: 'pages',
    serials: 'issn, isbn',
    language: 'language',
    url: 'url',
    keywords: 'keywords',
    abstract: 'abstract',
    pmid: 'pmid',
    pmcid: 'pmcid',
    arxiv_id: 'arxiv_id',
    handle: 'handle',
    eid: 'eid',
    license: 'license',
  }),
};

/** Files of other programs whose columns mean something else than in common tables. Their other columns are read as there. */
export const columnProfiles: readonly ColumnProfile[] = [
  ownColumns,
  {
    name: 'zotero',
    signature: ['Key', 'Item Type', 'Publication Title', 'Abstract Note'],
    columns: named({
      key: 'Key',
      type: 'Item Type',
      container_title: 'Publication Title',
      authors: 'Author',
      editors: 'Editor',
      translators: 'Translator',
      date: 'Date',
      year: 'Publication Year',
      number: 'Number, Series Number',
      issue: 'Issue',
      keywords: 'Manual Tags',
      license: 'Rights',
      identifiers: 'Extra',
    }),
  },
  {
    name: 'scopus',
    signature: ['Authors', 'Source title', 'EID'],
    columns: named({
      authors: 'Author full names, Authors',
      title: 'Title',
      article_number: 'Art. No.',
      type: 'Document Type',
      first_page: 'Page start',
      last_page: 'Page end',
      event_title: 'Conference name',
      event_place: 'Conference location',
      key: 'EID',
      eid: 'EID',
    }),
  },
  {
    name: 'openalex',
    signature: ['authorships.author.display_name', 'publication_year'],
    listSeparator: '|',
    columns: named({
      key: 'id',
      title: 'display_name, title',
      authors: 'authorships.author.display_name',
      date: 'publication_date',
      year: 'publication_year',
      type: 'type',
      container_title: 'primary_location.source.display_name',
      publisher: 'primary_location.source.host_organization_name',
      serials: 'primary_location.source.issn, primary_location.source.issn_l',
      volume: 'biblio.volume',
      issue: 'biblio.issue',
      first_page: 'biblio.first_page',
      last_page: 'biblio.last_page',
      pmid: 'ids.pmid',
      pmcid: 'ids.pmcid',
      url: 'primary_location.landing_page_url',
      license: 'primary_location.license',
      keywords: 'keywords.display_name',
      language: 'language',
      doi: 'doi',
    }),
  },
  {
    name: 'web-of-science',
    signature: ['PT', 'AU', 'TI', 'SO', 'UT'],
    columns: named({
      key: 'UT',
      authors: 'AF, AU',
      author_orcids: 'OI',
      editors: 'BE',
      title: 'TI',
      container_title: 'SO',
      type: 'DT',
      keywords: 'DE',
      abstract: 'AB',
      year: 'PY',
      volume: 'VL',
      issue: 'IS',
      first_page: 'BP',
      last_page: 'EP',
      article_number: 'AR',
      doi: 'DI',
      pmid: 'PM',
      serials: 'SN, EI, BN',
      language: 'LA',
      publisher: 'PU',
      publication_place: 'PI',
      event_title: 'CT',
      event_place: 'CL',
      series_title: 'SE',
    }),
  },
  {
    // As Excel, with whole words for the names of columns.
    name: 'web-of-science',
    signature: ['Authors', 'Article Title', 'Source Title', 'UT (Unique WOS ID)'],
    // J, C, B or S.
    unread: ['Publication Type'],
    columns: named({
      key: 'UT (Unique WOS ID)',
      authors: 'Author Full Names, Book Author Full Names, Authors, Book Authors',
      editors: 'Book Editors',
      title: 'Article Title',
      container_title: 'Source Title',
      series_title: 'Book Series Title',
      type: 'Document Type',
      event_title: 'Conference Title',
      publication_place: 'Publisher City',
    }),
  },
  {
    name: 'pubmed',
    signature: ['PMID', 'Authors', 'Citation', 'First Author', 'Journal/Book'],
    isMedline: true,
    columns: named({ container_title: 'Journal/Book' }),
  },
  {
    name: 'ieee-xplore',
    signature: ['Document Title', 'Publication Title', 'Date Added To Xplore'],
    columns: named({
      title: 'Document Title',
      container_title: 'Publication Title',
      type: 'Document Identifier',
    }),
  },
  {
    name: 'springer-link',
    signature: ['Item Title', 'Publication Title', 'Item DOI'],
    // Nothing is between names: "Ann KilnBob Clay". Its DOI says who they are.
    unread: ['Authors'],
    columns: named({
      title: 'Item Title',
      container_title: 'Publication Title',
      series_title: 'Book Series Title',
      volume: 'Journal Volume',
      issue: 'Journal Issue',
      doi: 'Item DOI',
      type: 'Content Type',
    }),
  },
  {
    name: 'dimensions',
    signature: ['Publication ID', 'Source title', 'PubYear'],
    columns: named({
      key: 'Publication ID',
      container_title: 'Source title, Anthology title',
      editors: 'Book editors',
      date: 'Publication Date',
      year: 'PubYear',
      pages: 'Pagination',
    }),
  },
  {
    name: 'publish-or-perish',
    signature: ['Cites', 'Authors', 'ArticleURL', 'GSRank'],
    listSeparator: ',',
    columns: named({ url: 'ArticleURL', first_page: 'StartPage', last_page: 'EndPage' }),
  },
  {
    name: 'google-scholar',
    signature: ['Authors', 'Title', 'Publication', 'Volume', 'Number', 'Pages', 'Year', 'Publisher'],
    columns: named({ container_title: 'Publication' }),
  },
];
