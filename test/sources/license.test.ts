import { expect, test } from '@jest/globals';
import { licenseName } from '../../src/sources/fields/license.ts';

test.each<[string | null, string | null]>([
  ['https://creativecommons.org/licenses/by/4.0/', 'cc-by-4.0'],
  ['http://creativecommons.org/licenses/by-nc-nd/3.0/us/', 'cc-by-nc-nd-3.0'],
  ['https://www.creativecommons.org/licences/BY-SA/2.5', 'cc-by-sa-2.5'],
  ['https://creativecommons.org/licenses/by/', 'cc-by'],
  ['https://creativecommons.org/publicdomain/zero/1.0/legalcode', 'cc0-1.0'],
  ['https://creativecommons.org/publicdomain/mark/1.0/', 'public-domain'],
  ['https://www.elsevier.com/tdm/userlicense/1.0/', null],
  [null, null],
])('%j: %j', (url, name) => {
  expect(licenseName(url)).toBe(name);
});
