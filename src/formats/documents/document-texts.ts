import type { StyleLanguage } from '#src/records/citations/style-parts.ts';
import type { ReportColumn, ReportDimension } from '#src/records/reports/definition.ts';
import { type KdsfType, kdsfTypes } from '#src/records/reports/kdsf-types.ts';
import { OpenAccessStatus } from '#src/vocabulary/open-access-status.ts';

type Named = readonly [en: string, de: string];

/** A name of a newer release stands for itself. */
const named =
  <Name extends string>(names: Readonly<Record<Name, Named>>) =>
  (name: Name, language: StyleLanguage): string =>
    (names as Partial<Record<Name, Named>>)[name]?.[language === 'de' ? 1 : 0] ?? name;

/** The words of documents. */
export const documentWord = named({
  counts: ['Counts', 'Zahlen'],
  list: ['List of outputs', 'Liste der Forschungsergebnisse'],
  definitions: ['How this was counted', 'So wurde gezählt'],
  outputs: ['Outputs', 'Ergebnisse'],
  in_several: ['Of these in several', 'Davon in mehreren'],
  fractional: ['Fractions', 'Anteile'],
  fractional_unknown: ['Without a known fraction', 'Ohne bekannten Anteil'],
  total: ['Total', 'Gesamt'],
  sum: ['Sum', 'Summe'],
  none: ['There are no outputs.', 'Es gibt keine Ergebnisse.'],
  yes: ['yes', 'ja'],
  no: ['no', 'nein'],
});

/** The facts in the head of a document. */
export const documentFact = named({
  period: ['Period', 'Zeitraum'],
  groups: ['Groups', 'Einheiten'],
  filter: ['Filter', 'Filter'],
  outputs: ['Outputs', 'Ergebnisse'],
  publications: ['Publications with a DOI', 'Publikationen mit DOI'],
  works: ['Works without a DOI', 'Werke ohne DOI'],
  both: ['Publications, and works without a DOI', 'Publikationen, und Werke ohne DOI'],
  as_of: ['As of', 'Stand'],
  erased: ['People who were erased since', 'Seither gelöschte Personen'],
  missing: ['Outputs gone or changed before they were read', 'Vor dem Lesen entfallene Ergebnisse'],
});

/** Dimensions, as headings of columns. */
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

const kdsfNames = named<KdsfType>({
  'journal-article': ['Journal article', 'Journalartikel'],
  monograph: ['Monograph', 'Monografie'],
  'edited-volume': ['Edited volume', 'Sammelband'],
  'collection-article': ['Article in a collection', 'Sammelbandbeitrag'],
  'conference-paper': ['Conference paper', 'Konferenzpaper'],
  review: ['Review', 'Rezension'],
  'working-paper': ['Working paper', 'Working Paper'],
  report: ['Report', 'Forschungsbericht'],
  'doctoral-thesis': ['Doctoral thesis', 'Dissertation'],
  thesis: ['Thesis', 'Abschlussarbeit'],
  preprint: ['Preprint', 'Preprint'],
  editorial: ['Editorial', 'Editorial'],
  'research-data': ['Research data', 'Forschungsdaten'],
  software: ['Software', 'Software'],
  patent: ['Patent', 'Patent'],
  other: ['Other', 'Sonstiges'],
});

/** The name of a type of the core data set. */
export const kdsfName = (type: string, language: StyleLanguage): string =>
  (kdsfTypes as readonly string[]).includes(type) ? kdsfNames(type as KdsfType, language) : type;

const openAccessNames = named<OpenAccessStatus>({
  gold: ['Gold', 'Gold'],
  hybrid: ['Hybrid', 'Hybrid'],
  bronze: ['Bronze', 'Bronze'],
  green: ['Green', 'Grün'],
  diamond: ['Diamond', 'Diamant'],
  closed: ['Closed', 'Geschlossen'],
});

/** The name of a value that outputs are counted by, as far as its words are ours. */
export function valueName(dimension: ReportDimension, value: string, language: StyleLanguage): string {
  if (dimension === 'type') return outputTypeName(value, language);
  if (dimension === 'kdsf') return kdsfName(value, language);
  const { data: status } = OpenAccessStatus.safeParse(value);
  if (dimension === 'open_access' && status) return openAccessNames(status, language);
  if (dimension === 'corresponding' && (value === 'yes' || value === 'no')) return documentWord(value, language);
  return value;
}

/** For outputs without a value. */
export const withoutValue = named<ReportDimension>({
  year: ['Unknown year', 'Jahr unbekannt'],
  type: ['Unknown type', 'Typ unbekannt'],
  group: ['Without a group', 'Ohne Einheit'],
  person: ['Without a person of the registry', 'Ohne Person des Verzeichnisses'],
  open_access: ['Unknown open access', 'Open Access unbekannt'],
  journal: ['Without a journal', 'Ohne Zeitschrift'],
  publisher: ['Unknown publisher', 'Verlag unbekannt'],
  funder: ['Without a known funder', 'Ohne bekannten Förderer'],
  license: ['Without a known licence', 'Ohne bekannte Lizenz'],
  corresponding: ['Unknown corresponding author', 'Korrespondierende Autorschaft unbekannt'],
  kdsf: ['Unknown type', 'Typ unbekannt'],
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
