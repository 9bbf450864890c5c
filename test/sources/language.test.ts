import { expect, test } from '@jest/globals';
import { languageTag } from '#src/vocabulary/text/language.ts';

test.each([
  ['en', 'en'],
  ['eng', 'en'],
  ['en-US', 'en'],
  ['pt_BR', 'pt-BR'],
  ['zh-Hans', 'zh-Hans'],
  ['ger', 'de'],
  ['sv', 'sv'],
  ['English', 'en'],
  ['Englisch', 'en'],
  ['Deutsch', 'de'],
  ['German', 'de'],
  ['français', 'fr'],
  ['Español', 'es'],
  ['русский', 'ru'],
  ['Portuguese (Brazil)', 'pt'],
  ['English; French', 'en'],
  // Countries, and Ndonga, which nobody means.
  ['ng', undefined],
  ['jp', undefined],
  ['cn', undefined],
  ['und', undefined],
  ['mul', undefined],
  ['Klingonese', undefined],
  ['', undefined],
  [5, undefined],
])('the language %j is %j', (written, tag) => {
  expect(languageTag(written)).toBe(tag);
});
