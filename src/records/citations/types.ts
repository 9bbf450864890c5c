export type CslType =
  | 'article'
  | 'article-journal'
  | 'article-magazine'
  | 'article-newspaper'
  | 'book'
  | 'chapter'
  | 'dataset'
  | 'document'
  | 'entry-dictionary'
  | 'entry-encyclopedia'
  | 'figure'
  | 'graphic'
  | 'map'
  | 'motion_picture'
  | 'musical_score'
  | 'paper-conference'
  | 'patent'
  | 'performance'
  | 'periodical'
  | 'post-weblog'
  | 'report'
  | 'review'
  | 'review-book'
  | 'software'
  | 'song'
  | 'speech'
  | 'standard'
  | 'thesis'
  | 'webpage';

export interface TypeNames {
  csl: CslType;
  /** Only entry types that every BibTeX style supports. */
  bibtex:
    | 'article'
    | 'book'
    | 'incollection'
    | 'inproceedings'
    | 'manual'
    | 'mastersthesis'
    | 'misc'
    | 'phdthesis'
    | 'proceedings'
    | 'techreport';
  ris: string;
}

/** The type in each format, for publication types of Crossref, DataCite and ORCID in kebab-case. */
const table: [csl: CslType, bibtex: TypeNames['bibtex'], ris: string, types: string][] = [
  ['article-journal', 'article', 'JOUR', 'journal-article data-paper'],
  ['article-magazine', 'article', 'MGZN', 'magazine-article newsletter-article'],
  ['article-newspaper', 'article', 'NEWS', 'newspaper-article'],
  ['review-book', 'article', 'JOUR', 'book-review'],
  ['review', 'misc', 'GEN', 'peer-review review'],
  ['article', 'misc', 'UNPB', 'posted-content preprint'],
  ['book', 'book', 'BOOK', 'book monograph edited-book reference-book book-series book-set translation'],
  ['book', 'manual', 'BOOK', 'manual'],
  ['book', 'proceedings', 'BOOK', 'proceedings proceedings-series conference-proceedings'],
  ['chapter', 'incollection', 'CHAP', 'book-chapter book-section book-part book-track'],
  ['entry-encyclopedia', 'incollection', 'ENCYC', 'reference-entry encyclopedia-entry'],
  ['entry-dictionary', 'incollection', 'DICT', 'dictionary-entry'],
  ['paper-conference', 'inproceedings', 'CONF', 'proceedings-article conference-output'],
  [
    'speech',
    'misc',
    'SLIDE',
    'presentation poster conference-presentation conference-poster lecture-speech public-speech',
  ],
  ['thesis', 'phdthesis', 'THES', 'dissertation supervised-student-publication'],
  ['report', 'techreport', 'RPRT', 'report report-component report-series working-paper'],
  ['report', 'techreport', 'RPRT', 'output-management-plan data-management-plan study-registration clinical-study'],
  ['standard', 'techreport', 'STAND', 'standard standard-series technical-standard standards-and-policy'],
  ['dataset', 'misc', 'DATA', 'dataset collection'],
  ['dataset', 'misc', 'DBASE', 'database'],
  ['software', 'misc', 'COMP', 'software computational-notebook workflow model'],
  ['periodical', 'misc', 'JFULL', 'journal journal-issue journal-volume'],
  ['motion_picture', 'misc', 'VIDEO', 'audiovisual moving-image'],
  ['song', 'misc', 'SOUND', 'sound'],
  ['musical_score', 'misc', 'MUSIC', 'musical-composition'],
  ['graphic', 'misc', 'ART', 'image design'],
  ['figure', 'misc', 'FIGURE', 'component'],
  ['map', 'misc', 'MAP', 'cartographic-material'],
  ['performance', 'misc', 'GEN', 'artistic-performance'],
  ['patent', 'misc', 'PAT', 'patent'],
  ['webpage', 'misc', 'ELEC', 'website online-resource interactive-resource'],
  ['post-weblog', 'misc', 'BLOG', 'blog-post'],
  ['document', 'misc', 'GRANT', 'grant award'],
];

const byType = new Map(
  table.flatMap(([csl, bibtex, ris, types]) => types.split(' ').map((type) => [type, { csl, bibtex, ris }] as const)),
);
const fallback: TypeNames = { csl: 'document', bibtex: 'misc', ris: 'GEN' };

/** The names of a publication type. Unknown types are generic documents. */
export const typeNamesOf = (type: string | null): TypeNames => byType.get(type ?? '') ?? fallback;
