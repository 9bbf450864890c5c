import { describe, expect, test } from '@jest/globals';
import { type Employment, employmentPeriod, Institution, institutionEvidence } from '#src/records/people/employment.ts';

const employment = (fields: Partial<Employment> = {}): Employment => ({
  putCode: 1,
  organization: 'Universidade de Aveiro',
  identifier: null,
  department: null,
  role: null,
  startDate: '2015',
  endDate: null,
  ...fields,
});
const id = (scheme: string, value: string) => ({ identifier: { scheme, value } });
const institution = Institution.parse({
  ror: ['https://ror.org/00nt41z93'],
  grid: ['grid.7311.4'],
  names: ['Universidade de Aveiro', 'Aveiro, University of'],
});

describe('at the institution', () => {
  test.each<[string, Partial<Employment>, string | undefined]>([
    ['a ROR iD', id('ROR', 'https://ror.org/00nt41z93'), 'ror'],
    ['a bare ROR iD, whatever its name', { ...id('ROR', '00NT41Z93'), organization: 'UA' }, 'ror'],
    ['another ROR iD with the same name', id('ROR', 'https://ror.org/013meh722'), undefined],
    ['a GRID id', id('GRID', 'grid.7311.4'), 'grid'],
    ['a Ringgold id of which the institution has none, by its name', id('RINGGOLD', '56062'), 'name'],
    ['a Crossref funder id, by its name', id('FUNDREF', 'http://dx.doi.org/10.13039/100000001'), 'name'],
    ['the name in another case, without accents', { organization: 'UNIVERSIDADE DE AVEIRÓ' }, 'name'],
    ['the name with other punctuation', { organization: 'Aveiro - University of' }, 'name'],
    ['a name that contains it', { organization: 'Hospital da Universidade de Aveiro' }, undefined],
  ])('%s', (_, fields, expected) => {
    expect(institutionEvidence(employment(fields), institution)).toBe(expected);
  });

  test('nothing, if the institution is not known', () => {
    expect(institutionEvidence(employment({ organization: '' }), Institution.parse({}))).toBeUndefined();
  });
});

describe('the period', () => {
  const ms = (text: string) => Date.parse(text);
  test.each<[string | null, string | null, [number, number | null] | undefined]>([
    ['2015', null, [ms('2015-01-01'), null]],
    ['2015-10', '2016', [ms('2015-10-01'), ms('2017-01-01')]],
    ['2015-10-05', '2016-12', [ms('2015-10-05'), ms('2017-01-01')]],
    ['2015', '2016-02-29', [ms('2015-01-01'), ms('2016-03-01')]],
    ['2015', '2015', [ms('2015-01-01'), ms('2016-01-01')]],
    ['1965', '1975', [1, ms('1976-01-01')]],
    ['1950', '1960', undefined],
    ['2016', '2015', undefined],
    [null, '2015', undefined],
    [null, null, undefined],
  ])('from %s to %s', (startDate, endDate, expected) => {
    const period = employmentPeriod(employment({ startDate, endDate }));
    expect(period && [period.starts_at, period.ends_at]).toEqual(expected);
  });
});
