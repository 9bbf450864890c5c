import { describe, expect, test } from '@jest/globals';
import { readAll } from './read.ts';

/** The header of each database's CSV, and one row with its values by the names of columns. */
const rowOf = (header: string, values: Record<string, string>): ReturnType<typeof readAll> => {
  const cells = header.split(',').map((name) => `"${values[name] ?? ''}"`);
  return readAll(`\ufeff${header}\r\n${cells.join(',')}\r\n`);
};

const pubmed = 'PMID,Title,Authors,Citation,First Author,Journal/Book,Publication Year,Create Date,PMCID,NIHMS ID,DOI';
const ieee =
  'Document Title,Authors,Author Affiliations,Publication Title,Date Added To Xplore,Publication Year,Volume,Issue,Start Page,End Page,Abstract,ISSN,ISBNs,DOI,Funding Information,PDF Link,Author Keywords,IEEE Terms,Mesh_Terms,Article Citation Count,Patent Citation Count,Reference Count,License,Online Date,Issue Date,Meeting Date,Publisher,Document Identifier';
const webOfScience =
  'Publication Type,Authors,Book Authors,Book Editors,Author Full Names,Article Title,Source Title,Book Series Title,Language,Document Type,Conference Title,Author Keywords,Abstract,ORCIDs,Publisher,Publisher City,ISSN,eISSN,ISBN,Publication Date,Publication Year,Volume,Issue,Start Page,End Page,Article Number,DOI,DOI Link,Pubmed Id,UT (Unique WOS ID)';
const springer =
  'Item Title,Publication Title,Book Series Title,Journal Volume,Journal Issue,Item DOI,Authors,Publication Year,URL,Content Type';
const dimensions =
  'Rank,Publication ID,DOI,PMID,PMCID,Title,Source title,Anthology title,Publication Date,PubYear,Volume,Issue,Pagination,Publication Type,Authors,Times cited,Dimensions URL';
const perish =
  'Cites,Authors,Title,Year,Source,Publisher,ArticleURL,CitesURL,GSRank,QueryDate,Type,DOI,ISSN,CitationURL,Volume,Issue,StartPage,EndPage';
const scholar = 'Authors,Title,Publication,Volume,Number,Pages,Year,Publisher';

test.each([
  [
    'pubmed',
    pubmed,
    { Title: 'Kilns', PMID: '123', 'Journal/Book': 'Pots', 'Publication Year': '2020', DOI: '10.5555/A' },
    { doi: '10.5555/a', data: { container_title: 'Pots', pmid: '123' } },
  ],
  [
    'ieee-xplore',
    ieee,
    {
      'Document Title': 'Kilns',
      'Publication Title': 'Conference on Pots',
      'Start Page': '1',
      'End Page': '6',
      ISBNs: 'Electronic:978-3-16-148410-0',
      'Document Identifier': 'IEEE Conferences',
    },
    {
      work_type: 'conference-paper',
      data: { container_title: 'Conference on Pots', pages: '1-6', isbn: ['9783161484100'] },
    },
  ],
  [
    'web-of-science',
    webOfScience,
    {
      'Publication Type': 'J',
      'Article Title': 'Kilns',
      'Source Title': 'POTS',
      'Document Type': 'Review; Early Access',
      'Publication Date': 'MAR-APR',
      'Publication Year': '2020',
      'UT (Unique WOS ID)': 'WOS:1',
    },
    {
      work_type: 'journal-article',
      publication_date: '2020',
      data: { container_title: 'POTS', publication_subtype: 'review' },
    },
  ],
  [
    'springer-link',
    springer,
    {
      'Item Title': 'Kilns',
      'Publication Title': 'Pots',
      'Book Series Title': 'Clay',
      'Journal Volume': '2',
      'Item DOI': '10.5555/A',
      Authors: 'Ann KilnBob Clay',
      'Content Type': 'Chapter',
    },
    {
      doi: '10.5555/a',
      work_type: 'book-chapter',
      data: { container_title: 'Pots', series_title: 'Clay', volume: '2' },
    },
  ],
  [
    'dimensions',
    dimensions,
    { Title: 'Kilns', 'Source title': 'Pots', 'Publication Date': '2020-05-01', PubYear: '2020', Pagination: '1-6' },
    { publication_date: '2020-05-01', data: { container_title: 'Pots', pages: '1-6' } },
  ],
  [
    'publish-or-perish',
    perish,
    { Title: 'Kilns', Source: 'Pots', ArticleURL: 'https://example.org/a', StartPage: '1', EndPage: '6' },
    { data: { container_title: 'Pots', pages: '1-6', url: 'https://example.org/a' } },
  ],
  ['google-scholar', scholar, { Title: 'Kilns', Publication: 'Pots', Number: '3' }, { data: { issue: '3' } }],
])('a table of %s', (profile, header, values: Record<string, string>, row) => {
  const { report, entries } = rowOf(header, values);
  expect(report).toMatchObject({ format: 'csv', profile });
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({ faults: [], row: { title: 'Kilns', ...row } });
});

describe('names', () => {
  const names = (header: string, Authors: string) =>
    rowOf(header, { Title: 'Kilns', 'Item Title': 'Kilns', Authors }).entries[0]?.row?.data.authors?.map(
      ({ family, given, suffix, name }) => (family === null ? name : [family, given, suffix].filter(Boolean).join('|')),
    );

  test.each([
    ['Kiln A.', ['Kiln|A']],
    ['Kiln AB, Clay C.', ['Kiln|AB', 'Clay|C']],
    ['Kiln A, van der Clay Pot BC 3rd, Li X.', ['Kiln|A', 'van der Clay Pot|BC|3rd', 'Li|X']],
    ['Kiln A; Kiln, Clay and Pot Group.', ['Kiln|A', 'Kiln, Clay and Pot Group']],
    ['Kiln Group.', ['Kiln Group']],
  ])('of PubMed: %s', (written, expected) => expect(names(pubmed, written)).toEqual(expected));

  test('of Google Scholar, and of Publish or Perish', () => {
    expect(names(scholar, 'Kiln, Ann; Clay, Bob; ')).toEqual(['Kiln|Ann', 'Clay|Bob']);
    expect(names(perish, 'A Kiln, BC van der Clay')).toEqual(['Kiln|A', 'van der Clay|BC']);
  });

  test('of SpringerLink, which has nothing between them, are not read', () =>
    expect(names(springer, 'Ann KilnBob Clay')).toBeUndefined());

  test('of Web of Science, in full, with their iDs', () => {
    const { entries } = rowOf(webOfScience, {
      'Article Title': 'Kilns',
      Authors: 'Kiln, A; Clay, B',
      'Author Full Names': 'Kiln, Ann; Clay, Bob',
      ORCIDs: 'Clay, Bob/0000-0002-1825-0097; Pot, Cy/0000-0002-1694-233X',
    });
    expect(entries[0]?.row?.data.authors?.map(({ name, orcid }) => [name, orcid])).toEqual([
      ['Ann Kiln', null],
      ['Bob Clay', '0000-0002-1825-0097'],
    ]);
  });

  test('two with initials in any table', () =>
    expect(names('Title,Authors', 'Kiln AB, Clay C')).toEqual(['Kiln|AB', 'Clay|C']));
});

test.each([
  ['Article; Early Access', 'journal-article'],
  ['Article; Proceedings Paper', 'journal-article'],
  ['Article; Book Chapter', 'book-chapter'],
  ['Proceedings Paper', 'conference-paper'],
  ['Book', 'book'],
])('%s of Web of Science is a %s', (type, workType) => {
  const { entries } = rowOf(webOfScience, {
    'Publication Type': 'S',
    'Article Title': 'Kilns',
    'Source Title': 'KILNS',
    'Document Type': type,
  });
  expect(entries[0]).toMatchObject({ notes: [], row: { work_type: workType } });
  expect(entries[0]?.row?.data.container_title).toBe(type === 'Book' ? undefined : 'KILNS');
});

test.each([
  ['RIS', 'TY  - JOUR\nTI  - Kilns\nAU  - Kiln AB\nAU  - van der Berg J\nER  - \n'],
  ['a table', 'Title,Authors\nKilns,Kiln AB; van der Berg J\n'],
])('names with initials and without commas in %s', (_, file) => {
  const authors = readAll(file).entries[0]?.row?.data.authors;
  expect(authors?.map(({ family, given }) => [family, given])).toEqual([
    ['Kiln', 'AB'],
    ['van der Berg', 'J'],
  ]);
});

test('a single name, and names with one letter each, are read as whole names', () => {
  const authors = (names: string[]) =>
    readAll(`TY  - JOUR\nTI  - Kilns\n${names.map((name) => `AU  - ${name}\n`).join('')}ER  - \n`).entries[0]?.row?.data
      .authors;
  expect(authors(['Wei LI'])).toMatchObject([{ family: 'LI', given: 'Wei' }]);
  expect(authors(['Ann K', 'Bob L'])).toMatchObject([{ given: 'Ann' }, { given: 'Bob' }]);
  expect(authors(['Wei LI', 'Jing MA'])).toMatchObject([{ given: 'Wei' }, { given: 'Jing' }]);
  expect(authors(['Kiln AB', 'Berg, Jan'])).toMatchObject([{}, { family: 'Berg' }]);
});
