import { describe, expect, test } from '@jest/globals';
import { hasMojibake } from '#src/formats/reading/entries/file-text.ts';
import { IntakeRow, maxRowBytes } from '#src/records/intakes/row.ts';
import { fieldPath, fieldSchema } from '#src/records/publications/fields.ts';
import { readAll, summary } from './read.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const latin = (text: string) => Uint8Array.from([...text].map((character) => character.charCodeAt(0)));

describe('the encoding', () => {
  const entry = '@misc{a, title = {Töpfe}}';
  const utf16 = (isLittle: boolean, hasMark: boolean) => {
    const text = hasMark ? `\ufeff${entry}` : entry;
    const view = new DataView(new ArrayBuffer(text.length * 2));
    for (const [at, unit] of [...text].entries()) view.setUint16(at * 2, unit.charCodeAt(0), isLittle);
    return new Uint8Array(view.buffer);
  };
  test.each([
    ['utf-8', bytes(entry)],
    ['utf-8', bytes(`\ufeff${entry}`)],
    ['utf-16le', utf16(true, true)],
    ['utf-16be', utf16(false, true)],
    ['utf-16le', utf16(true, false)],
    ['utf-16be', utf16(false, false)],
  ])('%s', (encoding, file) => {
    const read = readAll(file);
    expect(read.report?.encoding).toBe(encoding);
    expect(summary(read)).toEqual(['1 a Töpfe']);
  });

  test('Windows-1252 is offered with the first line that is not UTF-8, and can be given', () => {
    const file = latin(`@misc{b, title = {Pots}}\n${entry}`);
    expect(readAll(file).refusal).toBe('encoding: 2: @misc{a, title = {Töpfe}}');
    expect(summary(readAll(file, { encoding: 'windows-1252' }))).toEqual(['1 b Pots', '2 a Töpfe']);
  });

  test('a file that was read in the wrong encoding before is refused, unless the encoding is given', () => {
    const damaged = new TextDecoder('windows-1252').decode(bytes('Töpfe – “größer”: übel'));
    const file = `@misc{a, title = {Pots}}\n@misc{b, title = {${damaged}}}`;
    expect(readAll(file).refusal).toBe(`mojibake: @misc{b, title = {${damaged}}}`);
    expect(summary(readAll(file, { encoding: 'utf-8' }))).toEqual(['1 a Pots', '2 b Töpfe – “größer”: übel mojibake']);
  });

  test.each(['Töpfe', 'SÃO PAULO', '“Größe”', 'Ångström', '陶器', 'À «'])('%s is not damaged', (text) =>
    expect(hasMojibake(text)).toBe(false),
  );
});

describe('refuses', () => {
  const misc = (count: number) => Array.from({ length: count }, (_, at) => `@misc{k${at}, title = {T}}`).join('\n');
  test.each([
    ['nothing', '', {}, 'empty'],
    ['what is no file of references', 'Dear all\nhello', {}, 'format-unknown: Dear all\nhello'],
    ['a web page', '<!doctype html><p>@misc{a, title = {T}}', {}, /^format-unknown/],
    ['a file without entries', '% nothing yet\n@comment{x}', { format: 'bibtex' as const }, 'no-entries'],
    ['a large file', misc(10), { limits: { bytes: 100 } }, /^too-large: \d+ > 100$/],
    ['many entries', misc(10), { limits: { entries: 3 } }, 'too-many-entries: 3'],
    ['many rows', 'Title,Year\nA,1\nB,2\nC,3\n', { limits: { entries: 2 } }, 'too-many-entries: 2'],
    ['many columns', `Title,${'x,'.repeat(50)}\n`, { limits: { columns: 20 } }, 'too-many-columns: 1: 52'],
    ['a table without a title and a DOI', 'Name;Ort\nAnn;Bern\n', {}, 'header-unknown: Name, Ort'],
    ['a column twice', 'Title,Year,Title\nA,1,B\n', {}, 'header-repeated: Title'],
  ])('%s', (_, file, options, refusal) => {
    expect(readAll(file, options).refusal).toEqual(
      refusal instanceof RegExp ? expect.stringMatching(refusal) : refusal,
    );
  });

  test('only the entry that is too long', () => {
    const long = 'x'.repeat(500);
    const limits = { entryCharacters: 300 };
    const read = (text: string) => summary(readAll(text, { limits }));
    expect(read(`@misc{a, title = {A}}\n@misc{b, title = {${long}}}\n@misc{c, title = {C}}`)).toEqual([
      '1 a A',
      '2 - - too-long',
      '3 c C',
    ]);
    expect(
      read(`TY  - BOOK\nTI  - A\nER  - \nTY  - BOOK\nTI  - ${long}\nER  - \nTY  - BOOK\nTI  - C\nER  - \n`),
    ).toEqual(['1 - A', '4 - - too-long', '7 - C']);
    expect(read(JSON.stringify([{ title: 'A' }, { title: long }, { title: 'C' }]))).toEqual([
      '1 - A',
      '1 - - too-long',
      '1 - C',
    ]);
    expect(read(`Title,Year\nA,1\n"${long}",2\nC,3\n`)).toEqual(['2 - A', '3 - - open-quote', '4 - C']);
    expect(read(`Title,Year\nA,1\n${long},2\nC,3\n`)).toEqual(['2 - A', '3 - - too-long', '4 - C']);
  });
});

test('many entries that are all broken do not take longer than others', () => {
  const read = (text: string, options = {}) => {
    const start = performance.now();
    const { entries } = readAll(text, options);
    expect(entries.length).toBeGreaterThan(990);
    return performance.now() - start;
  };
  const repeated = (text: string) => text.repeat(1_000);
  expect(read(repeated('@misc{a, title = {T\n'))).toBeLessThan(5_000);
  expect(read(repeated('@comment{ open\n@misc{a, title="x\n'))).toBeLessThan(5_000);
  expect(read(`[${repeated('{"id": "a, "title": "x},')}]`)).toBeLessThan(5_000);
  expect(read(`Title,Year\n${repeated('"open,1\n')}`)).toBeLessThan(5_000);
  expect(read(repeated('TY  - JOUR\nAU  - Lost\n'))).toBeLessThan(5_000);
});

test('fields of a million characters are cut, listed, or cost only their entry', () => {
  const long = 'x'.repeat(1_000_000);
  const titles = (text: string) => readAll(text).entries.map(({ row }) => row?.title?.length);
  const limit = 5_000;
  expect(titles(`@misc{a, title = {A}}\n@misc{b, title = {${long.slice(0, 900_000)}}}`)).toEqual([1, limit]);
  expect(titles(JSON.stringify([{ title: 'A' }, { title: long }, { title: 'C' }]))).toEqual([1, undefined, 1]);
  expect(titles(JSON.stringify([{ title: 'A' }, { title: long.slice(0, 900_000) }]))).toEqual([1, limit]);
  expect(titles(`Title,Year\nA,1\n${long},2\nC,3\n`)).toEqual([1, undefined, 1]);
  expect(titles(`@misc{a, title = {${'{'.repeat(100_000)}x${'}'.repeat(100_000)}}}`)).toHaveLength(1);
});

describe('a row', () => {
  const authors = Array.from({ length: 3_000 }, (_, at) => `Kiln${at}, Ann`).join(' and ');

  test('has at most 20,000 bytes, and says what was cut', () => {
    const text = `@article{a, title = {Pots}, doi = {10.5555/a}, author = {${authors}}, abstract = {${'Töpfe '.repeat(5_000)}}}`;
    const [entry] = readAll(text).entries;
    expect(new TextEncoder().encode(JSON.stringify(entry?.row)).length).toBeLessThanOrEqual(maxRowBytes);
    expect(entry?.faults).toEqual([]);
    expect(entry?.notes.map(({ code, detail }) => `${code} ${detail}`)).toEqual([
      expect.stringMatching(/^cut abstract: \d+$/),
      expect.stringMatching(/^cut authors: 3000 → \d+$/),
    ]);
    expect(entry?.original.length).toBeLessThanOrEqual(2_000);
  });

  test('of a work needs a look if it lost authors', () => {
    const [entry] = readAll(`@article{a, title = {Pots}, author = {${authors}}}`).entries;
    expect(entry?.faults).toEqual([{ code: 'authors-cut', detail: expect.stringMatching(/^3000 → \d+$/) }]);
  });

  test('has the shape of rows', () => {
    const { entries } = readAll(
      '@phdthesis{a, title = {Pots \\emph{b}}, author = {Kiln, Jr., Ann}, editor = {X, Y}, translator = {Z, A}, school = {S}, doi = {10.5555/a}, year = 2000, isbn = {978-3-16-148410-0}, pmid = {17656783}, language = {german}, number = {7}, license = {https://creativecommons.org/licenses/by/4.0/}}',
    );
    const row = entries[0]?.row;
    expect(IntakeRow.parse(row)).toEqual(row);
    // And that of a new work.
    const { title, work_type, publication_date, data = {} } = row ?? {};
    const fields = { title, work_type, publication_date };
    for (const [name, value] of Object.entries(fields))
      expect(fieldSchema(fieldPath(name)).parse(value)).toEqual(value);
    for (const [name, value] of Object.entries(data))
      expect(fieldSchema(fieldPath('data', name)).parse(value)).toEqual(value);
  });
});
