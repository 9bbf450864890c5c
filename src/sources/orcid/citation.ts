import type { CitedFields, WorkCitation } from '#src/records/orcid/work.ts';
import { splitPages } from '#src/vocabulary/text/pages.ts';
import { plainText } from '#src/vocabulary/text/text.ts';
import { labelOrNull, nameOrNull, pagesOrNull } from '../fields/response-fields.ts';

/** The fields of a bibliography by the BibTeX fields that say them, the first of which wins. */
const names: Record<keyof CitedFields, readonly string[]> = {
  container_title: ['journal', 'journaltitle', 'booktitle'],
  series_title: ['series'],
  publisher: ['publisher', 'organization'],
  institution: ['school', 'institution'],
  publication_place: ['address', 'location'],
  edition: ['edition'],
  volume: ['volume'],
  issue: ['number', 'issue'],
  pages: ['pages'],
  isbn: ['isbn'],
  issn: ['issn'],
};

/** Of fields that are no names. */
const valueReaders: Record<string, (written: string) => string | null> = {
  volume: labelOrNull,
  issue: labelOrNull,
  pages: (written) => pagesOrNull(...splitPages(written)),
};

/** Longer values are not what these fields are for. */
const maxCharacters = 500;

/** The fields that the citation of a work states and an ORCID record has no place for. Only BibTeX is read. */
export function citedFields({ type, value }: WorkCitation): CitedFields {
  if (type !== 'bibtex') return {};
  const fields = bibtexFields(value);
  return Object.fromEntries(
    Object.entries(names).flatMap(([field, sources]) => {
      const read = valueReaders[field] ?? nameOrNull;
      const found = sources.map((name) => read(plainValue(fields.get(name) ?? ''))).find((value) => value !== null);
      return found === undefined || found.length > maxCharacters ? [] : [[field, found]];
    }),
  );
}

/** A value without TeX and the braces that keep capitals. */
const plainValue = (value: string): string => plainText(value).text.replace(/[{}]/g, '').trim();

/**
 * The fields of the first BibTeX entry in a text, by lower-case name. Reads as far as the entry is well-formed. Linear in
 * the length of the text. https://www.ctan.org/pkg/bibtex
 */
function bibtexFields(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  const start = /@[a-z]+\s*\{[^,{}]*,/i.exec(text);
  if (!start) return fields;
  const name = /\s*([a-z][\w-]*)\s*=\s*/iy;
  const separator = /\s*,/y;
  for (let at = start.index + start[0].length; ; ) {
    name.lastIndex = at;
    const found = name.exec(text);
    const value = found && valueAt(text, name.lastIndex);
    if (!found?.[1] || !value) return fields;
    const key = found[1].toLowerCase();
    if (!fields.has(key)) fields.set(key, value.text);
    separator.lastIndex = value.end;
    if (!separator.test(text)) return fields;
    at = separator.lastIndex;
  }
}

/** A value in braces or quotation marks, or a bare number or name. Undefined if it does not end. */
function valueAt(text: string, start: number): { text: string; end: number } | undefined {
  const [opening] = text.slice(start, start + 1);
  if (opening !== '{' && opening !== '"') {
    const bare = /[^\s,{}"]+/y;
    bare.lastIndex = start;
    const found = bare.exec(text);
    return found ? { text: found[0], end: bare.lastIndex } : undefined;
  }
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    const isEnd = opening === '{' ? depth === 0 : at > start && depth === 0 && character === '"';
    if (isEnd) return { text: text.slice(start + 1, at), end: at + 1 };
  }
  return undefined;
}
