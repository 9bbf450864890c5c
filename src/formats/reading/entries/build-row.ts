import { type IntakeRow, type IntakeRowData, maxRowBytes } from '#src/records/intakes/row.ts';
import type { Author } from '#src/vocabulary/bibliography.ts';
import { arxivIdIn, parseArxivId } from '#src/vocabulary/identifiers/arxiv.ts';
import { parseDoi } from '#src/vocabulary/identifiers/doi.ts';
import { parseEid, parseHandle, parseIsbn, parsePmcid, parsePmid } from '#src/vocabulary/identifiers/identifiers.ts';
import { parseIssn } from '#src/vocabulary/identifiers/issn.ts';
import { limits } from '#src/vocabulary/limits.ts';
import { languageTag } from '#src/vocabulary/text/language.ts';
import { joinedPages, splitPages } from '#src/vocabulary/text/pages.ts';
import { plainText } from '#src/vocabulary/text/text.ts';
import { webUrl } from '#src/vocabulary/web-url.ts';
import { dateOf } from './dates.ts';
import { beginningOf, type EntryFault, type EntryNote, remark } from './remarks.ts';
import { type KnownType, typeOfWord } from './types.ts';

/** Texts of an entry by what they are, before they are read. Lists are in order; the first readable value counts. */
export interface Said {
  /** Words for its type, and the format whose words they are. */
  types: string[];
  format: string;
  /** A type that the format knows better than its word. */
  knownType?: KnownType | undefined;
  /** A subtype of publications, of files of the registry itself. */
  subtype?: string | undefined;
  title?: string | undefined;
  titleHtml?: string | null | undefined;
  subtitle?: string | undefined;
  authors: Author[];
  editors: Author[];
  translators: Author[];
  dates: string[];
  container?: string | undefined;
  series?: string | undefined;
  publisher?: string | undefined;
  place?: string | undefined;
  institution?: string | undefined;
  edition?: string | undefined;
  version?: string | undefined;
  volume?: string | undefined;
  issue?: string | undefined;
  /** Of a report, a standard or a patent. */
  number?: string | undefined;
  pages: string[];
  articleNumber?: string | undefined;
  /** ISSNs and ISBNs, in any order and notation. */
  serials: string[];
  dois: string[];
  arxiv?: string | undefined;
  pmid?: string | undefined;
  pmcid?: string | undefined;
  handle?: string | undefined;
  eid?: string | undefined;
  urls: string[];
  eventTitle?: string | undefined;
  eventPlace?: string | undefined;
  abstract?: string | undefined;
  language?: string | undefined;
  license?: string | undefined;
  keywords: string[];
  departments: string[];
}

export const nothingSaid = (format: string): Said => ({
  types: [],
  format,
  authors: [],
  editors: [],
  translators: [],
  dates: [],
  pages: [],
  serials: [],
  dois: [],
  urls: [],
  keywords: [],
  departments: [],
});

export interface BuiltRow {
  row: IntakeRow;
  faults: EntryFault[];
  notes: EntryNote[];
}

/** Writes "no value" in many languages of software. */
const placeholder = /^(?:n\.?\/?a\.?|none|null|nan|undefined|-+|\?+|unknown|not available|no (?:title|author)s?)$/i;

const oneLine = (written: string | undefined, characters = limits.line.characters ?? 1_000): string | undefined => {
  const text = written === undefined ? '' : plainText(written.slice(0, characters * 3)).text;
  return text === '' || placeholder.test(text) ? undefined : beginningOf(text, characters);
};

/** Works in a book, whose number is that of the book in its series. */
const partsOfBooks: ReadonlySet<string> = new Set([
  'book-chapter',
  'encyclopedia-entry',
  'dictionary-entry',
  'conference-paper',
]);

/** The row of an entry, with what could not be read or had to be cut. */
export function buildRow(said: Said): BuiltRow {
  const faults: EntryFault[] = [];
  const notes: EntryNote[] = [];
  const [workType, subtype] = typeOf(said, notes);
  const title = titleOf(said);
  const serials = serialsOf(said.serials, faults, notes);
  const isNumbered = /^(?:report|working-paper|patent|technical-standard|standards-and-policy)$/.test(workType);
  const label = (written: string | undefined) => oneLine(written, limits.label.characters);
  const number = label(said.number);
  const volume = label(said.volume);
  const inSeries = partsOfBooks.has(workType) && said.series !== undefined ? number : undefined;
  if (inSeries !== undefined && volume !== undefined && volume !== inSeries)
    notes.push(remark('series-number', inSeries));
  const data: IntakeRowData = defined({
    title_html: title.html,
    subtitle: oneLine(said.subtitle, 2_000),
    authors: said.authors,
    editors: said.editors,
    contributors: said.translators.map((person) => ({ ...person, role: 'translator' })),
    publication_subtype: subtype ?? oneLine(said.subtype, 50),
    container_title: oneLine(said.container),
    series_title: oneLine(said.series),
    publisher: oneLine(said.publisher),
    publication_place: oneLine(said.place),
    institution: oneLine(said.institution),
    edition: label(said.edition),
    version: label(said.version),
    volume: volume ?? inSeries,
    issue: label(said.issue) ?? (isNumbered || inSeries !== undefined ? undefined : number),
    report_number: isNumbered ? number : undefined,
    pages: pagesOf(said.pages),
    article_number: label(said.articleNumber),
    ...serials,
    ...identifiersOf(said, notes),
    event_title: oneLine(said.eventTitle),
    event_place: oneLine(said.eventPlace),
    abstract: oneLine(said.abstract, 50_000),
    language: said.language === undefined ? undefined : languageTag(said.language),
    license_url: said.license === undefined ? undefined : (webUrl(said.license) ?? undefined),
    subjects: distinct(said.keywords.slice(0, 500).flatMap((keyword) => oneLine(keyword, 500) ?? [])),
  });
  const doi = doiOf(said, faults, notes);
  if (data.arxiv_id === undefined && doi !== null && arxivIdIn(doi)) data.arxiv_id = arxivIdIn(doi);
  const row: IntakeRow = {
    doi,
    title: title.text ?? null,
    work_type: workType,
    publication_date: publicationDate(said, notes),
    data,
    departments: distinct(said.departments.slice(0, 50).flatMap((name) => oneLine(name, 500) ?? [])),
  };
  if (row.title === null && doi === null) faults.push(remark('no-title'));
  boundRow(row, faults, notes);
  return { row, faults, notes };
}

function typeOf({ types, format, knownType }: Said, notes: EntryNote[]): KnownType {
  if (knownType) return knownType;
  for (const written of types) {
    const known = typeOfWord(written, format);
    if (known) return known;
  }
  if (types.length > 0) notes.push(remark('type-unknown', types.join(', ')));
  return ['other'];
}

function titleOf({ title, titleHtml }: Said): { text: string | undefined; html: string | undefined } {
  if (title === undefined) return { text: undefined, html: undefined };
  const { text, html } = titleHtml === undefined ? plainText(title.slice(0, 20_000)) : { text: title, html: titleHtml };
  if (text === '' || placeholder.test(text)) return { text: undefined, html: undefined };
  return { text: beginningOf(text, 5_000), html: text.length > 5_000 ? undefined : (html ?? undefined) };
}

function publicationDate({ dates }: Said, notes: EntryNote[]): string | null {
  const written = dates.filter((date) => date.trim() !== '');
  const read = written.flatMap((date) => dateOf(date) ?? []);
  if (written.length > 0 && read.length === 0) notes.push(remark('date-unread', written.join(', ')));
  // The most precise one within the year of the first.
  const [first] = read;
  if (first === undefined) return null;
  return read
    .filter((date) => date.startsWith(first))
    .reduce((one, other) => (other.length > one.length ? other : one));
}

function pagesOf(written: string[]): string | undefined {
  const [first, last] = written.map((page) => oneLine(page, 100));
  if (first === undefined) return last;
  if (last !== undefined && last !== first && splitPages(first)[1] !== last) return joinedPages(first, last);
  const [from, to] = splitPages(first);
  return to === undefined ? first : joinedPages(from, to);
}

/** Numbers that a spreadsheet has rewritten. */
const inExponents = /^\d[.,]\d+E\+\d+$/i;

function serialsOf(written: string[], faults: EntryFault[], notes: EntryNote[]): { issn: string[]; isbn: string[] } {
  const [issn, isbn]: [string[], string[]] = [[], []];
  for (const text of written) {
    if (text.trim() === '' || placeholder.test(text.trim())) continue;
    if (inExponents.test(text.trim())) faults.push(remark('number-damaged', text));
    let isRead = false;
    const candidates =
      /(?:97[89][\s\p{Pd}]?)?(?:\d[\s\p{Pd}]?){9}[\dXx](?![\dXx])|\d{4}[\s\p{Pd}]?\d{3}[\dXx](?![\dXx])/gu;
    for (const [found] of text.matchAll(candidates)) {
      const [book, serial] = [parseIsbn(found), parseIssn(found.replace(/[\s\p{Pd}]/gu, ''))];
      if (book !== undefined) isbn.push(book);
      else if (serial !== undefined) issn.push(serial);
      isRead ||= book !== undefined || serial !== undefined;
    }
    if (!isRead) notes.push(remark('identifier-unread', text));
  }
  return { issn: distinct(issn).slice(0, 50), isbn: distinct(isbn).slice(0, 50) };
}

/** The DOI of a field, or of an address at doi.org. A DOI that cannot be read is a fault: the entry would pass for a new one. */
function doiOf({ dois, urls }: Said, faults: EntryFault[], notes: EntryNote[]): string | null {
  const written = dois.filter((doi) => doi.trim() !== '' && !placeholder.test(doi.trim()));
  for (const text of [...written, ...urls.filter((url) => /\bdoi\.org\//i.test(url))]) {
    // Publishers have resolvers of their own: `https://doi.acm.org/10.…`.
    const doi =
      parseDoi(text) ?? parseDoi(/^https?:\/\/[^/]+\/(?:\S*\/)?(10\.\d{4,9}\/\S+)$/i.exec(text.trim())?.[1] ?? '');
    if (doi !== undefined) return doi;
  }
  for (const text of written) {
    if (/10\.\d/.test(text)) faults.push(remark('number-damaged', text));
    else notes.push(remark('identifier-unread', text));
  }
  return null;
}

function identifiersOf(said: Said, notes: EntryNote[]): Partial<IntakeRowData> {
  const read = (parse: (text: string) => string | undefined, text: string | undefined) => {
    if (text === undefined || text.trim() === '' || placeholder.test(text.trim())) return undefined;
    const found = parse(text);
    if (found === undefined) notes.push(remark('identifier-unread', text));
    return found;
  };
  const inUrls = (parse: (text: string) => string | undefined, at: RegExp) =>
    said.urls.filter((url) => at.test(url)).flatMap((url) => parse(url) ?? [])[0];
  const urls = said.urls.flatMap((url) => webUrl(url) ?? []).filter((url) => url.length <= 2_000);
  return {
    arxiv_id: read(parseArxivId, said.arxiv) ?? inUrls(parseArxivId, /arxiv\.org\//i),
    pmid: read(parsePmid, said.pmid) ?? inUrls(parsePmid, /pubmed|europepmc/i),
    pmcid: read(parsePmcid, said.pmcid) ?? inUrls(parsePmcid, /pmc/i),
    handle: read(parseHandle, said.handle) ?? inUrls(parseHandle, /hdl\.handle\.net/i),
    eid: read(parseEid, said.eid) ?? inUrls(parseEid, /^https?:\/\/(?:www\.)?scopus\.com\//i),
    url: urls.find((url) => !/^https?:\/\/(?:dx\.)?doi\.org\//i.test(url)),
  };
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)];

/** Without fields that are empty. */
function defined(data: { [Field in keyof IntakeRowData]: IntakeRowData[Field] | undefined }): IntakeRowData {
  return Object.fromEntries(
    Object.entries(data).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  ) as IntakeRowData;
}

const encoder = new TextEncoder();
const bytesOf = (row: IntakeRow): number => {
  const json = JSON.stringify(row);
  return json.length * 3 <= maxRowBytes ? json.length : encoder.encode(json).length;
};

/** Shortens a row that is too large: first what is longest and can be read again elsewhere, the authors last. */
function boundRow(row: IntakeRow, faults: EntryFault[], notes: EntryNote[]): void {
  const { data } = row;
  if (bytesOf(row) <= maxRowBytes) return;
  const cutTo = (field: 'abstract' | 'title_html' | 'subtitle', characters: number) => {
    const text = data[field];
    if (text === undefined || text === null || text.length <= characters || bytesOf(row) <= maxRowBytes) return;
    if (characters === 0) delete data[field];
    else data[field] = beginningOf(text, characters);
    notes.push(remark('cut', `${field}: ${text.length}`));
  };
  const listTo = (field: 'subjects' | 'editors' | 'contributors', entries: number) => {
    const list = data[field];
    if (list === undefined || list.length <= entries || bytesOf(row) <= maxRowBytes) return;
    Object.assign(data, { [field]: list.slice(0, entries) });
    notes.push(remark('cut', `${field}: ${list.length}`));
  };
  cutTo('abstract', 4_000);
  listTo('subjects', 30);
  cutTo('title_html', 0);
  listTo('editors', 20);
  listTo('contributors', 20);
  const { authors = [] } = data;
  if (bytesOf(row) > maxRowBytes && authors.some(({ affiliations }) => affiliations.length > 0)) {
    data.authors = authors.map((author) => ({ ...author, affiliations: [] }));
    notes.push(remark('cut', 'affiliations'));
  }
  let kept = authors.length;
  while (bytesOf(row) > maxRowBytes && kept > 10) {
    kept = Math.floor(kept * 0.7);
    data.authors = (data.authors ?? []).slice(0, kept);
  }
  // A publication gets its authors from its source; a work would be stored without the rest.
  if (kept < authors.length) {
    const detail = `${authors.length} → ${kept}`;
    if (row.doi === null) faults.push(remark('authors-cut', detail));
    else notes.push(remark('cut', `authors: ${detail}`));
  }
  cutTo('abstract', 0);
  cutTo('subtitle', 500);
  listTo('subjects', 0);
  if (bytesOf(row) > maxRowBytes && row.title !== null) row.title = beginningOf(row.title, 2_000);
}
