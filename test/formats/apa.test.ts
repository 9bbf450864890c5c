import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { apaCitation } from '#src/records/citations/apa.ts';
import { citationOf } from '#src/records/citations/csl.ts';
import { textOfRuns } from '#src/records/citations/runs.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import type { Author, Bibliography } from '#src/vocabulary/bibliography.ts';
import { anyText } from '../support/any-text.ts';
import { aBibliography } from '../support/builders.ts';
import { aRecord, group, person, records } from './records.ts';

const apa = (fields: Partial<Bibliography>, edits: PublicationRecord['edits'] = {}, locale = 'en') =>
  textOfRuns(apaCitation(citationOf(aRecord({ original: aBibliography(fields) }, { edits }), locale)));
const carberry = person('Josiah S.', 'Carberry');
const lovelace = person('Ada', 'Lovelace');
const url = 'https://doi.org/10.5555/pots';

/** The common fields, so that each line shows only its difference. */
const pots: Partial<Bibliography> = {
  title: 'On cracked pots',
  authors: [carberry],
  publication_date: '2008-02-03',
  publication_year: 2008,
};

describe('a citation of each type', () => {
  test.each<[string, Partial<Bibliography>, string]>([
    [
      'journal-article',
      { container_title: 'Psychoceramics', volume: '5', issue: '11', pages: '1-13' },
      'On cracked pots. Psychoceramics, 5(11), 1–13.',
    ],
    [
      'journal-article',
      { container_title: 'Psychoceramics', article_number: '0042' },
      'On cracked pots. Psychoceramics, Article 0042.',
    ],
    [
      'journal-article',
      { container_title: 'Psychoceramics', volume: '5', pages: 'e42' },
      'On cracked pots. Psychoceramics, 5, Article e42.',
    ],
    [
      'journal-article',
      { container_title: 'Psychoceramics', issue: '3', pages: 'S1-12-S1-15' },
      'On cracked pots. Psychoceramics, (3), S1-12–S1-15.',
    ],
    ['magazine-article', { container_title: 'Pots Weekly' }, '(2008, February 3). On cracked pots. Pots Weekly.'],
    [
      'newspaper-article',
      { publication_date: '2008-02', container_title: 'The Kiln' },
      '(2008, February). On cracked pots. The Kiln.',
    ],
    [
      'book-review',
      { container_title: 'Psychoceramics', volume: '5' },
      'On cracked pots [Book review]. Psychoceramics, 5.',
    ],
    ['book', { publisher: 'Nowhere Press' }, '(2008). On cracked pots. Nowhere Press.'],
    [
      'book-chapter',
      { container_title: 'Book of pots', editors: [lovelace], pages: '1-13', publisher: 'Nowhere Press' },
      'On cracked pots. In A. Lovelace (Ed.), Book of pots (pp. 1–13). Nowhere Press.',
    ],
    [
      'book-chapter',
      { container_title: 'Book of pots', editors: [lovelace, carberry, group('Kiln Group')], volume: '2', pages: '7' },
      'On cracked pots. In A. Lovelace, J. S. Carberry, & Kiln Group (Eds.), Book of pots (Vol. 2, p. 7).',
    ],
    [
      'proceedings-article',
      { container_title: 'Proceedings of Pots', pages: '4--9' },
      'On cracked pots. In Proceedings of Pots (pp. 4–9).',
    ],
    [
      'reference-entry',
      { container_title: 'Encyclopedia of Pots', editors: [lovelace, carberry] },
      'In A. Lovelace & J. S. Carberry (Eds.), Encyclopedia of Pots.',
    ],
    ['dissertation', { publisher: 'Brown University' }, 'On cracked pots [Thesis, Brown University].'],
    [
      'dissertation',
      { publisher: 'Brown University', publication_subtype: 'masters-thesis' },
      "On cracked pots [Master's thesis, Brown University].",
    ],
    [
      'supervised-student-publication',
      { publisher: 'Brown University' },
      "On cracked pots [Master's thesis, Brown University].",
    ],
    ['report', { publisher: 'Kiln Institute' }, '(2008). On cracked pots. Kiln Institute.'],
    ['dataset', { publisher: 'Potsarchive' }, 'On cracked pots [Data set]. Potsarchive.'],
    ['software', { publisher: 'Potsarchive' }, 'On cracked pots [Computer software]. Potsarchive.'],
    ['posted-content', { publisher: 'PotRxiv' }, '(2008). On cracked pots. PotRxiv.'],
    ['posted-content', { container_title: 'PotRxiv', publisher: 'Clay Lab' }, '(2008). On cracked pots. PotRxiv.'],
    [
      'dissertation',
      { institution: 'Clay University', publisher: 'Library', publication_subtype: 'doctoral-thesis' },
      'On cracked pots [Doctoral dissertation, Clay University].',
    ],
    ['book', { series_title: 'Kiln Studies', edition: '1', publisher: 'Brown' }, 'On cracked pots. Brown.'],
    ['book', { edition: '2', publisher: 'Brown' }, 'On cracked pots (2nd ed.). Brown.'],
    ['blog-post', { container_title: 'Pots daily' }, '(2008, February 3). On cracked pots. Pots daily.'],
    ['conference-presentation', {}, '(2008, February 3). On cracked pots [Conference presentation].'],
    ['moving-image', {}, '(2008). On cracked pots [Video].'],
    ['no-such-type', { publisher: 'Nowhere Press' }, '(2008). On cracked pots. Nowhere Press.'],
  ])('%s', (publication_type, fields, expected) => {
    const citation = apa({ ...pots, publication_type, ...fields });
    const end = expected.startsWith('(') || expected.startsWith('In') ? expected : `(2008). ${expected}`;
    expect(citation.startsWith('Carberry, J. S. (')).toBe(true);
    expect(citation.endsWith(`${end} ${url}`)).toBe(true);
  });
});

describe('the authors', () => {
  const start = (authors: Author[], fields: Partial<Bibliography> = {}) =>
    apa({ ...pots, authors, ...fields }).split(' (2008')[0];
  const many = (count: number) => Array.from({ length: count }, (_, n) => person('A', `N${n + 1}`));

  test.each<[string, Author[], string]>([
    ['one', [carberry], 'Carberry, J. S.'],
    ['two', [carberry, lovelace], 'Carberry, J. S., & Lovelace, A.'],
    ['three', [carberry, lovelace, person('M', 'de la Cruz')], 'Carberry, J. S., Lovelace, A., & de la Cruz, M.'],
    ['a group', [group('Kiln and Glaze Consortium')], 'Kiln and Glaze Consortium.'],
    ['a person and a group', [lovelace, group('Kiln Group')], 'Lovelace, A., & Kiln Group.'],
    ['given names with hyphens', [person('Jean-Paul Émile', 'Sartre')], 'Sartre, J.-P. É.'],
    ['initials without blanks', [person('J.R.R.', 'Tolkien')], 'Tolkien, J. R. R.'],
    ['initials without full stops', [person('JRR', 'Tolkien')], 'Tolkien, J. R. R.'],
    ['names in capitals', [person('ANA MARIA', 'SOUZA')], 'SOUZA, A. M.'],
    ['a script without capitals', [person('明', '李')], '李, 明.'],
    ['a family name alone', [person(null, 'Plato')], 'Plato.'],
    ['a group whose name ends with a full stop', [group('Bread, Inc.')], 'Bread, Inc.'],
  ])('%s', (_, authors, expected) => expect(start(authors)).toBe(expected));

  test('up to twenty are all named', () => {
    const names = start(many(20));
    expect(names).toContain('N19, A., & N20, A.');
    expect(names?.match(/N\d+/g)).toHaveLength(20);
  });

  test('of twenty-one and more, the first nineteen and the last', () => {
    expect(start(many(21))).toContain('N19, A., . . . N21, A.');
    const names = start(many(3000));
    expect(names?.match(/N\d+/g)).toHaveLength(20);
    expect(names?.endsWith('N19, A., . . . N3000, A.')).toBe(true);
  });

  test('editors stand in for the authors of a book', () => {
    const book = { ...pots, publication_type: 'edited-book', authors: [] };
    expect(apa({ ...book, editors: [lovelace] })).toBe(`Lovelace, A. (Ed.). (2008). On cracked pots. ${url}`);
    expect(apa({ ...book, editors: [lovelace, carberry] })).toBe(
      `Lovelace, A., & Carberry, J. S. (Eds.). (2008). On cracked pots. ${url}`,
    );
  });

  test('without authors and editors the title comes first', () => {
    expect(apa({ ...pots, authors: [], publication_type: 'book', publisher: 'Nowhere Press' })).toBe(
      `On cracked pots. (2008). Nowhere Press. ${url}`,
    );
  });

  test('a publisher that is the author is not repeated', () => {
    const report = {
      ...pots,
      publication_type: 'report',
      authors: [group('Kiln Institute')],
      publisher: 'Kiln Institute',
    };
    expect(apa(report)).toBe(`Kiln Institute. (2008). On cracked pots. ${url}`);
  });
});

describe('date and title', () => {
  test('no date', () => {
    expect(apa({ ...pots, publication_date: null, publication_year: null })).toContain('Carberry, J. S. (n.d.). On');
  });

  test('no title, no authors, no date', () => {
    expect(apa({ title: null })).toBe(`[Untitled]. (n.d.). ${url}`);
  });

  test('a title that ends with a mark gets no full stop', () => {
    expect(apa({ ...pots, title: 'Why do pots crack?' })).toContain('(2008). Why do pots crack? https');
  });

  test('the title is in the language asked for', () => {
    expect(apa({ ...pots, title: { en: 'Pots', de: 'Töpfe' } }, {}, 'de')).toContain('(2008). Töpfe.');
  });

  test('a retracted publication says so', () => {
    expect(apa({ ...pots, is_retracted: true })).toContain('On cracked pots (Retracted).');
  });

  test.each([
    [3, '3rd ed.'],
    ['11', '11th ed.'],
    ['22', '22nd ed.'],
    ['2nd', '2nd ed.'],
    ['1. edition', '1st ed.'],
    ['Revised', 'Revised ed.'],
    ['Revised edition', 'Revised ed.'],
  ])('edition %s: %s', (edition, expected) => {
    const book = { ...pots, publication_type: 'book' };
    expect(apa(book, { data: { edition } })).toContain(`On cracked pots (${expected}).`);
    const chapter = { ...pots, publication_type: 'book-chapter', container_title: 'Book of pots', pages: '1-3' };
    expect(apa(chapter, { data: { edition } })).toContain(`In Book of pots (${expected}, pp. 1–3).`);
  });

  test('the version of software and the number of a report', () => {
    expect(apa({ ...pots, publication_type: 'software' }, { data: { version: 'v2.1' } })).toContain(
      'On cracked pots (Version 2.1) [Computer software].',
    );
    expect(apa({ ...pots, publication_type: 'report' }, { data: { report_number: 42 } })).toContain(
      'On cracked pots (Report No. 42).',
    );
  });

  test('what an editor has set is cited', () => {
    const edits = { title: 'On mended pots', publication_year: 2010, data: { authors: [lovelace] } };
    expect(apa(pots, edits)).toBe(`Lovelace, A. (2010). On mended pots. ${url}`);
  });
});

test('whatever a record holds, its citation is one line that ends with the DOI', () => {
  const anything = fc.record({
    edition: fc.anything(),
    pages: fc.anything(),
    version: fc.anything(),
    volume: fc.anything(),
  });
  fc.assert(
    fc.property(fc.constantFrom(...records), anyText(), anything, (record, title, data) => {
      const citation = textOfRuns(
        apaCitation(citationOf({ ...record, edits: { ...record.edits, title, data } }, 'en')),
      );
      expect(citation).not.toMatch(/\n|undefined|null,|\[object/);
      expect(citation).toMatch(/ https:\/\/doi\.org\/\S+$/);
    }),
  );
});

test.each([
  [{ authors: [{ ...carberry, suffix: 'Jr.' }] }, 'Carberry, J. S., Jr. (2008). On cracked pots.'],
  [
    { contributors: [{ ...lovelace, suffix: 'III', role: 'translator' }] },
    'Carberry, J. S. (2008). On cracked pots (A. Lovelace, III, Trans.).',
  ],
  [{ contributors: [{ ...lovelace, role: 'data-collector' }] }, 'Carberry, J. S. (2008). On cracked pots.'],
])('%j begins %j', (fields, start) => {
  expect(apa({ ...pots, publication_type: 'book', ...fields })).toBe(`${start} ${url}`);
});
