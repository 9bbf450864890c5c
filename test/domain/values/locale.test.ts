import { describe, expect, test } from '@jest/globals';
import {
  contentLanguage,
  defaultText,
  fallbackTexts,
  inLocale,
  negotiateLocale,
  parseLocale,
  textIn,
} from '#src/vocabulary/locale.ts';

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

test.each<[Parameters<typeof textIn>[0], string, string | undefined]>([
  [{ en: 'Pots', es: 'Ollas' }, 'es-MX', 'Ollas'],
  [{ en: 'Pots', es: 'Ollas' }, 'de', undefined],
  [{ en: 'Pots', es: 'Ollas' }, 'en-GB', 'Pots'],
  [{ 'PT-br': 'Panelas' }, 'pt-BR', 'Panelas'],
  ['Pots', 'de', undefined],
  ['Pots', 'en', 'Pots'],
  ['Pots', 'en-GB', 'Pots'],
  [null, 'de', undefined],
  [{}, 'de', undefined],
])('the text of %j in %s: %s', (text, locale, expected) => {
  expect(textIn(text, locale)).toBe(expected);
});

test.each<[Parameters<typeof fallbackTexts>[0], string[], string[]]>([
  [{ en: 'Pots', es: 'Ollas' }, ['Pots'], ['Pots', 'Ollas']],
  [{ es: 'Ollas' }, [], ['Ollas']],
  ['Pots', ['Pots'], ['Pots']],
  [null, [], []],
])('a search of %j falls back to %j, or to those in all languages: %j', (text, inDefault, inAny) => {
  expect([fallbackTexts(text), fallbackTexts(text, true)]).toEqual([inDefault, inAny]);
});
