import { describe, expect, test } from '@jest/globals';
import { readAll, summary } from './read.ts';

const lines = (...written: string[]) => written.join('\n');
const before = lines('TY  - BOOK', 'TI  - Before', 'ER  - ', '');
const after = lines('', 'TY  - BOOK', 'TI  - After', 'ER  - ', '');

const broken: [kind: string, text: string, expected: string[]][] = [
  ['no end', lines('TY  - JOUR', 'TI  - Pots'), ['4 - Pots no-end']],
  [
    'two without an end',
    lines('TY  - JOUR', 'TI  - Pots', 'TY  - JOUR', 'TI  - Kilns'),
    ['4 - Pots no-end', '6 - Kilns no-end'],
  ],
  ['a field twice', lines('TY  - JOUR', 'TI  - Pots', 'TI  - Kilns', 'ER  - '), ['4 - Pots field-twice']],
  ['one value twice', lines('TY  - JOUR', 'TI  - Pots', 'TI  - Pots', 'ER  - '), ['4 - Pots']],
  [
    'fields behind its end',
    lines('TY  - JOUR', 'TI  - Pots', 'ER  - ', 'AB  - Left'),
    ['4 - Pots', '7 - - outside-record'],
  ],
  ['an empty type', lines('TY  - ', 'TI  - Pots', 'ER  - '), ['4 - Pots no-type']],
  ['no title', lines('TY  - JOUR', 'AU  - Kiln, Ann', 'ER  - '), ['4 - - no-title']],
];

describe('a broken record', () => {
  test.each(broken)('%s', (_, text, expected) => {
    const read = readAll(before + text + after);
    const line = text.split('\n').length + 4;
    expect(summary(read)).toEqual(['1 - Before', ...expected, `${line} - After`]);
    expect(read.entries[0]?.row).toEqual(readAll(before).entries[0]?.row);
    expect(read.entries.at(-1)?.row).toEqual(readAll(after).entries[0]?.row);
  });

  test('an id twice', () => {
    const record = lines('TY  - BOOK', 'ID  - a', 'TI  - Pots', 'ER  - ', '');
    expect(summary(readAll(record + record))).toEqual(['1 a Pots', '5 a Pots key-twice']);
  });

  test('fields before the first type', () => {
    expect(summary(readAll(`TI  - Lost\n${before}`, { format: 'ris' }))).toEqual([
      '1 - Lost no-type no-end',
      '2 - Before',
    ]);
  });
});

/** One record in the ways in which programs write lines. */
const writings: [kind: string, text: string][] = [
  ['one blank', lines('TY - JOUR', 'TI - Pots', 'PY - 2020', 'ER -')],
  ['none behind the hyphen', lines('TY  -JOUR', 'TI  -Pots', 'PY  -2020', 'ER  -')],
  ['tabs', lines('TY\t-\tJOUR', 'TI\t-\tPots', 'PY\t-\t2020', 'ER\t-\t')],
  [
    'no-break spaces',
    lines('TY\u00a0\u00a0-\u00a0JOUR', 'TI\u00a0\u00a0-\u00a0Pots', 'PY\u00a0\u00a0-\u00a02020', 'ER\u00a0\u00a0-'),
  ],
  [
    'a mark, a header and empty lines',
    `\ufeffProvider: Pots\n\n${lines('TY  - JOUR', '', 'TI  - Pots', '', 'PY  - 2020', 'ER  - ')}`,
  ],
  ['returns alone', 'TY  - JOUR\rTI  - Pots\rPY  - 2020\rER  - \r'],
  ['tags in small letters', lines('ty  - JOUR', 'ti  - Pots', 'py  - 2020', 'er  - ')],
  ['T1 and Y1', lines('TY  - JOUR', 'T1  - Pots', 'Y1  - 2020///', 'ER  - ')],
];

test.each(writings)('lines with %s', (_, text) => {
  const { entries, report } = readAll(text);
  expect(report).toEqual({ format: 'ris', encoding: 'utf-8' });
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({
    row: { title: 'Pots', work_type: 'journal-article', publication_date: '2020' },
    faults: [],
  });
});

test('a whole record', () => {
  const { entries } = readAll(
    lines(
      'TY  - CHAP',
      'ID  - k1',
      'TI  - A title that',
      'goes on',
      'AU  - Kiln, Ann, Jr.',
      'A1  - van der Berg, Jan',
      'AU  - Kiln and Clay Group,',
      'A2  - Clay, Bob',
      'A4  - Other, Ann',
      'T2  - The Book of Pots',
      'T3  - Studies',
      'PB  - Clay Press',
      'CY  - Bern',
      'PY  - 2020',
      'DA  - 2020/05/07/',
      'SP  - S1-12',
      'EP  - S1-15',
      'SN  - 978-3-16-148410-0 0264-3561',
      'DO  - https://doi.acm.org/10.5555/A.1',
      'KW  - pots',
      'KW  - kilns; glazes',
      'AB  - Text with a line',
      'UN  - was founded in it',
      'C2  - PMC103984',
      'LA  - en',
      'ER  - ',
    ),
  );
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({
    key: 'k1',
    faults: [],
    notes: [],
    row: {
      doi: '10.5555/a.1',
      title: 'A title that goes on',
      work_type: 'book-chapter',
      publication_date: '2020-05-07',
      data: {
        container_title: 'The Book of Pots',
        series_title: 'Studies',
        publisher: 'Clay Press',
        publication_place: 'Bern',
        pages: 'S1-12–S1-15',
        isbn: ['9783161484100'],
        issn: ['0264-3561'],
        subjects: ['pots', 'kilns', 'glazes'],
        abstract: 'Text with a line UN - was founded in it',
        pmcid: 'PMC103984',
        language: 'en',
      },
    },
  });
  const { authors, editors, contributors } = entries[0]?.row?.data ?? {};
  expect(authors?.map(({ name, suffix }) => [name, suffix])).toEqual([
    ['Ann Kiln Jr.', 'Jr.'],
    ['Jan van der Berg', undefined],
    ['Kiln and Clay Group', undefined],
  ]);
  expect(editors?.map(({ name }) => name)).toEqual(['Bob Clay']);
  expect(contributors?.map(({ name, role }) => [name, role])).toEqual([['Ann Other', 'translator']]);
});

test.each([
  ['JOUR', 'journal-article'],
  ['CONF', 'conference-paper'],
  ['CPAPER', 'conference-paper'],
  ['THES', 'dissertation-thesis'],
  ['RPRT', 'report'],
  ['UNPB', 'preprint'],
  ['DATA', 'data-set'],
  ['COMP', 'software'],
  ['MGZN', 'magazine-article'],
  ['GEN', 'other'],
])('%s is a %s', (type, workType) => {
  expect(readAll(`TY  - ${type}\nTI  - T\nER  - `).entries[0]).toMatchObject({
    row: { work_type: workType },
    notes: [],
  });
});

test.each(['CHAP', 'CONF'])('the number of %s in a series is that in the series', (type) => {
  const { row } = readAll(`TY  - ${type}\nTI  - T\nT2  - B\nT3  - S\nM1  - 12\nER  - `).entries[0] ?? {};
  expect([row?.data.volume, row?.data.issue]).toEqual(['12', undefined]);
});
