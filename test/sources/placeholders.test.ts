import { describe, expect, test } from '@jest/globals';
import { fromCitation, fromCrossref, fromDataCite, fromOpenAlex, fromOrcid } from './parsed.ts';

/** Pages as each source has them; those that describe a range have its first and last page. */
const ranges = (first: string, last: string) => ({
  crossref: fromCrossref({ page: `${first}-${last}` }).pages,
  datacite: fromDataCite({ relatedItems: [{ relationType: 'IsPublishedIn', firstPage: first, lastPage: last }] }).pages,
  openalex: fromOpenAlex({ biblio: { first_page: first, last_page: last } }).pages,
  citation: fromCitation({ pages: `${first}--${last}` }).pages ?? null,
});
const all = <T>(value: T) => ({ crossref: value, datacite: value, openalex: value, citation: value });

describe('a placeholder is a missing value', () => {
  test.each<[first: string, last: string, pages: string | null]>([
    ['n/a', 'n/a', null],
    ['N/A', 'n/a', null],
    ['no', 'no', null],
    ['No', 'No', null],
    ['0', '0', null],
    ['000', '000', null],
    ['null', 'null', null],
    ['undefined', 'undefined', null],
    ['NaN', 'NaN', null],
    ['??', '??', null],
    ['?', '?', null],
    ['5', 'n/a', '5'],
    ['5', '0', '5'],
    ['e7', '??', 'e7'],
    ['0', '12', '0-12'],
    ['no1', 'no9', 'no1-no9'],
    ['S0', 'S9', 'S0-S9'],
    ['nad1', 'nad9', 'nad1-nad9'],
    ['i', 'x', 'i-x'],
  ])('pages from %j to %j', (first, last, pages) => {
    expect(ranges(first, last)).toEqual(all(pages));
  });

  test.each(['-', '–', '—', '--', '??', 'n.a.', 'Ahead of Print', 'In press', 'TBD', '[not available]'])(
    'pages %j',
    (pages) => {
      expect(fromCrossref({ page: pages }).pages).toBeNull();
      expect(fromOpenAlex({ biblio: { first_page: pages } }).pages).toBeNull();
      expect(fromCitation({ pages }).pages).toBeUndefined();
    },
  );

  test.each<[written: string, number: string | null]>([
    ['ahead-of-print', null],
    ['Publish Ahead of Print', null],
    ['Published ahead-of-print', null],
    ['Epub ahead of print', null],
    ['Online First', null],
    ['OnlineFirst', null],
    ['First Online', null],
    ['FirstView', null],
    ['Early View', null],
    ['Advance Access', null],
    ['Just Accepted', null],
    ['just-accepted', null],
    ['ja', null],
    ['Articles in Press', null],
    ['Preprint', null],
    ['forthcoming', null],
    ['0', null],
    ['00', null],
    ['-', null],
    ['null', null],
    [':unav', null],
    ['10', '10'],
    ['0.5', '0.5'],
    ['Special Issue', 'Special Issue'],
    ['Online', 'Online'],
    ['Suppl. 1', 'Suppl. 1'],
    ['1/2', '1/2'],
    ['Nil-Novi', 'Nil-Novi'],
    ['Second', 'Second'],
  ])('the volume and issue %j', (written, number) => {
    const item = { relationType: 'IsPublishedIn', volume: written, issue: written };
    const numbers = { volume: number, issue: number };
    expect(fromCrossref({ volume: written, issue: written, 'article-number': written })).toMatchObject({
      ...numbers,
      article_number: number,
    });
    expect(fromDataCite({ relatedItems: [item] })).toMatchObject(numbers);
    expect(fromOpenAlex({ biblio: { volume: written, issue: written } })).toMatchObject(numbers);
    const cited = fromCitation({ volume: written, number: written });
    expect({ volume: cited.volume ?? null, issue: cited.issue ?? null }).toEqual(numbers);
  });

  test.each<[written: string, title: string | null]>([
    ['OUP accepted manuscript', null],
    ['CUP Accepted Manuscript', null],
    ["Author's accepted manuscript", null],
    ['Accepted manuscript', null],
    ['Pending publication', null],
    ['Title pending', null],
    ['[Title not available]', null],
    ['No title', null],
    ['[No Title]', null],
    ['No title available.', null],
    ['[untitled]', null],
    ['null', null],
    ['undefined', null],
    ['N/A', null],
    ['-', null],
    [':unav', null],
    ['(:unav)', null],
    [':{unav)', null],
    ['{:unav}', null],
    ['(:tba', null],
    ['(unkn)', null],
    ['Untitled', 'Untitled'],
    ['No title: a life in the kilns', 'No title: a life in the kilns'],
    ['The null hypothesis', 'The null hypothesis'],
    ['How to share an accepted manuscript', 'How to share an accepted manuscript'],
    ['Nil', null],
    ['!', '!'],
    ['At', 'At'],
    ['None of the pots', 'None of the pots'],
  ])('the title %j', (written, title) => {
    expect(fromCrossref({ title: [written] }).title).toBe(title);
    expect(fromDataCite({ titles: [{ title: written }] }).title).toBe(title);
    expect(fromOpenAlex({ title: written }).title).toBe(title);
    expect(fromOrcid({ title: { title: { value: written } } }).title).toBe(title);
  });

  test('the next title counts, also as an alternative one', () => {
    const crossref = fromCrossref({ title: ['OUP accepted manuscript', 'On pots'], 'original-title': ['No title'] });
    expect(crossref).toMatchObject({ title: 'On pots', alternative_titles: [] });
    const titles = [
      { title: ':{unav)' },
      { title: 'Töpfe', titleType: 'AlternativeTitle' },
      { title: 'null', lang: 'fr' },
    ];
    expect(fromDataCite({ titles, language: 'de' })).toMatchObject({ title: 'Töpfe', alternative_titles: [] });
    expect(fromOpenAlex({ title: 'null', display_name: 'On pots' }).title).toBe('On pots');
  });

  test.each<[written: string, name: string | null]>([
    ['[s.n.]', null],
    ['S.N.', null],
    ['[s. n.],', null],
    ['s.l.', null],
    ['o. V.', null],
    ['[publisher not identified]', null],
    ['[place of publication not identified]', null],
    ['Unknown publisher', null],
    ['unknown', null],
    ['Unpublished', null],
    ['n/a', null],
    ['null', null],
    ['-', null],
    [':{unav)', null],
    ['SN Kilns', 'SN Kilns'],
    ['Unknown Press', 'Unknown Press'],
    ['UNAV', 'UNAV'],
    ['Null', null],
    ['None Such Press', 'None Such Press'],
  ])('the publisher, place and container %j', (written, name) => {
    const crossref = fromCrossref({ publisher: written, 'publisher-location': written, 'container-title': [written] });
    expect(crossref).toMatchObject({ publisher: name, publication_place: name, container_title: name });
    expect(fromDataCite({ publisher: written, container: { title: written } })).toMatchObject({
      publisher: name,
      container_title: name,
    });
    const source = { type: 'journal', display_name: written, host_organization_name: written };
    expect(fromOpenAlex({ primary_location: { source } })).toMatchObject({ publisher: name, container_title: name });
    expect(fromOrcid({ 'journal-title': { value: written } }).container_title).toBe(name);
    expect(fromCitation({ publisher: written }).publisher ?? null).toBe(name);
  });
});

test.each<[first: string, last: string, pages: string]>([
  ['33', '33', '33'],
  ['e53', 'E53', 'e53'],
  ['33', '34', '33-34'],
  ['A-1', 'A-7', 'A-1-A-7'],
  ['B-9', 'B-9', 'B-9'],
  ['51-0977', '51-0977', '51-0977'],
])('pages from %j to %j are %j', (first, last, pages) => {
  const read = ranges(first, last);
  expect(read).toEqual({ ...all(pages.replace(/^(A-1)-/, '$1–')), crossref: pages });
});
