import { expect, test } from '@jest/globals';
import { licenseName, licenseValues } from '#src/vocabulary/sources/license.ts';

test.each<[string | null, string | null]>([
  ['https://creativecommons.org/licenses/by/4.0/', 'cc-by-4.0'],
  ['http://creativecommons.org/licenses/by-nc-nd/3.0/us/', 'cc-by-nc-nd-3.0'],
  ['https://www.creativecommons.org/licences/BY-SA/2.5', 'cc-by-sa-2.5'],
  ['https://creativecommons.org/licenses/by/', 'cc-by'],
  ['https://creativecommons.org/publicdomain/zero/1.0/legalcode', 'cc0-1.0'],
  ['https://creativecommons.org/publicdomain/mark/1.0/', 'public-domain'],
  ['https://creativecommons.org/licenses/by-nd-nc/1.0/', 'cc-by-nc-nd-1.0'],
  ['https://creativecommons.org/licenses/by-sa-nc/2.0/de/', 'cc-by-nc-sa-2.0'],
  ['https://creativecommons.org/licenses/by-ncsa/4.0/', null],
  ['https://creativecommons.org/licenses/bync/4.0/', null],
  ['https://creativecommons.org/licenses/by_nc/4.0/', null],
  ['https://creativecommons.org/licenses/by-nc_nd/4.0/', null],
  ['https://creativecommons.org/licenses/by-nc-xx/4.0/', null],
  ['https://creativecommons.org/licenses/by-nd-sa/4.0/', null],
  ['https://creativecommons.org/licenses/by-by/4.0/', null],
  ['https://creativecommons.org/licenses/nc-sa/1.0/', null],
  ['https://creativecommons.org/licenses/sampling+/1.0/', null],
  ['https://creativecommons.org/licenses/by/4.0', 'cc-by-4.0'],
  ['https://creativecommons.org/licenses/by/4.0.', 'cc-by-4.0'],
  ['https://creativecommons.org/licenses/by/4', 'cc-by'],
  ['https://creativecommons.org/licenses/by/4.0/?ref=chooser-v1', 'cc-by-4.0'],
  ['https://creativecommons.org/licenses//by-nc/4.0/', 'cc-by-nc-4.0'],
  ['https://creativecommons.org/licenses/by-nc/4.0/deed.de', 'cc-by-nc-4.0'],
  ['https://creativecommons.org/licenses/publicdomain/zero/1.0/', 'cc0-1.0'],
  ['https://creativecommons.org/publicdomain/zeroed/1.0/', null],
  ['https://creativecommons.org/licenses/', null],
  ['https://creativecommons.org/by/4.0/', null],
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
