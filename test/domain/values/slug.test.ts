import { expect, test } from '@jest/globals';
import { slugWords } from '#src/vocabulary/text/slug.ts';

test.each([
  ['Søren Ærø', 'soren-aero'],
  ['Đorđe Łukić-Żółć', 'dorde-lukic-zolc'],
  ['Þór Ðúi Œuvre', 'thor-dui-oeuvre'],
  ['Ħamrun Ĳssel STRAẞE', 'hamrun-ijssel-strasse'],
  ['Əliyev İbrahim Işık', 'eliyev-ibrahim-isik'],
  ['Ƙano Ɓala Ọlá Ngũgĩ', 'kano-bala-ola-ngugi'],
  ['Zoë O’Brien, 2nd', 'zoe-o-brien-2nd'],
  ['Иванов', ''],
])('the words of %s in an address are %s', (name, words) => {
  expect(slugWords(name, 80)).toBe(words);
  expect(slugWords(name.normalize('NFD'), 80)).toBe(words);
});
