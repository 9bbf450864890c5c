import { describe, expect, test } from '@jest/globals';
import { awardsOfProject, sharedAwards } from '#src/ingestion/proposals/domain/award-match.ts';
import { applyProject, ProjectInput } from '#src/records/projects/input.ts';
import type { Funder } from '#src/vocabulary/bibliography.ts';
import { aProject } from '../support/builders.ts';

const project = (fields: object) =>
  applyProject(undefined, ProjectInput.parse({ ...aProject(), ...fields }), new Date());
const awards = (fields: object) => awardsOfProject(project(fields));
const funder = (fields: Partial<Funder>): Funder => ({
  name: null,
  doi: null,
  ror: null,
  awards: [],
  award_details: [],
  ...fields,
});

describe('the awards of a project', () => {
  test.each<[string, object, string[]]>([
    ['a field of data', { data: { grant_agreement: '101000302' } }, ['101000302']],
    ['a number', { data: { awardNumber: 101000302 } }, ['101000302']],
    ['several, in any depth', { data: { eu: { contracts: ['A-1/22', { code: 'B 2234' }] } } }, ['A-1/22', 'B 2234']],
    [
      'beside a funder',
      { funding_entities: [{ name: 'FCT', reference: 'PTDC/BIA/1234/2020' }] },
      ['PTDC/BIA/1234/2020'],
    ],
    ['its id, if that is a number', { id: 'UIDB-50017-2020' }, ['UIDB-50017-2020']],
    ['no other field', { id: 'kilns', data: { phone: '234370200', acronym: 'A2020' } }, []],
    ['no word', { id: 'kilns', data: { grant: 'none', award: 'yes' } }, []],
  ])('%s', (_, fields, numbers) => {
    expect([...awards({ id: 'kilns', ...fields }).numbers.values()]).toEqual(numbers);
  });
});

describe('the awards that a publication shares', () => {
  test.each<[string, object, Partial<Funder>, boolean | null | undefined]>([
    [
      'the same number, written otherwise',
      { data: { grant: 'PTDC/BIA/1234/2020' } },
      { awards: ['ptdc-bia-1234-2020'] },
      null,
    ],
    ['with words around it', { data: { grant: '101000302' } }, { awards: ['H2020 grant 101000302'] }, null],
    [
      'in the details',
      { data: { grant: '101000302' } },
      { award_details: [{ number: '101000302', title: 'T', uri: null }] },
      null,
    ],
    ['another number that contains it', { data: { grant: '101000302' } }, { awards: ['9101000302'] }, undefined],
    ['another number', { data: { grant: '101000302' } }, { awards: ['101000303'] }, undefined],
    [
      'with the same funder',
      { data: { grant: '101000302' }, funding_entities: ['FCT, I.P.'] },
      { name: 'FCT I P', awards: ['101000302'] },
      true,
    ],
    [
      'with the identifier of the funder',
      { data: { grant: '101000302' }, funding_entities: [{ id: 'https://ror.org/00snfqn58' }] },
      { ror: 'https://ror.org/00snfqn58', awards: ['101000302'] },
      true,
    ],
    [
      'with another funder',
      { data: { grant: '101000302' }, funding_entities: ['FCT'] },
      { name: 'NSF', awards: ['101000302'] },
      false,
    ],
    [
      'a short number with another funder',
      { data: { grant: '12-45' }, funding_entities: ['FCT'] },
      { name: 'NSF', awards: ['1245'] },
      undefined,
    ],
    [
      'a short number with the same funder',
      { data: { grant: '12-45' }, funding_entities: ['FCT'] },
      { name: 'FCT', awards: ['1245'] },
      true,
    ],
  ])('%s', (_, fields, given, same) => {
    const found = sharedAwards([funder(given)], awards({ id: 'kilns', ...fields }));
    expect(found.map(({ same_funder }) => same_funder)).toEqual(same === undefined ? [] : [same]);
  });
});
