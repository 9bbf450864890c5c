import { expect, test } from '@jest/globals';
import { newLink } from '#src/matching/link.ts';
import { authorNamesOf, shownAuthors } from '#src/records/publications/author-names.ts';
import { applyIncoming, matchStates } from '#src/records/publications/publication.ts';
import { rowOf } from '#src/records/publications/row-of.ts';
import { aBibliography, anAuthor, anIncoming, carberry } from '../support/builders.ts';

const crowd = (count: number, length = 0) =>
  Array.from({ length: count }, (_, n) => anAuthor(`A${n} ${'x'.repeat(length)}`.trim()));

test('a response has 1,000 authors and 500,000 characters of them, and those of matched researchers with their position', () => {
  const shown = shownAuthors(crowd(5_000), [4_321, null, 7, 7]);
  expect(shown).toHaveLength(1_001);
  expect(shown[999]).toEqual(crowd(1_000)[999]);
  expect(shown[1_000]).toEqual({ ...crowd(5_000)[4_321], position: 4_321 });
  expect(shownAuthors(crowd(5_000), [7], 4_999)).toEqual([
    { ...crowd(5_000)[4_999], position: 4_999 },
    { ...crowd(8)[7], position: 7 },
  ]);
  expect(JSON.stringify(shownAuthors(crowd(1_000, 5_000))).length).toBeLessThan(510_000);
});

test('names are one a line, in their order, with single blanks', () => {
  const authors = [anAuthor(' Josiah \n Carberry'), anAuthor(''), anAuthor('Ada Lovelace')];
  expect(authorNamesOf(authors, [2])).toBe('Josiah Carberry\nAda Lovelace');
  expect(authorNamesOf([], [])).toBe('');
});

test('a row has at most 1,000 names, those of matched researchers among them', () => {
  const names = authorNamesOf(crowd(5_000), [4_321, null, 7, 7]).split('\n');
  expect(names).toHaveLength(1_000);
  expect(names.slice(0, 3)).toEqual(['A0', 'A1', 'A2']);
  expect(names.slice(-2)).toEqual(['A998', 'A4321']);
});

test('long names do not make a row large', () => {
  const names = authorNamesOf(crowd(1_000, 5_000), [999]);
  expect(names.length).toBeLessThanOrEqual(16_000);
  expect(names.split('\n').at(-1)).toBe(`A999 ${'x'.repeat(195)}`);
});

test('the row of a paper of 5,000 authors has the matched one and those an editor has set', () => {
  const authors = crowd(5_000).with(4_999, anAuthor('Josiah Carberry', carberry));
  const people = [{ orcid: carberry, name: null, givenName: 'Josiah', familyName: 'Carberry' }];
  const record = applyIncoming(undefined, anIncoming({ original: aBibliography({ authors }) }), people, new Date(0));
  const row = rowOf(record);
  expect(row.author_names.endsWith('\nJosiah Carberry')).toBe(true);
  expect(JSON.stringify(row).length).toBeLessThan(20_000);
  const edited = rowOf({ ...record, edits: { data: { authors: [anAuthor('Ada Lovelace')] } } });
  expect(edited.author_names).toBe('Ada Lovelace');
});

test('a researcher is matched completely if no other one is matched to the same author', () => {
  const link = (orcid: string, author_position: number | null) => ({ ...newLink(orcid), author_position });
  const researchers = [link('a', 0), link('b', 1), link('c', 1), link('d', null), link('e', null)];
  const record = { ...applyIncoming(undefined, anIncoming(), [], new Date(0)), researchers };
  expect(matchStates(record)).toEqual([
    'complete',
    'needs_attention',
    'needs_attention',
    'needs_attention',
    'needs_attention',
  ]);
});
