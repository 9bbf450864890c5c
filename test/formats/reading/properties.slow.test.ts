import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type FormatName, formats } from '#src/formats/format.ts';
import { type Citation, citationOf } from '#src/records/citations/csl.ts';
import type { IntakeRow } from '#src/records/intakes/row.ts';
import type { Author } from '#src/vocabulary/bibliography.ts';
import { parseIsbn } from '#src/vocabulary/identifiers/identifiers.ts';
import { plainText } from '#src/vocabulary/text/text.ts';
import { aBibliography } from '../../support/builders.ts';
import { aRecord, group, person, records } from '../records.ts';
import { readAll } from './read.ts';

const readable = ['bibtex', 'ris', 'csl-json', 'csv', 'csv-excel'] as const satisfies FormatName[];

function exported(name: FormatName, citations: readonly Citation[]): string {
  const { head, between, tail, writer } = formats[name];
  const write = writer();
  return head + citations.map(write).join(between) + tail;
}

/** Words as titles and names have them, which no format needs to write in another way than TeX's. */
const word = fc.constantFrom(
  ...'Töpfe DNA kiln-fired Łódź E. coli & 100% $5 #1 a_b O’Brien “glaze” 陶器 Ångström naïve x~y 5^2 (wet) [dry] Ωmega –'.split(
    ' ',
  ),
);
const phrase = fc
  .array(word, { minLength: 1, maxLength: 6 })
  .map((words) => `Pots ${words.join(' ')} end`)
  .filter((text) => plainText(text).text === text);
const name = fc.constantFrom('Kiln', 'Müller', 'van der Berg', 'Núñez Clay', 'O’Brien', 'Łukasiewicz', 'Ñandú');
const author = fc.oneof(
  fc
    .tuple(fc.constantFrom('Ann', 'J. S.', 'Józef', 'María José'), name)
    .map(([given, family]) => person(given, family)),
  fc.constantFrom('Kiln and Glaze Consortium', 'World Pot Society').map(group),
);
const bibliography = fc.record({
  title: phrase,
  authors: fc.array(author, { maxLength: 4 }),
  publication_date: fc.constantFrom(null, '2020', '2020-05', '2020-05-07'),
  publication_type: fc.constantFrom(
    'journal-article',
    'book',
    'book-chapter',
    'proceedings-article',
    'report',
    'dissertation',
  ),
  container_title: fc.oneof(fc.constant(null), phrase),
  publisher: fc.oneof(fc.constant(null), fc.constantFrom('Clay Press', 'Müller & Söhne')),
  pages: fc.constantFrom(null, '1-13', 'e7', 'S1-12–S1-15'),
  volume: fc.constantFrom(null, '5', '12A'),
  isbn: fc.constantFrom<string[][]>([], ['9783161484100']),
  language: fc.constantFrom(null, 'en', 'de'),
  abstract: fc.oneof(fc.constant(null), phrase),
});

const line = ({ name, family, given, suffix }: Author) =>
  family ? [family, given, suffix].filter(Boolean).join(', ') : name;
const ofCitation = ({ item, publication }: Citation, isTable: boolean) => ({
  doi: item.DOI,
  title: item.title ?? null,
  authors: (item.author ?? []).map((each) =>
    'literal' in each ? each.literal : [each.family, each.given, each.suffix].filter(Boolean).join(', '),
  ),
  date: item.issued
    ? item.issued['date-parts'][0].map((part, at) => String(part).padStart(at === 0 ? 4 : 2, '0')).join('-')
    : null,
  // Citation styles have the container of a book as its series.
  container: (isTable ? (publication.data.container_title as string | null) : item['container-title']) ?? null,
  publisher: item.publisher ?? null,
  pages: item.page ?? null,
  isbn: (item.ISBN ?? '').split(', ').flatMap((each) => parseIsbn(each) ?? []),
  language: item.language ?? null,
  abstract: item.abstract ?? null,
});
const ofRow = ({ doi, title, publication_date, data }: IntakeRow) => ({
  doi,
  title,
  authors: (data.authors ?? []).map(line),
  date: publication_date,
  container: data.container_title ?? null,
  publisher: data.publisher ?? data.institution ?? null,
  pages: data.pages ?? null,
  isbn: data.isbn ?? [],
  language: data.language ?? null,
  abstract: data.abstract ?? null,
});

describe.each(readable)('%s', (format) => {
  test('what is written is read again', () => {
    fc.assert(
      fc.property(fc.array(bibliography, { minLength: 1, maxLength: 3 }), (described) => {
        const citations = described.map((said, at) =>
          citationOf(aRecord({ doi: `10.5555/p${at}`, original: aBibliography(said) }), 'en'),
        );
        const read = readAll(exported(format, citations));
        expect(read.refusal).toBeUndefined();
        expect(read.entries.flatMap(({ faults }) => faults)).toEqual([]);
        expect(read.entries.map(({ row }) => row && ofRow(row))).toEqual(
          citations.map((citation) => ofCitation(citation, format.startsWith('csv'))),
        );
      }),
      { numRuns: 60 },
    );
  });

  const citations = records.map((record) => citationOf(record, 'en'));
  const text = exported(format, citations);
  const whole = readAll(text).entries;

  test('a file that ends anywhere still has the entries before its end', () => {
    expect(whole).toHaveLength(records.length);
    const { head, between, writer } = formats[format];
    const write = writer();
    const length = (part: string) => new TextEncoder().encode(part).length;
    let end = length(head) - length(between);
    const ends = citations.map((citation) => {
      end += length(between) + length(write(citation));
      return end;
    });
    const bytes = new TextEncoder().encode(text);
    fc.assert(
      fc.property(fc.integer({ min: length(head) + 1, max: bytes.length }), (size) => {
        // A cut within a letter is no UTF-8 any more.
        const cut = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.slice(0, size), { stream: true });
        const { entries } = readAll(cut, { format: format === 'csv-excel' ? 'csv' : format });
        const complete = ends.filter((each) => each <= size).length;
        expect(entries.slice(0, complete)).toEqual(whole.slice(0, complete));
        // Also the one that is cut is listed, once there is anything of it.
        if ((ends[complete - 1] ?? length(head)) + 20 < size) expect(entries.length).toBeGreaterThan(complete);
      }),
      { numRuns: 100 },
    );
  });

  test('a broken entry between others changes none of them', () => {
    const noise: Record<string, string[]> = {
      bibtex: [
        '@misc{x, title = {open',
        '@misc{x, title = "open',
        '@misc{x, title = {T}}}',
        '@misc{',
        '@comment{',
        '@string{x = {y',
        '% @misc{x}',
        '}',
      ],
      ris: ['TY  - JOUR\r\n', 'AB  - left\r\n', 'TY  - \r\n', 'ER  - \r\n'],
      'csl-json': ['{"id": "x"', '{"id": "x, "title": 1}', '{"id": x}', '"x"'],
      csv: ['"open\r\n', 'a "b" c\r\n', '"a"b,c\r\n', `${',x'.repeat(60)}\r\n`],
    };
    const { head, between, tail, writer } = formats[format];
    for (const broken of noise[format === 'csv-excel' ? 'csv' : format] ?? []) {
      const write = writer();
      const parts = citations.map(write);
      const separator = format === 'csl-json' ? ',\n' : '\n';
      const file =
        head + parts.slice(0, 4).join(between) + between + broken + separator + parts.slice(4).join(between) + tail;
      const { entries } = readAll(file);
      const rows = entries.map(({ row }) => JSON.stringify(row));
      for (const [at, { row }] of whole.entries()) {
        // Only what stands directly before a brace too many may be its own.
        expect([broken, at, rows.includes(JSON.stringify(row))]).toEqual([broken, at, true]);
      }
    }
  });
});
