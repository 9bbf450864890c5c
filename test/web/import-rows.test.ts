import { describe, expect, jest, test } from '@jest/globals';
import { parseCsv } from '../../web/src/data/csv.ts';
import { onlyColumn, readRows } from '../../web/src/pages/import/rows.ts';

const orcid = '0000-0002-1825-0097';
const other = '0000-0001-5109-3700';

describe('parseCsv', () => {
  test.each([
    [
      'commas',
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons, as spreadsheets in many countries write them',
      'a;b\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'tabs, as they are pasted from a spreadsheet',
      'a\tb\r\n1\t2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['quotes, with separators, quotes and line breaks in them', '"a,""x""\ny",b', [['a,"x"\ny', 'b']]],
    ['a byte-order mark', '\ufeffa,b', [['a', 'b']]],
    ['empty lines', '\n\n a \n\n', [['a']]],
    ['a quote that is never closed', 'a,"b\nc', [['a', 'b\nc']]],
  ])('reads %s', (_, text, cells) => {
    expect(parseCsv(text).map((row) => row.cells)).toEqual(cells);
  });

  test('tells the line in the file, also after cells of several lines', () => {
    expect(parseCsv('a\n\n"b\nc"\nd').map(({ line }) => line)).toEqual([1, 3, 5]);
  });

  test('reads every character once or a few times, also with many quotes in a cell', () => {
    const read = jest.spyOn(String.prototype, 'trim');
    const trimmed = () => read.mock.contexts.reduce((sum: number, text) => sum + String(text).length, 0);
    const cell = `5${' "x"'.repeat(50_000)}`;
    expect(parseCsv(`a,b\n1,${cell}`)[1]?.cells).toEqual(['1', cell]);
    expect(trimmed()).toBeLessThan(3 * cell.length);
    read.mockRestore();
  });
});

describe('readRows of researchers', () => {
  test.each([
    ['an iD', orcid, { id: orcid }],
    ['an address', `https://orcid.org/${orcid}`, { id: orcid }],
    ['an iD in any column', `Josiah Carberry,${orcid},Brown`, { id: orcid }],
    ['a wrong check digit', '0000-0002-1825-0098', { problem: 'checksum' }],
    ['a wrong check digit in an address', 'https://orcid.org/0000-0002-1825-0098', { problem: 'checksum' }],
    ['an iD that is too short', '0000-0002-1825', { problem: 'invalid' }],
    ['something else', 'Josiah Carberry', { problem: 'invalid' }],
  ])('reads %s', (_, text, expected) => {
    const [row] = readRows(text, 'researchers');
    expect({ id: row?.id, problem: row?.problem }).toEqual({ id: undefined, problem: undefined, ...expected });
  });

  test('names the line that has the same iD, in whatever form', () => {
    expect(readRows(`${orcid}\n${other}\nhttps://orcid.org/${orcid}`, 'researchers')[2]).toMatchObject({
      line: 3,
      problem: 'duplicate',
      firstLine: 1,
    });
  });

  test('reads the column that a header names, and never the header', () => {
    const rows = readRows(`supervisor;ORCID iD\n${other};${orcid}\n${other};\n`, 'researchers');
    expect(rows).toEqual([
      { line: 2, text: orcid, id: orcid },
      { line: 3, text: '', problem: 'invalid' },
    ]);
  });
});

describe('readRows of publications', () => {
  test.each([
    ['a DOI with a semicolon', '10.1002/(sici)1097-4571(199806)49:8<693::aid-asi4>3.0.co;2-o'],
    ['a DOI with a comma', '10.5555/a,b'],
  ])('keeps %s whole', (_, doi) => {
    expect(readRows(doi, 'publications')).toEqual([{ line: 1, text: doi, id: doi }]);
  });

  test.each([
    ['in braces', 'doi={10.5555/ABC}', '10.5555/abc'],
    ['with spaces and a comma', '  doi = {10.5555/abc},', '10.5555/abc'],
    ['in quotes', 'DOI = "10.5555/abc",', '10.5555/abc'],
    ['with escapes', String.raw`doi = {10.1007/978-3-642-12345-6\_7},`, '10.1007/978-3-642-12345-6_7'],
    ['as an address', 'doi = {https://doi.org/10.5555/abc}', '10.5555/abc'],
    ['of a whole entry', '@article{a, title={One, two}, doi={10.5555/abc}, year=2020}', '10.5555/abc'],
  ])('finds the DOI of a field of BibTeX %s', (_, text, id) => {
    expect(readRows(text, 'publications')).toMatchObject([{ line: 1, id }]);
  });

  test('finds one DOI in each entry of a .bib file, and names the entries without one', () => {
    const bib = `@comment{exported}
@string{jcp = "Journal"}
@article{carberry2020,
  title = {Leakage of {10.5555/no} teapots},
  journal = jcp,
  doi = {{10.5555/jcp.2020.115}},
}

@Book{nodoi,
  title = {Nothing},
}
@misc{address, url = {https://doi.org/10.5555/URL}, note = {cited by doi 10.5555/other}}
@article{again, doi = "10.5555/JCP.2020.115"}
`;
    expect(readRows(bib, 'publications')).toEqual([
      { line: 3, text: '10.5555/jcp.2020.115', id: '10.5555/jcp.2020.115' },
      { line: 9, text: '@Book{nodoi,', problem: 'invalid' },
      { line: 12, text: 'https://doi.org/10.5555/URL', id: '10.5555/url' },
      { line: 13, text: '10.5555/JCP.2020.115', id: '10.5555/jcp.2020.115', problem: 'duplicate', firstLine: 3 },
    ]);
  });

  test('of a table with other columns says which one is read', () => {
    expect(onlyColumn('doi,title\n10.5555/a,New title', 'publications')).toBe('doi');
    expect(onlyColumn('Name;ORCID iD\nJosiah;0000-0002-1825-0097', 'researchers')).toBe('ORCID iD');
    for (const text of ['doi\n10.5555/a', 'doi,title', '10.5555/a\n10.5555/b', 'title,year\na,2020', '']) {
      expect(onlyColumn(text, 'publications')).toBeUndefined();
    }
  });

  test('finds the DOI in a cell', () => {
    expect(readRows('A title, 10.5555/ABC ,2020', 'publications')).toMatchObject([{ id: '10.5555/abc' }]);
  });
});
