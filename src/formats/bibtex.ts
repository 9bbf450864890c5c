import type { Citation, CslItem, CslName } from '#src/records/citations/csl.ts';
import { type TypeNames, typeNamesOf } from '#src/records/citations/types.ts';
import { freeKey } from '#src/vocabulary/text/free-key.ts';
import { splitPages } from '#src/vocabulary/text/pages.ts';
import { babelName } from './babel.ts';

type EntryType = TypeNames['bibtex'];

/** Creates a writer of BibTeX entries, whose citation keys are unique per writer. */
export function bibtexWriter(): (citation: Citation) => string {
  const taken = new Set<string>();
  return ({ item, publication, keywords, hasMoreAuthors }) => {
    const named = typeNamesOf(publication.publication_type).bibtex;
    const entryType = named === 'phdthesis' && /^(?:Master|Bachelor)/.test(item.genre ?? '') ? 'mastersthesis' : named;
    const fields = Object.entries(fieldsOf(item, entryType, keywords, hasMoreAuthors)).filter(
      ([, value]) => value !== undefined,
    );
    const lines = [
      `@${entryType}{${freeKey(citationKey(item), taken)}`,
      ...fields.map(([name, v]) => `  ${name} = ${v}`),
    ];
    return `${lines.join(',\n')}\n}\n`;
  };
}

/** Delimited values. Unescaped only where BibTeX, biber and others read them verbatim. */
function fieldsOf(
  item: CslItem,
  entryType: EntryType,
  keywords: string[],
  hasMoreAuthors = false,
): Record<string, string | undefined> {
  const [year, month, day] = item.issued?.['date-parts'][0] ?? [];
  const { volume, number } = numbersOf(item, entryType);
  const container = containerField[entryType] ?? 'howpublished';
  const titleField = (title: string | undefined) => title && braced(protectedTitle(title, item.language));
  return {
    title: titleField(item.title),
    author: item.author && braced([...item.author.map(nameOf), ...(hasMoreAuthors ? ['others'] : [])].join(' and ')),
    editor: item.editor && braced(item.editor.map(nameOf).join(' and ')),
    // For biblatex. BibTeX's own styles ignore it.
    translator: item.translator && braced(item.translator.map(nameOf).join(' and ')),
    [container]:
      container === 'booktitle' ? titleField(item['container-title']) : escapedField(item['container-title']),
    series: titleField(item['collection-title']),
    // Styles print the name of the entry type otherwise.
    type: entryType.endsWith('thesis') ? thesisType(item) : undefined,
    [publisherField[entryType] ?? 'publisher']: item.publisher && braced(listItem(item.publisher)),
    address: escapedField(item['publisher-place']),
    edition: escapedField(item.edition),
    version: escapedField(item.version),
    // Before the year: the parser of ORCID's import refuses a file in which a value without braces ends an entry.
    month: month === undefined ? undefined : months[month - 1],
    // Beside BibTeX's own fields, for biblatex and others.
    day: day === undefined ? undefined : braced(String(day)),
    year: year === undefined ? undefined : braced(String(year)),
    volume: escapedField(volume),
    number: escapedField(number),
    pages: item.page && braced(pageRange(item.page)),
    issn: escapedField(one(item.ISSN)),
    isbn: escapedField(one(item.ISBN)),
    // https://info.arxiv.org/help/hypertex/bibstyles/index.html
    eprint: item.custom?.arxiv && braced(verbatim(item.custom.arxiv)),
    eprinttype: item.custom?.arxiv && braced('arxiv'),
    archivePrefix: item.custom?.arxiv && braced('arXiv'),
    pmid: escapedField(item.PMID),
    pmcid: escapedField(item.PMCID),
    doi: item.DOI && braced(verbatim(item.DOI)),
    url: item.URL && braced(verbatim(item.URL)),
    language: escapedField(item.language),
    langid: escapedField(item.language && babelName(item.language)),
    copyright: escapedField(item.custom?.license),
    keywords: keywords.length > 0 ? braced(keywords.map(keyword).join(', ')) : undefined,
    abstract: item.abstract && braced(unprinted(item.abstract)),
    note: item.note && braced(unprinted(item.note)),
  };
}

/** BibTeX has entry types for two kinds of theses. */
const thesisType = ({ genre = 'Thesis' }: CslItem) =>
  /^(?:Doctoral|Master)/.test(genre) ? undefined : escapedField(genre);

const containerField: Partial<Record<EntryType, string>> = {
  article: 'journal',
  incollection: 'booktitle',
  inproceedings: 'booktitle',
};
const publisherField: Partial<Record<EntryType, string>> = {
  manual: 'organization',
  phdthesis: 'school',
  mastersthesis: 'school',
  techreport: 'institution',
};
/** In a series, a book has a number; other works have the volume of the series. */
function numbersOf(item: CslItem, entryType: EntryType): { volume: string | undefined; number: string | undefined } {
  const inSeries = item['collection-number'];
  if (entryType === 'techreport') return { volume: item.volume ?? inSeries, number: item.number };
  return { volume: item.volume, number: item.number ?? item.issue ?? inSeries };
}

/** Macros that every style defines in its own language. */
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The first of several: biblatex's fields `issn` and `isbn` have one. https://ctan.org/pkg/biblatex, 2.2.2 */
const one = (list: string | undefined) => list?.split(', ')[0];

const braced = (value: string) => `{${value}}`;
const escapedField = (value: string | undefined) => value && braced(escaped(value));

/** BibTeX counts braces, even after a backslash, so that those that do not balance become commands. */
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
const braces: Record<string, string> = { '{': '\\{', '}': '\\}' };
/** In TeX's default encoding, `<`, `>` and `|` print other characters outside of formulas. */
const formulas: Record<string, string> = { '<': '$<$', '>': '$>$', '|': '$|$' };
/** Pairs that TeX prints as one character: hyphens as dashes, single quotation marks as double ones. */
const ligature = /(?<=-)(?=-)|(?<=`)(?=`)|(?<=')(?=')|(?<=,)(?=,)|(?<=[?!])(?=`)/g;

/** Writes a value, or a part of it, in TeX. Most readers know `$<$` as such only in a value without other dollars. */
function escaped(value: string, whole = value): string {
  const written = {
    ...commands,
    ...(isBalanced(whole) && braces),
    ...(!whole.includes('$') && formulas),
  };
  return oneLine(value)
    .replace(/[\\{}$&#_%~^<>|]/g, (character) => written[character] ?? `\\${character}`)
    .replace(ligature, '{}');
}

/** A value that is read rather than printed: `<`, `>` and `|` stay. */
const unprinted = (value: string): string =>
  value
    .split(/([<>|])/)
    .map((part, at) => (at % 2 === 0 ? escapedPart(part, value) : part))
    .join('')
    .trim();

/** Whether every brace is closed, and none before it is open. */
function isBalanced(value: string): boolean {
  let depth = 0;
  for (const [brace] of value.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** "1--13", with TeX's en dash. */
function pageRange(pages: string): string {
  const [first, last] = splitPages(pages);
  return last === undefined ? escaped(pages) : `${escaped(first)}--${escaped(last)}`;
}

/** A value in a list separated by "and": names, and in biblatex publishers and institutions. */
const listItem = (value: string) => escaped(value).replace(/(?<=\s)(and|others)(?=\s|$)/gi, '{$1}');

/** Braces keep commas from splitting a keyword. */
const keyword = (value: string) => (value.includes(',') ? braced(unprinted(value)) : unprinted(value));

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
 * are words with inner capitals, such as DNA; elsewhere, all capitalized words except the first. A small word behind a
 * full stop, which readers take for the first of a sentence, keeps its small letter: `{E. coli}`, `vs. {pans}`.
 */
function protectedTitle(title: string, language: string | undefined): string {
  const words = [...title.matchAll(word)].map(([found]) => found);
  const long = words.slice(1).filter((found) => found.length > 3);
  const capitalized = long.filter(isCapital).length;
  const isEnglish = language === undefined || /^en\b/i.test(language);
  const isTitleCase = isEnglish && long.length > 0 && capitalized * 2 > long.length;
  const parts = title.split(/([\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*)/u);
  const keeps = (part: string, isFirst: boolean) => {
    const hasCapitalWithin = /^.+\p{Lu}/u.test(part);
    const isLetter = part.length === 1 && part !== 'A' && !isFirst;
    return hasCapitalWithin || (isCapital(part) && !isFirst && (!isTitleCase || isLetter));
  };
  let written = '';
  for (let at = 0; at < parts.length; at++) {
    const [part = '', between = '', next = ''] = parts.slice(at, at + 3);
    const endsSentence = /^[.?!]\s+$/.test(between) && /^\p{Ll}/u.test(next);
    if (at % 2 === 0) written += escapedPart(part, title);
    else if (endsSentence && /^\p{Lu}$/u.test(part)) {
      written += braced(part + escapedPart(between, title) + next);
      at += 2;
    } else if (endsSentence) {
      written += (keeps(part, at === 1) ? braced(part) : part) + escapedPart(between, title) + braced(next);
      at += 2;
    } else written += keeps(part, at === 1) ? braced(part) : part;
  }
  return written.trim();
}

/** Escapes a part of a value, keeping one space at each end. */
function escapedPart(part: string, whole: string): string {
  if (part !== '' && part.trim() === '') return ' ';
  const [before, after] = [/^\s/.test(part) ? ' ' : '', /\s$/.test(part) ? ' ' : ''];
  return before + escaped(part, whole) + after;
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
