import type { StyleLanguage } from '#src/records/citations/style-parts.ts';
import type { ReportColumn, ReportDimension } from '#src/records/reports/definition.ts';

type Named = readonly [en: string, de: string];

const named =
  <Name extends string>(names: Record<Name, Named>) =>
  (name: Name, language: StyleLanguage): string =>
    names[name][language === 'de' ? 1 : 0];

/** The words of documents. */
export const documentWord = named({
  counts: ['Counts', 'Zahlen'],
  list: ['List of outputs', 'Liste der Forschungsergebnisse'],
  definitions: ['How this was counted', 'So wurde gezählt'],
  outputs: ['Outputs', 'Ergebnisse'],
  in_several: ['Of these in several', 'Davon in mehreren'],
  fractional: ['Fractions', 'Anteile'],
  total: ['Total', 'Gesamt'],
  sum: ['Sum', 'Summe'],
  none: ['There are no outputs.', 'Es gibt keine Ergebnisse.'],
  yes: ['yes', 'ja'],
  no: ['no', 'nein'],
});

/** What outputs are counted by, as the heading of a column. */
export const dimensionName = named<ReportDimension>({
  year: ['Year', 'Jahr'],
  type: ['Type', 'Typ'],
  group: ['Group', 'Einheit'],
  person: ['Person', 'Person'],
  open_access: ['Open access', 'Open Access'],
  journal: ['Journal', 'Zeitschrift'],
  publisher: ['Publisher', 'Verlag'],
  funder: ['Funder', 'Förderer'],
  license: ['Licence', 'Lizenz'],
  corresponding: ['Own corresponding author', 'Eigene korrespondierende Autorschaft'],
  kdsf: ['Type of the Kerndatensatz Forschung', 'Publikationstyp (KDSF)'],
});

/** Columns of tables of outputs. */
export const columnName = named<ReportColumn>({
  citation: ['Citation', 'Nachweis'],
  title: ['Title', 'Titel'],
  authors: ['Authors', 'Autorinnen und Autoren'],
  own_authors: ['Own authors', 'Eigene Autorinnen und Autoren'],
  groups: ['Groups', 'Einheiten'],
  year: ['Year', 'Jahr'],
  date: ['Date', 'Datum'],
  type: ['Type', 'Typ'],
  journal: ['Journal or book', 'Zeitschrift oder Buch'],
  issn: ['ISSN', 'ISSN'],
  publisher: ['Publisher', 'Verlag'],
  volume: ['Volume', 'Band'],
  issue: ['Issue', 'Heft'],
  pages: ['Pages', 'Seiten'],
  doi: ['DOI', 'DOI'],
  url: ['Web address', 'Webadresse'],
  isbn: ['ISBN', 'ISBN'],
  open_access: ['Open access', 'Open Access'],
  is_hybrid: ['Hybrid', 'Hybrid'],
  license: ['Licence', 'Lizenz'],
  funders: ['Funders', 'Förderer'],
  author_count: ['Number of authors', 'Zahl der Autorinnen und Autoren'],
  corresponding: ['Own corresponding author', 'Eigene korrespondierende Autorschaft'],
  country_count: ['Number of countries', 'Zahl der Länder'],
  is_retracted: ['Retracted', 'Zurückgezogen'],
  kdsf: ['Type of the Kerndatensatz Forschung', 'Publikationstyp (KDSF)'],
  id: ['Id', 'Id'],
  institution: ['Institution', 'Einrichtung'],
  period: ['Period', 'Jahr der Zahlung'],
  euro: ['Euro', 'Euro'],
});

/** Types of outputs: COAR's labels with hyphens. */
const outputTypeNames: Record<string, Named> = {
  'journal-article': ['Journal article', 'Zeitschriftenartikel'],
  'review-article': ['Review article', 'Übersichtsartikel'],
  'data-paper': ['Data paper', 'Datenartikel'],
  'software-paper': ['Software paper', 'Softwareartikel'],
  editorial: ['Editorial', 'Editorial'],
  'letter-to-the-editor': ['Letter to the editor', 'Leserbrief'],
  corrigendum: ['Corrigendum', 'Korrektur'],
  'book-review': ['Book review', 'Rezension'],
  magazine: ['Magazine article', 'Magazinbeitrag'],
  'newspaper-article': ['Newspaper article', 'Zeitungsartikel'],
  journal: ['Journal', 'Zeitschrift'],
  book: ['Book', 'Buch'],
  'book-part': ['Book part', 'Buchbeitrag'],
  'conference-proceedings': ['Conference proceedings', 'Konferenzband'],
  'conference-paper': ['Conference paper', 'Konferenzbeitrag'],
  'conference-output': ['Conference output', 'Tagungsergebnis'],
  'conference-poster': ['Conference poster', 'Poster'],
  'conference-presentation': ['Conference presentation', 'Tagungsvortrag'],
  lecture: ['Lecture', 'Vortrag'],
  preprint: ['Preprint', 'Preprint'],
  'blog-post': ['Blog post', 'Blogbeitrag'],
  'working-paper': ['Working paper', 'Arbeitspapier'],
  report: ['Report', 'Bericht'],
  'clinical-study': ['Clinical study', 'Klinische Studie'],
  'technical-documentation': ['Technical documentation', 'Technische Dokumentation'],
  'data-management-plan': ['Data management plan', 'Datenmanagementplan'],
  'research-protocol': ['Research protocol', 'Studienprotokoll'],
  'research-proposal': ['Research proposal', 'Forschungsantrag'],
  'peer-review': ['Peer review', 'Gutachten'],
  review: ['Review', 'Besprechung'],
  thesis: ['Thesis', 'Hochschulschrift'],
  'doctoral-thesis': ['Doctoral thesis', 'Dissertation'],
  'master-thesis': ['Master thesis', 'Masterarbeit'],
  'bachelor-thesis': ['Bachelor thesis', 'Bachelorarbeit'],
  text: ['Text', 'Text'],
  dataset: ['Data set', 'Datensatz'],
  software: ['Software', 'Software'],
  workflow: ['Workflow', 'Workflow'],
  image: ['Image', 'Bild'],
  'moving-image': ['Video', 'Video'],
  sound: ['Audio recording', 'Tonaufnahme'],
  'musical-composition': ['Musical composition', 'Komposition'],
  'cartographic-material': ['Map', 'Karte'],
  'interactive-resource': ['Interactive resource', 'Interaktive Ressource'],
  website: ['Website', 'Website'],
  'learning-object': ['Learning object', 'Lehrmaterial'],
  annotation: ['Annotation', 'Annotation'],
  patent: ['Patent', 'Patent'],
  other: ['Other', 'Sonstiges'],
};

/** The name of a type of outputs; an unknown one stands for itself. */
export const outputTypeName = (type: string, language: StyleLanguage): string =>
  outputTypeNames[type]?.[language === 'de' ? 1 : 0] ?? type;
