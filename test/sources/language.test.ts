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
  ['English, French', 'en'],
  ['eng;ger', 'en'],
  ['de, en', 'de'],
  ['und/pt_BR', 'pt-BR'],
  ['mul; und', undefined],
  // Codes that were withdrawn have names, too.
  ['Romanian', 'ro'],
  ['Yiddish', 'yi'],
  ['Filipino', 'fil'],
  // As ISO 639-2 has them.
  ['Spanish; Castilian', 'es'],
  ['Greek, Modern (1453-)', 'el'],
  ['Greek, Ancient (to 1453)', 'grc'],
  ['English, Middle (1100-1500)', 'enm'],
  ['Occitan, Old (to 1500)', undefined],
  ['Bokmål, Norwegian; Norwegian Bokmål', 'nb'],
  ['Central Khmer', 'km'],
  ['Slovene', 'sl'],
  ['zh-yue', 'yue'],
  ['zh-cmn-Hans', 'zh-Hans'],
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
