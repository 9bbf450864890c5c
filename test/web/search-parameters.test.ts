import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { publicationSearch } from '../../web/src/data/publication-filters/search.ts';
import {
  day,
  oneOf,
  pageNumber,
  parseSearch,
  searchParameters,
  text,
  writeSearch,
} from '../../web/src/search-parameters.ts';

test('an address keeps what the page has, and drops the rest', () => {
  const search = searchParameters({ q: text, page: pageNumber, dir: oneOf(['asc', 'desc']) });
  expect(search({ q: 'cracks', page: 2, dir: 'asc', other: 'x' })).toEqual({ q: 'cracks', page: 2, dir: 'asc' });
  expect(search({ q: ['cracks'], page: '2x', dir: 'up' })).toEqual({});
  expect(Object.keys(search({}))).toEqual([]);
  // Otherwise the router would keep what is in the address.
  expect({ dir: 'up', other: 'x', ...search({ dir: 'up', other: 'x' }) }).toEqual({});
});

test.each([
  ['text', text, 2020, '2020'],
  ['text', text, true, 'true'],
  ['text', text, '', ''],
  ['text', text, null, undefined],
  ['text', text, { a: 1 }, undefined],
  ['a page', pageNumber, 1, 1],
  ['a page', pageNumber, 0, undefined],
  ['a page', pageNumber, 1.5, undefined],
  ['a page', pageNumber, 1e300, undefined],
  ['a day', day, '2024-02-29', '2024-02-29'],
  ['a day', day, '2026-02-29', undefined],
  ['a day', day, '2026-13-01', undefined],
  ['a day', day, '2026-1-1', undefined],
  ['a day', day, 20260101, undefined],
] as const)('%s is read from an address (%#)', (_, read, value, expected) => {
  expect(read(value)).toBe(expected);
});

test('the list of publications has numbers and yes or no among its values', () => {
  expect(publicationSearch({ perPage: 50, is_retracted: false })).toEqual({ perPage: 50, is_retracted: false });
  expect(publicationSearch({ perPage: 51, is_retracted: 'no' })).toEqual({});
});

test.each([
  ['?q=10.50', { q: '10.50' }],
  ['?q=2020&page=2', { q: '2020', page: 2 }],
  ['?q=true&is_retracted=false&perPage=50', { q: 'true', is_retracted: false, perPage: 50 }],
  ['?q=%22tea+pot%22', { q: '"tea pot"' }],
])('the address %s is the search %j, and the other way round', (address, search) => {
  expect(publicationSearch(parseSearch(address))).toEqual(search);
  expect(writeSearch(search)).toBe(address);
});

test('whatever is searched for stays as it was typed', () => {
  const Typed = fc.oneof(
    fc.string(),
    fc.double().map(String),
    fc.constantFrom('null', '[1]', '{}', '1e3', '007', '&q=1'),
  );
  fc.assert(fc.property(Typed, (q) => expect(publicationSearch(parseSearch(writeSearch({ q })))).toEqual({ q })));
  expect(writeSearch({ q: undefined })).toBe('');
});
