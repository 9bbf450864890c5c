import { describe, expect, test } from '@jest/globals';
import {
  boundListings,
  maxSummaries,
  OrcidBibliographies,
  orcidBibliographies,
  replaceListings,
  wholeBibliography,
} from '#src/records/orcid/bibliography.ts';
import { Bibliography } from '#src/vocabulary/bibliography.ts';
import { aSummary } from '../../support/builders.ts';

const one = (fields: Parameters<typeof aSummary>[0]) => orcidBibliographies([aSummary(fields)])[0];

test('the credit names of contributors have their parts, as a citation needs them; groups have none', () => {
  const credited = (name: string, orcid: string | null = null) => {
    return { name, given: null, family: null, orcid, affiliations: [] };
  };
  const names = [
    'Charles Robert Darwin',
    'Carberry, Josiah',
    'Kiln Research Group',
    'for the Oven Study Group',
    'The Potter',
    'Eve Clay†',
    'Tom Pot; Ida Oven',
    '0000-0002-1825-0097',
  ].map((name) => credited(name));
  const summary = aSummary({ putCode: 1, workType: 'journal-article', journalTitle: 'Potter' });
  const [listed] = orcidBibliographies([summary], '', new Map([[1, names]]));
  const { authors } = listed ? wholeBibliography(listed) : { authors: [] };
  expect(authors.map(({ name, given, family }) => [name, given, family])).toEqual([
    ['Charles Robert Darwin', 'Charles Robert', 'Darwin'],
    ['Carberry, Josiah', 'Josiah', 'Carberry'],
    ['Kiln Research Group', null, null],
    ['Oven Study Group', null, null],
    ['The Potter', null, null],
    ['Eve Clay', 'Eve', 'Clay'],
    ['Tom Pot', 'Tom', 'Pot'],
    ['Ida Oven', 'Ida', 'Oven'],
  ]);
});

describe('a summary as a bibliography', () => {
  test.each([
    ['conference-paper', 'proceedings-article', null],
    ['conference-poster', 'poster', null],
    ['data-set', 'dataset', null],
    ['dissertation-thesis', 'dissertation', null],
    ['journal-article', 'journal-article', null],
    ['preprint', 'posted-content', 'preprint'],
    ['working-paper', 'report', 'working-paper'],
    ['other', 'other', null],
    [null, null, null],
  ])('the type %s is %s, %s', (workType, publication_type, publication_subtype) => {
    expect(one({ workType })).toMatchObject({ publication_type, publication_subtype });
  });

  test.each([
    ['Pots', 'Pots', {}],
    [{ en: 'Pots', es: 'Ollas' }, 'Pots', { es: 'Ollas' }],
    [{ und: 'Ollas', en: 'Pots' }, 'Ollas', { en: 'Pots' }],
    [null, null, {}],
  ])('of the title %j the original is %s, the translations are %j', (title, original, translations) => {
    const summary = aSummary({ title });
    expect(orcidBibliographies([summary])[0]?.title).toBe(original);
    expect(orcidBibliographies([summary])[0]?.translated_titles).toEqual(translations);
  });

  test('has the fields of any other one', () => {
    const [bibliography] = orcidBibliographies([aSummary({ arxivId: '1902.02534' })]).map(wholeBibliography);
    expect(Bibliography.parse(bibliography)).toMatchObject({
      title: 'On Cracked Pots',
      publication_date: '2008-02',
      publication_year: 2008,
      container_title: 'Journal of Psychoceramics',
      arxiv_id: '1902.02534',
      volume: null,
    });
  });
});

describe('the summaries of a record', () => {
  const empty = { publicationDate: null, journalTitle: null };
  const order = (...summaries: Parameters<typeof aSummary>[0][]) =>
    orcidBibliographies(summaries.map((fields, putCode) => aSummary({ putCode, ...fields }))).map(
      ({ put_code }) => put_code,
    );

  test('the one that its owner prefers is first, however little it says', () => {
    expect(order({}, { ...empty, displayIndex: 1 })).toEqual([1, 0]);
  });

  test('of equally preferred ones the more complete is first; `other` says nothing', () => {
    expect(order(empty, { journalTitle: null }, {}, { workType: 'other' })).toEqual([2, 1, 3, 0]);
  });

  test('equally complete ones stay in the order of the record', () => {
    expect(order({ title: 'B' }, { title: 'A' })).toEqual([0, 1]);
  });

  test('are limited, and so are the people', () => {
    expect(order(...Array.from({ length: 50 }, () => ({})))).toHaveLength(maxSummaries);
    const listed = orcidBibliographies([aSummary()]);
    const people = Array.from({ length: 50 }, (_, n) => [String(99 - n), listed] as const);
    // Each later than the one before, with a lower iD.
    const all = people.reduce<OrcidBibliographies>(
      (known, [orcid, each], n) => replaceListings(known, { [orcid]: each }, new Date(1_000 + n)),
      {},
    );
    const first = Array.from({ length: 19 }, (_, n) => String(81 + n));
    expect(Object.keys(boundListings(all, ['50']))).toEqual(['50', ...first]);
    expect(OrcidBibliographies.parse(all)).toEqual(all);
  });
});

describe('a record that was read again', () => {
  const listed = (listedAs: string, ...titles: string[]) =>
    orcidBibliographies(
      titles.map((title, putCode) => aSummary({ title, putCode })),
      listedAs,
    );
  const [now, later] = [new Date(1_000), new Date(2_000)];
  const titlesOf = (all: ReturnType<typeof replaceListings>) => all.A?.map(({ title }) => title);

  test('replaces what the same group said, and keeps its other groups, in an order of their own', () => {
    const [one, other] = [listed('10.5555/a', 'a1', 'a2'), listed('10.5555/b', 'b1')];
    const both = replaceListings(replaceListings({}, { A: other }, now), { A: one }, later);
    expect(replaceListings(replaceListings({}, { A: one }, now), { A: other }, later)).toEqual(both);
    expect(titlesOf(both)).toEqual(['a1', 'a2', 'b1']);
    expect(replaceListings(both, { A: one }, later)).toEqual(both);
    expect(titlesOf(replaceListings(both, { A: listed('10.5555/a', 'new') }, later))).toEqual(['new', 'b1']);
  });

  test('replaces what is known of it from an older shape', () => {
    const old = { A: listed('', 'old') };
    const read = replaceListings(old, { A: listed('10.5555/a', 'new'), B: listed('10.5555/a', 'other') }, later);
    expect(titlesOf(read)).toEqual(['new']);
    expect([read.A?.[0]?.listed_at, read.B?.[0]?.listed_at]).toEqual([null, later.getTime()]);
  });
});
