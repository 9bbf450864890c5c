import { describe, expect, test } from '@jest/globals';
import {
  contentLanguage,
  defaultText,
  inLocale,
  negotiateLocale,
  parseLocale,
  searchedTexts,
} from '../../../src/domain/values/locale.ts';

const title = { en: 'Pots', es: 'Ollas', 'pt-BR': 'Panelas' };

test.each([
  ['es', 'Ollas'],
  ['ES', 'Ollas'],
  ['es-MX', 'Ollas'],
  ['pt-BR', 'Panelas'],
  ['pt-br', 'Panelas'],
  ['pt', 'Pots'],
  ['de', 'Pots'],
])('text in %s: %s', (locale, expected) => {
  expect(inLocale(title, locale)).toBe(expected);
});

test('without the default locale, the first by tag', () => {
  expect(inLocale({ und: 'Z', de: 'Töpfe' }, 'fr')).toBe('Töpfe');
  expect(inLocale('Plain', 'fr')).toBe('Plain');
  expect(inLocale({}, 'fr')).toBeNull();
  expect(inLocale(null, 'fr')).toBeNull();
});

test('search without locales sees plain strings and English', () => {
  expect([defaultText('Plain'), defaultText(title), defaultText({ es: 'Ollas' }), defaultText(null)]).toEqual([
    'Plain',
    'Pots',
    null,
    null,
  ]);
});

describe('negotiation', () => {
  test.each([
    ['es', 'es'],
    ['de, es;q=0.5', 'es'],
    ['es;q=0.1, en;q=0.9', 'en'],
    ['es;q=0', 'en'],
    ['fr-CH, fr;q=0.9, pt-BR;q=0.8', 'pt-BR'],
    ['*', 'en'],
    ['not a header;;q=x', 'en'],
    [undefined, 'en'],
  ])('Accept-Language %j: %s', (header, expected) => {
    expect(negotiateLocale(undefined, header, [title, 'Plain', null])).toBe(expected);
  });

  test('the parameter wins over the header', () => {
    expect(negotiateLocale('de', 'es', [title])).toBe('de');
  });
});

test.each([
  ['PT-br', 'pt-BR'],
  ['pt_BR', undefined],
  ['de_DE', undefined],
  ['zh-hant-tw', 'zh-Hant-TW'],
  ['english language', undefined],
  ['', undefined],
])('the tag %j is %s', (tag, expected) => {
  expect(parseLocale(tag)).toBe(expected);
});

test.each<[Parameters<typeof contentLanguage>[0], string, string]>([
  [[title], 'es', 'es'],
  [[title], 'de', 'en'],
  [[title, { de: 'Töpfe' }], 'es', 'de, es'],
  [[{ es: 'Ollas' }, title, null], 'es-MX', 'es'],
  [['Plain', { 'PT-br': 'Panelas' }], 'pt-BR', 'en, pt-BR'],
  [['Plain'], 'de', 'en'],
  [[{ 'not a tag': 'x', 'a\r\nb': 'y' }], 'de', 'en'],
  [[], 'de', 'en'],
  [[null, {}], 'de', 'en'],
])('the languages of %j in %s: %s', (texts, locale, expected) => {
  expect(contentLanguage(texts, locale)).toBe(expected);
});

describe('the texts to search in a locale, and whether they are in it', () => {
  const [own, other] = [true, false];
  test.each<[Parameters<typeof searchedTexts>[0], string | null, [string, boolean][]]>([
    [{ en: 'Pots', es: 'Ollas' }, 'es-MX', [['Ollas', own]]],
    [{ en: 'Pots', es: 'Ollas' }, 'de', [['Pots', other]]],
    [{ en: 'Pots', es: 'Ollas' }, 'en-GB', [['Pots', own]]],
    [{ en: 'Pots', es: 'Ollas' }, null, [['Pots', other]]],
    [{ es: 'Ollas' }, 'de', []],
    [{ 'PT-br': 'Panelas' }, 'pt-BR', [['Panelas', own]]],
    ['Pots', 'de', [['Pots', other]]],
    ['Pots', 'en', [['Pots', own]]],
    ['Pots', 'en-GB', [['Pots', own]]],
    ['Pots', null, [['Pots', other]]],
    [null, 'de', []],
    [{}, 'de', []],
  ])('of %j in %s: %j', (text, locale, expected) => {
    expect(searchedTexts(text, locale).map((found) => [found.text, found.isInLocale])).toEqual(expected);
  });

  test('in any language', () => {
    const texts = searchedTexts({ en: 'Pots', es: 'Ollas' }, 'es', true);
    expect(texts).toEqual([
      { text: 'Pots', isInLocale: false },
      { text: 'Ollas', isInLocale: true },
    ]);
  });
});
