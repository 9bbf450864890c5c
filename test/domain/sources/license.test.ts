import { expect, test } from '@jest/globals';
import { licenseName, licenseValues } from '../../../src/domain/sources/license.ts';

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

test.each([
  ['cc-by-4.0', ['cc-by-4.0', 'cc-by']],
  ['cc-by-nc-nd-3.0', ['cc-by-nc-nd-3.0', 'cc-by-nc-nd']],
  ['cc0-1.0', ['cc0-1.0', 'cc0']],
  ['cc-by', ['cc-by']],
  ['gpl-3.0', ['gpl-3.0']],
])('%s is found as %j', (name, values) => expect(licenseValues(name)).toEqual(values));
