import { describe, expect, test } from '@jest/globals';
import { readAll, summary } from './read.ts';

const pots = { id: 'pots', type: 'book', title: 'Pots' };
const kilns = { id: 'kilns', type: 'book', title: 'Kilns' };

test.each([
  ['a list', JSON.stringify([pots, kilns])],
  ['a list with line breaks', JSON.stringify([pots, kilns], null, 2)],
  ['items', JSON.stringify({ items: [pots, kilns] })],
  [
    'references behind other members',
    JSON.stringify({ format: 'x', version: 1, references: [pots, kilns] }, null, '\t'),
  ],
  ['one a line', `${JSON.stringify(pots)}\n${JSON.stringify(kilns)}\n`],
  ['a byte-order mark', `\ufeff${JSON.stringify([pots, kilns])}`],
])('%s', (_, text) => {
  const read = readAll(text);
  expect(read.report?.format).toBe('csl-json');
  expect(summary(read).map((line) => line.replace(/^\d+ /, ''))).toEqual(['pots Pots', 'kilns Kilns']);
});

test('one item', () => expect(summary(readAll(JSON.stringify(pots)))).toEqual(['1 pots Pots']));

describe('a broken item', () => {
  const written = (between: string) => `[\n  ${JSON.stringify(pots)},\n  ${between},\n  ${JSON.stringify(kilns)}\n]`;
  test.each([
    ['a comma too many', '{"id": "a",, "title": "A"}', 'unreadable'],
    ['quotation marks in a text', '{"id": "a", "title": "An "a" in it"}', 'unreadable'],
    ['an open text', '{"id": "a", "title": "A}', 'unreadable'],
    ['an open brace', '{"id": "a", "title": "A", "author": [{"family": "Kiln"]', 'unreadable'],
  ])('%s', (_, between, code) => {
    for (const text of [written(between), written(between).replaceAll('\n', '')]) {
      const lines = summary(readAll(text)).map((line) => line.replace(/^\d+ /, ''));
      expect(lines).toEqual(['pots Pots', `- - ${code}`, 'kilns Kilns']);
    }
  });

  test('in a file that breaks off', () => {
    const text = JSON.stringify([pots, kilns]).slice(0, -5);
    expect(summary(readAll(text))).toEqual(['1 pots Pots', '1 - - no-end']);
  });

  test('an id twice', () => {
    expect(summary(readAll(JSON.stringify([pots, pots])))).toEqual(['1 pots Pots', '1 pots Pots key-twice']);
  });
});

test.each([
  [{ 'date-parts': [[2020, 3, 1]] }, '2020-03-01'],
  [{ 'date-parts': [['2020', '3']] }, '2020-03'],
  [{ 'date-parts': [2020, 3] }, '2020-03'],
  [{ raw: '1 May 2020' }, '2020-05-01'],
  [{ literal: 'Spring 2020' }, '2020'],
  ['2020-05-01', '2020-05-01'],
  [2020, '2020'],
  [{ 'date-parts': [[null]] }, null],
  // Open ranges, a season and a year before our era, as converters of biblatex write them.
  [{ 'date-parts': [[2004, 6], []] }, '2004-06'],
  [{ 'date-parts': [[2004, 6], null] }, '2004-06'],
  [{ 'date-parts': [[], [2004]] }, null],
  [{ 'date-parts': [[2004, 22]] }, '2004'],
  [{ 'date-parts': [[-44]] }, null],
  [null, null],
])('issued: %j', (issued, date) => {
  expect(readAll(JSON.stringify([{ ...pots, issued }])).entries[0]?.row?.publication_date).toBe(date);
});

test('a whole item, with numbers and nulls', () => {
  const { entries } = readAll(
    JSON.stringify([
      {
        id: 7,
        type: 'chapter',
        title: 'On <i>E. coli</i>',
        author: [
          { family: 'Berg', given: 'Jan', 'non-dropping-particle': 'van der' },
          { literal: 'Kiln Group' },
          { name: 'Pots' },
        ],
        editor: null,
        'container-title': ['Clay', 'C'],
        volume: 3,
        page: '1–13',
        ISBN: '978-3-16-148410-0',
        DOI: 'https://doi.org/10.5555/A',
        keyword: 'pots, kilns',
        note: null,
      },
    ]),
  );
  expect(entries[0]).toMatchObject({
    key: '7',
    faults: [],
    notes: [],
    row: {
      doi: '10.5555/a',
      title: 'On E. coli',
      work_type: 'book-chapter',
      data: {
        title_html: 'On <i>E. coli</i>',
        container_title: 'Clay',
        volume: '3',
        pages: '1-13',
        isbn: ['9783161484100'],
        subjects: ['pots', 'kilns'],
      },
    },
  });
  expect(entries[0]?.row?.data.authors?.map(({ name, family }) => [name, family])).toEqual([
    ['Jan van der Berg', 'van der Berg'],
    ['Kiln Group', null],
    ['Pots', null],
  ]);
});

test('the number of a chapter in a series is that in the series', () => {
  const item = {
    type: 'chapter',
    title: 'T',
    'container-title': 'B',
    'collection-title': 'S',
    'collection-number': 12,
  };
  const { volume, issue } = readAll(JSON.stringify([item])).entries[0]?.row?.data ?? {};
  expect([volume, issue]).toEqual(['12', undefined]);
});
