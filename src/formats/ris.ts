import { splitPages } from '../domain/text/pages.ts';
import type { Citation, CslName } from './csl.ts';
import { typeNamesOf } from './types.ts';

/** A RIS record: one `TAG  - value` per line, from TY to ER. */
export function risRecord({ item, publication, keywords }: Citation): string {
  const [year, month, day] = item.issued?.['date-parts'][0] ?? [];
  const [first, last] = splitPages(item.page ?? '');
  const lines: [tag: string, value: string | undefined][] = [
    ['TY', typeNamesOf(publication.publication_type).ris],
    ['M3', item.genre],
    ['TI', item.title],
    ...tagged('AU', item.author?.map(nameOf)),
    ...tagged('ED', item.editor?.map(nameOf)),
    ...tagged('A4', item.translator?.map(nameOf)),
    ['T2', item['container-title']],
    ['T3', item['collection-title']],
    ['PB', item.publisher],
    ['CY', item['publisher-place']],
    ['ET', item.edition ?? item.version],
    ['PY', year === undefined ? undefined : digits(year, 4)],
    ['DA', month === undefined ? undefined : `${digits(year, 4)}/${digits(month, 2)}/${digits(day, 2)}`],
    ['VL', item.volume],
    ['IS', item.issue],
    ['SP', first],
    ['EP', last],
    ['SN', [item.ISSN, item.ISBN].filter(Boolean).join(', ')],
    ['AN', item.PMID],
    ['C2', item.PMCID],
    ['DO', item.DOI],
    ['UR', item.URL],
    ['LA', item.language],
    ...tagged('KW', keywords),
    ['AB', item.abstract],
    ['N1', item.note],
  ];
  const written = lines.flatMap(([tag, value]) => {
    const text = oneLine(value ?? '');
    return text ? [`${tag}  - ${text}`] : [];
  });
  return [...written, 'ER  - ', ''].join('\r\n');
}

const tagged = (tag: string, values: string[] = []) => values.map((value): [string, string] => [tag, value]);

// biome-ignore lint/suspicious/noControlCharactersInRegex: values must not contain line breaks or control characters
const oneLine = (value: string) => value.replace(/[\s\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ').trim();

const digits = (part: number | undefined, length: number) =>
  part === undefined ? '' : String(part).padStart(length, '0');

/** `Family, Given, Suffix`. In RIS, only the comma distinguishes a person from a group. */
function nameOf(name: CslName): string {
  if ('literal' in name) return name.literal;
  const { family, given, suffix } = name;
  return given ? [family, given, suffix].filter(Boolean).join(', ') : [family, suffix].filter(Boolean).join(' ');
}
