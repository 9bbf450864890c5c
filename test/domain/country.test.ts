import { expect, test } from '@jest/globals';
import { countryAtEnd, countryCode } from '#src/vocabulary/country.ts';

test.each([
  ['FR', 'France|France.|FRANCE|Frankreich|Francia'],
  ['CN', "China|PR China|P.R. China|P. R. China|P R China|People's Republic of China|Peoples R China|中国"],
  ['TW', 'Taiwan|Taiwan (R.O.C.)|Taiwan, ROC|Taiwan, R. O. C.|Republic of China'],
  ['HK', 'Hong Kong|Hong Kong SAR'],
  ['US', 'USA|U.S.A.|U. S. A.|United States of America|The United States'],
  ['GB', 'UK|U.K.|United Kingdom|Northern Ireland|Scotland'],
  ['CI', "Côte d'Ivoire|Côte d’Ivoire|Cote d'Ivoire|Ivory Coast"],
  ['BA', 'Bosnia and Herzegovina|Bosnia & Herzegovina|Bosna i Hercegovina'],
  ['TT', 'Trinidad and Tobago|Trinidad & Tobago'],
  ['LC', 'St. Lucia|St Lucia'],
  ['TR', 'Türkiye|Turkiye|Turkey|TURKEY'],
  ['KR', 'Korea|South Korea|Republic of Korea'],
  ['IR', 'Iran|Islamic Republic of Iran|I.R. Iran'],
  ['CD', 'Democratic Republic of the Congo|DR Congo|D.R. Congo'],
  ['MK', 'North Macedonia|Macedonia|Republic of North Macedonia'],
  ['GM', 'The Gambia|Gambia'],
  ['SA', 'Saudi Arabia|Kingdom of Saudi Arabia'],
  ['MD', 'Moldova|Republic of Moldova'],
  ['IE', 'Ireland|Republic of Ireland'],
  ['PS', 'Palestine|Palestinian Territories'],
  ['GW', 'Guinea-Bissau|Guinea Bissau'],
  ['PL', 'Polska|Poland'],
  ['RU', 'Россия|Russian Federation'],
  ['JP', '日本|Japan'],
  ['GE', 'Republic of Georgia'],
  [undefined, 'Georgia|Jersey|Chad|European Union|United Nations|Long Island|Kiln Society'],
])('the country is %s', (code, names) => {
  for (const name of names.split('|')) {
    expect([name, countryAtEnd(`Kiln Lab, Pottown, ${name}`)]).toEqual([name, code]);
  }
});

test('initials are no country', () => {
  expect(countryCode('U. S.')).toBeUndefined();
  expect(countryCode('U.K.')).toBeUndefined();
});
