import { type Citation, isWhole, nameForReaders } from '#src/records/citations/csl.ts';
import { isPart } from '#src/records/citations/style-parts.ts';
import { typeNamesOf } from '#src/records/citations/types.ts';
import { splitPages } from '#src/vocabulary/text/pages.ts';

/** A RIS record: one `TAG  - value` per line, from TY to ER. */
export function risRecord({ item, publication, keywords }: Citation): string {
  const [year, month, day] = item.issued?.['date-parts'][0] ?? [];
  const [first, last] = splitPages(item.page ?? '');
  const { ris, csl } = typeNamesOf(publication.publication_type);
  const isPaper = csl === 'paper-conference';
  const series = isWhole(csl) ? 'T2' : 'T3';
  const lines: [tag: string, value: string | undefined][] = [
    ['TY', ris],
    ['M3', item.genre],
    ['TI', item.title],
    ...tagged('AU', item.author?.map(nameForReaders)),
    ...tagged(isPart(item) ? 'A2' : 'ED', item.editor?.map(nameForReaders)),
    ...tagged('A4', item.translator?.map(nameForReaders)),
    ['T2', (isPaper ? item['event-title'] : undefined) ?? item['container-title']],
    ['C3', isPaper ? item['container-title'] : undefined],
    [series, item['collection-title']],
    ['PB', item.publisher],
    ['C1', isPaper ? item['publisher-place'] : undefined],
    ['CY', item[isPaper ? 'event-place' : 'publisher-place']],
    ['ET', item.edition ?? item.version],
    ['PY', year === undefined ? undefined : digits(year, 4)],
    ['DA', year === undefined ? undefined : `${digits(year, 4)}/${digits(month, 2)}/${digits(day, 2)}`],
    ['VL', item.volume],
    ['IS', item.issue],
    ['SP', first],
    ['EP', last],
    // The number in a series.
    ['M1', item['collection-number']],
    // Of a report, a standard and a patent, readers take it for the number.
    ['SN', item.number ?? [item.ISSN, item.ISBN].filter(Boolean).join(', ')],
    ['AN', item.PMID],
    ['C2', item.PMCID],
    ['DO', item.DOI],
    ['UR', item.URL],
    // There, readers take it for the programming language.
    ['LA', ris === 'COMP' ? undefined : item.language],
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
