import { splitPages } from '../domain/text/pages.ts';
import type { Citation, CslItem, CslName } from './csl.ts';
import { type TypeNames, typeNamesOf } from './types.ts';

type EntryType = TypeNames['bibtex'];

/** Creates a writer of BibTeX entries, whose citation keys are unique per writer. */
export function bibtexWriter(): (citation: Citation) => string {
  const taken = new Set<string>();
  return ({ item, publication, keywords }) => {
    const named = typeNamesOf(publication.publication_type).bibtex;
    const entryType = named === 'phdthesis' && /^(?:Master|Bachelor)/.test(item.genre ?? '') ? 'mastersthesis' : named;
    const fields = Object.entries(fieldsOf(item, entryType, keywords)).filter(([, value]) => value !== undefined);
    const lines = [
      `@${entryType}{${freeKey(citationKey(item), taken)}`,
      ...fields.map(([name, v]) => `  ${name} = ${v}`),
    ];
    return `${lines.join(',\n')}\n}\n`;
  };
}

/** Delimited values. Unescaped only where BibTeX, biber and others read them verbatim. */
function fieldsOf(item: CslItem, entryType: EntryType, keywords: string[]): Record<string, string | undefined> {
  const [year, month] = item.issued?.['date-parts'][0] ?? [];
  return {
    title: item.title && braced(protectedTitle(item.title, item.language)),
    author: item.author && braced(item.author.map(nameOf).join(' and ')),
    editor: item.editor && braced(item.editor.map(nameOf).join(' and ')),
    // For biblatex. BibTeX's own styles ignore it.
    translator: item.translator && braced(item.translator.map(nameOf).join(' and ')),
    [containerField[entryType] ?? 'howpublished']: escapedField(item['container-title']),
    // Last, because a book's container is its series.
    ...(item['collection-title'] && { series: escapedField(item['collection-title']) }),
    // Styles print the name of the entry type otherwise.
    type: entryType.endsWith('thesis') ? thesisType(item) : undefined,
    [publisherField[entryType] ?? 'publisher']: item.publisher && braced(listItem(item.publisher)),
    address: escapedField(item['publisher-place']),
    edition: escapedField(item.edition),
    version: escapedField(item.version),
    year: year === undefined ? undefined : braced(String(year)),
    month: month === undefined ? undefined : months[month - 1],
    volume: escapedField(item.volume),
    number: escapedField(item.issue),
    pages: item.page && braced(pageRange(item.page)),
    issn: escapedField(one(item.ISSN)),
    isbn: escapedField(one(item.ISBN)),
    // https://info.arxiv.org/help/hypertex/bibstyles/index.html
    eprint: item.custom?.arxiv && braced(verbatim(item.custom.arxiv)),
    archivePrefix: item.custom?.arxiv && braced('arXiv'),
    pmid: escapedField(item.PMID),
    pmcid: escapedField(item.PMCID),
    doi: item.DOI && braced(verbatim(item.DOI)),
    url: item.URL && braced(verbatim(item.URL)),
    language: escapedField(item.language),
    copyright: escapedField(item.custom?.license),
    keywords: keywords.length > 0 ? braced(keywords.map(keyword).join(', ')) : undefined,
    abstract: escapedField(item.abstract),
    note: escapedField(item.note),
  };
}

/** BibTeX has entry types for two kinds of theses. */
const thesisType = ({ genre = 'Thesis' }: CslItem) =>
  /^(?:Doctoral|Master)/.test(genre) ? undefined : escapedField(genre);

const containerField: Partial<Record<EntryType, string>> = {
  article: 'journal',
  book: 'series',
  incollection: 'booktitle',
  inproceedings: 'booktitle',
  proceedings: 'series',
  techreport: 'series',
};
const publisherField: Partial<Record<EntryType, string>> = {
  manual: 'organization',
  phdthesis: 'school',
  mastersthesis: 'school',
  techreport: 'institution',
};
/** Macros that every style defines in its own language. */
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The first of several: biblatex's fields `issn` and `isbn` have one. https://ctan.org/pkg/biblatex, 2.2.2 */
const one = (list: string | undefined) => list?.split(', ')[0];

const braced = (value: string) => `{${value}}`;
const escapedField = (value: string | undefined) => value && braced(escaped(value));

/**
 * BibTeX counts braces, even after a backslash, so braces become commands, which keeps values balanced. In TeX's
 * default encoding, `<`, `>` and `|` print other characters.
 */
const commands: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
};
/** Pairs that TeX prints as one character: hyphens as dashes, single quotation marks as double ones. */
const ligature = /(?<=-)(?=-)|(?<=`)(?=`)|(?<=')(?=')|(?<=,)(?=,)|(?<=[?!])(?=`)/g;
const escaped = (value: string) =>
  oneLine(value)
    .replace(/[\\{}$&#_%~^<>|]/g, (character) => commands[character] ?? `\\${character}`)
    .replace(ligature, '{}');

/** "1--13", with TeX's en dash. */
function pageRange(pages: string): string {
  const [first, last] = splitPages(pages);
  return last === undefined ? escaped(pages) : `${escaped(first)}--${escaped(last)}`;
}

/** A value in a list separated by "and": names, and in biblatex publishers and institutions. */
const listItem = (value: string) => escaped(value).replace(/(?<=\s)(and|others)(?=\s|$)/gi, '{$1}');

/** Braces keep commas from splitting a keyword. */
const keyword = (value: string) => (value.includes(',') ? braced(escaped(value)) : escaped(value));

/** URLs and DOIs are read verbatim. Characters that could end the field are percent-encoded. */
const verbatim = (address: string) => address.replace(/[\\{}\s]/g, encodeURIComponent);

// biome-ignore lint/suspicious/noControlCharactersInRegex: fields must not contain them
const oneLine = (value: string) => value.replace(/[\s\u0000-\u001f\u007f\u0085]+/g, ' ').trim();

/**
 * `Family, Given` or `Family, Jr., Given`. Braces keep groups, commas and "and" from being split. Biber counts commas
 * within braces, too, and refuses an entry with more than two in a name: there, the parts lose theirs.
 */
function nameOf(name: CslName): string {
  if ('literal' in name) return braced(escaped(name.literal));
  const { family, given, suffix } = name;
  const part = (written: string) => (/,|\band\b/i.test(written) ? braced(escaped(written)) : escaped(written));
  if (given) {
    const parts = [family, suffix ?? [], given].flat();
    const hasRoom = (parts.join(', ').match(/,/g) ?? []).length < 3;
    return parts.map((each) => part(hasRoom ? each : each.replace(/,/g, ''))).join(', ');
  }
  const whole = suffix ? `${family} ${suffix}` : family;
  return /\s/.test(whole) ? braced(escaped(whole)) : part(whole);
}

const word = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;
const isCapital = (text: string) => /^\p{Lu}/u.test(text);

/**
 * Braces words that must keep their capitals, because styles lower-case titles. In an English title in Title Case these
 * are words with inner capitals, such as DNA; elsewhere, all capitalized words except the first.
 */
function protectedTitle(title: string, language: string | undefined): string {
  const words = [...title.matchAll(word)].map(([found]) => found);
  const long = words.slice(1).filter((found) => found.length > 3);
  const capitalized = long.filter(isCapital).length;
  const isEnglish = language === undefined || /^en\b/i.test(language);
  const isTitleCase = isEnglish && long.length > 0 && capitalized * 2 > long.length;
  let index = 0;
  const parts = title.split(/([\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*)/u).map((part, place) => {
    if (place % 2 === 0) return escapedPart(part);
    const isFirst = index++ === 0;
    const hasCapitalWithin = /^.+\p{Lu}/u.test(part);
    const isLetter = part.length === 1 && part !== 'A' && !isFirst;
    const keeps = hasCapitalWithin || (isCapital(part) && !isFirst && (!isTitleCase || isLetter));
    return keeps ? braced(part) : part;
  });
  return parts.join('').trim();
}

/** Escapes the text between two words, keeping one space at each end. */
function escapedPart(part: string): string {
  const [before, after] = [/^\s/.test(part) ? ' ' : '', /\S\s+$/.test(part) ? ' ' : ''];
  return before + escaped(part) + after;
}

/** Stop words of more than three letters. */
const stopWords =
  /^(about|after|against|among|between|from|into|over|their|through|towards?|under|using|what|when|where|with|without|eine|uber)$/;

/** Family name, year and first significant title word, in ASCII, as old BibTeX versions require. */
function citationKey({ author, editor, issued, title = '', DOI, id }: CslItem): string {
  const first = author?.[0] ?? editor?.[0];
  const name = first && ('literal' in first ? first.literal.split(/\s+/)[0] : first.family);
  const words = (title.match(word) ?? []).map(ascii);
  const keyword = words.find((found) => found.length > 3 && !stopWords.test(found)) ?? words.find(Boolean);
  const key = `${ascii(name ?? '')}${issued?.['date-parts'][0][0] ?? ''}${keyword ?? ''}`;
  return /[a-z]/.test(key) ? key : DOI === undefined ? `work${ascii(id)}` : `doi${ascii(DOI)}`;
}

const letters: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

function ascii(written: string): string {
  const folded = written
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]/g, (letter) => letters[letter] ?? '');
  return folded.slice(0, 40);
}

/** The key, with the first suffix of a, b, … z, aa, … that makes it unique if it is taken. */
function freeKey(key: string, taken: Set<string>): string {
  let free = key;
  for (let count = 0; taken.has(free); count++) free = key + lettersOf(count);
  taken.add(free);
  return free;
}

const lettersOf = (count: number): string =>
  (count >= 26 ? lettersOf(Math.floor(count / 26) - 1) : '') + String.fromCharCode(97 + (count % 26));
