import type { CslType } from '#src/records/citations/types.ts';

/** The languages of pages; the first is the default. */
export const pageLanguages = ['en', 'de'] as const;
export type PageLanguage = (typeof pageLanguages)[number];

const en = {
  abstract: 'Abstract',
  affiliation: 'Affiliation',
  authors: 'Authors',
  cite: 'Cite',
  contributions: 'Contributions',
  coordinators: 'Coordinators',
  details: 'Details',
  doi: 'DOI',
  edition: 'Edition',
  editors: 'Editors',
  event: 'Event',
  export: 'Export',
  feed: 'Feed',
  first_part: 'First',
  funding: 'Funding',
  gone: 'This publication is no longer shown',
  gone_group: 'This unit is no longer shown',
  gone_project: 'This project is no longer shown',
  gone_text: 'It has been withdrawn from the registry.',
  issn: 'ISSN',
  isbn: 'ISBN',
  language: 'Language',
  kind: 'Kind',
  licence: 'Licence',
  member: 'Person of this institution',
  members: 'Members',
  more_authors: 'more authors',
  newer_version: 'There is a newer version of this publication',
  next: 'Next',
  no_date: 'No date',
  none: 'There are no publications.',
  not_found: 'Page not found',
  not_found_text: 'There is no public page at this address.',
  notice: 'Notice',
  open_access: 'Open access',
  orcid: 'ORCID iD',
  other_language: 'Deutsch',
  part_of: 'Part of',
  parts: 'Parts',
  people: 'People',
  period: 'Period',
  printable: 'To print',
  programme: 'Programme',
  publications: 'Publications',
  published: 'Published',
  published_in: 'Published in',
  publisher: 'Publisher',
  raids: 'Research activity (RAiD)',
  pmid: 'PubMed',
  retracted: 'Retracted',
  retraction: 'This publication has been retracted',
  ror: 'ROR iD',
  skip: 'Skip to the content',
  subjects: 'Subjects',
  taken_over_by: 'Continued by',
  type: 'Type',
  untitled: 'Untitled',
  versions: 'Other versions',
  website: 'Website',
};
export type TextName = keyof typeof en;

const de: Record<TextName, string> = {
  abstract: 'Zusammenfassung',
  affiliation: 'Zugehörigkeit',
  authors: 'Autorinnen und Autoren',
  cite: 'Zitieren',
  contributions: 'Beiträge',
  coordinators: 'Koordination',
  details: 'Angaben',
  doi: 'DOI',
  edition: 'Auflage',
  editors: 'Herausgeberinnen und Herausgeber',
  event: 'Veranstaltung',
  export: 'Export',
  feed: 'Feed',
  first_part: 'Zum Anfang',
  funding: 'Förderung',
  gone: 'Diese Publikation wird nicht mehr angezeigt',
  gone_group: 'Diese Einheit wird nicht mehr angezeigt',
  gone_project: 'Dieses Projekt wird nicht mehr angezeigt',
  gone_text: 'Der Eintrag wurde aus dem Verzeichnis entfernt.',
  issn: 'ISSN',
  isbn: 'ISBN',
  language: 'Sprache',
  kind: 'Art',
  licence: 'Lizenz',
  member: 'Person dieser Einrichtung',
  members: 'Mitglieder',
  more_authors: 'weitere Autorinnen und Autoren',
  newer_version: 'Es gibt eine neuere Fassung dieser Publikation',
  next: 'Weiter',
  no_date: 'Ohne Datum',
  none: 'Es gibt keine Publikationen.',
  not_found: 'Seite nicht gefunden',
  not_found_text: 'Unter dieser Adresse gibt es keine öffentliche Seite.',
  notice: 'Hinweis',
  open_access: 'Open Access',
  orcid: 'ORCID iD',
  other_language: 'English',
  part_of: 'Gehört zu',
  parts: 'Untereinheiten',
  people: 'Personen',
  period: 'Zeitraum',
  printable: 'Zum Drucken',
  programme: 'Programm',
  publications: 'Publikationen',
  published: 'Veröffentlicht',
  published_in: 'Erschienen in',
  publisher: 'Verlag',
  raids: 'Forschungsvorhaben (RAiD)',
  pmid: 'PubMed',
  retracted: 'Zurückgezogen',
  retraction: 'Diese Publikation wurde zurückgezogen',
  ror: 'ROR iD',
  skip: 'Zum Inhalt',
  subjects: 'Themen',
  taken_over_by: 'Fortgeführt von',
  type: 'Typ',
  untitled: 'Ohne Titel',
  versions: 'Andere Fassungen',
  website: 'Website',
};

const texts: Record<PageLanguage, Record<TextName, string>> = { en, de };

/** The texts of pages in a language. */
export const textsIn = (language: PageLanguage): Record<TextName, string> => texts[language];

/** Names of types, in English and German. Several types of CSL may have the same name. */
const typeNames: Record<CslType, [en: string, de: string]> = {
  article: ['Preprint', 'Preprint'],
  'article-journal': ['Journal article', 'Zeitschriftenartikel'],
  'article-magazine': ['Magazine article', 'Magazinbeitrag'],
  'article-newspaper': ['Newspaper article', 'Zeitungsartikel'],
  book: ['Book', 'Buch'],
  chapter: ['Book chapter', 'Buchkapitel'],
  dataset: ['Data set', 'Datensatz'],
  document: ['Document', 'Dokument'],
  'entry-dictionary': ['Dictionary entry', 'Wörterbucheintrag'],
  'entry-encyclopedia': ['Encyclopedia entry', 'Lexikoneintrag'],
  figure: ['Figure', 'Abbildung'],
  graphic: ['Image', 'Bild'],
  map: ['Map', 'Karte'],
  motion_picture: ['Video', 'Video'],
  musical_score: ['Musical score', 'Partitur'],
  'paper-conference': ['Conference paper', 'Konferenzbeitrag'],
  patent: ['Patent', 'Patent'],
  performance: ['Performance', 'Aufführung'],
  periodical: ['Journal', 'Zeitschrift'],
  'post-weblog': ['Blog post', 'Blogbeitrag'],
  report: ['Report', 'Bericht'],
  review: ['Review', 'Gutachten'],
  'review-book': ['Book review', 'Rezension'],
  software: ['Software', 'Software'],
  song: ['Audio recording', 'Tonaufnahme'],
  speech: ['Presentation', 'Vortrag'],
  standard: ['Standard', 'Norm'],
  thesis: ['Thesis', 'Hochschulschrift'],
  webpage: ['Web page', 'Webseite'],
};

/** The name of a type for readers. */
export const typeName = (type: CslType, language: PageLanguage): string =>
  typeNames[type][pageLanguages.indexOf(language)] ?? type;

/** The name of a language for readers, or its tag. */
export function languageName(tag: string, language: PageLanguage): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Names of the kinds of notices besides retractions. */
const noticeNames: Record<string, [en: string, de: string]> = {
  'partial-retraction': ['Partly retracted', 'Teilweise zurückgezogen'],
  'expression-of-concern': ['Expression of concern', 'Vorbehalt der Redaktion'],
  correction: ['Corrected', 'Korrigiert'],
  clarification: ['Clarified', 'Klargestellt'],
  addendum: ['With an addendum', 'Mit Nachtrag'],
};

/** The name of a notice for readers; undefined for kinds that are not shown. */
export const noticeName = (kind: string, language: PageLanguage): string | undefined =>
  noticeNames[kind]?.[pageLanguages.indexOf(language)];
