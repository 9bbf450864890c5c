import { expect, test } from '@jest/globals';
import { languageTags } from '../../web/src/data/language-tags.ts';

test('each language is offered once: withdrawn codes have the names of those that took their place', () => {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  const offered = languageTags().map((tag) => names.of(tag));
  expect(offered.filter((name, at) => offered.indexOf(name) !== at)).toEqual([]);
  expect(languageTags()).toEqual(expect.arrayContaining(['ak', 'he', 'id', 'ro', 'yi']));
  expect(offered).toEqual(expect.arrayContaining(['German', 'Hebrew', 'Indonesian', 'Romanian', 'Yiddish']));
});
