import { describe, expect, test } from '@jest/globals';
import { eachOnce } from '#src/matching/names/each-once.ts';
import type { Author } from '#src/vocabulary/bibliography.ts';
import type { CreditRole } from '#src/vocabulary/roles/credit-roles.ts';

const [iD, otherId] = ['0000-0002-1825-0097', '0000-0001-5109-3700'];

/** "Given Family [Affiliation] @iD {role}", each part optional. */
function person(written: string): Author {
  const name = /^[^[{@]+/.exec(written)?.[0].trim() ?? '';
  const [, given = null, family = name] = /^(.+) (\S+)$/.exec(name) ?? [];
  const role = /\{(.+)\}/.exec(written)?.[1] as CreditRole | undefined;
  return {
    name,
    given,
    family,
    orcid: /@(\S+)/.exec(written)?.[1] ?? null,
    affiliations: [...written.matchAll(/\[([^\]]+)\]/g)].map(([, one = '']) => one),
    ...(role && { credit_roles: [role] }),
  };
}

const told = ({ name, orcid, affiliations, credit_roles = [] }: Author) =>
  [
    name,
    ...affiliations.map((each) => `[${each}]`),
    ...(orcid ? [`@${orcid}`] : []),
    ...credit_roles.map((each) => `{${each}}`),
  ].join(' ');

const once = (written: string[]) => eachOnce(written.map(person)).map(told);

describe('who is listed again is one person', () => {
  test.each<[string, string[], string[]]>([
    [
      'for each affiliation in a row',
      ['Eve Clay [A]', 'Eve Clay [B]', 'Tom Pot [A]', 'Tom Pot [C]'],
      ['Eve Clay [A] [B]', 'Tom Pot [A] [C]'],
    ],
    [
      'for each affiliation, one after all others',
      ['Eve Clay [A]', 'Tom Pot [B]', 'Ida Oven [B]', 'Eve Clay [C]'],
      ['Eve Clay [A] [C]', 'Tom Pot [B]', 'Ida Oven [B]'],
    ],
    ['with the same affiliation', ['Eve Clay [A]', 'Eve Clay [A]', 'Tom Pot [A]'], ['Eve Clay [A]', 'Tom Pot [A]']],
    [
      'with initials, as others are',
      ['E. Clay [A]', 'E. Clay [B]', 'T. Pot [A]', 'T. Pot [C]', 'I. Oven [A]'],
      ['E. Clay [A] [B]', 'T. Pot [A] [C]', 'I. Oven [A]'],
    ],
    [
      'three times, in capitals, with another hyphen and accents',
      ['Ève-Ann Clay [A]', 'ÈVE-ANN CLAY [B]', 'Eve\u2010Ann Clay [C]', 'Tom Pot [A]'],
      ['Ève-Ann Clay [A] [B] [C]', 'Tom Pot [A]'],
    ],
    ['in a list that is there twice', ['Eve Clay', 'Tom Pot', 'Eve Clay', 'Tom Pot'], ['Eve Clay', 'Tom Pot']],
    ['where each name is there twice', ['Eve Clay', 'Eve Clay', 'Tom Pot', 'Tom Pot'], ['Eve Clay', 'Tom Pot']],
    [
      'for each role',
      ['Eve Clay {software}', 'Eve Clay {methodology}', 'Eve Clay {software}', 'Tom Pot {resources}'],
      ['Eve Clay {software} {methodology}', 'Tom Pot {resources}'],
    ],
    [
      'with the same iD',
      [`Wei Li @${iD}`, 'Ann Pot', `Wei Li @${iD}`, `Wei Li @${otherId}`],
      [`Wei Li @${iD}`, 'Ann Pot', `Wei Li @${otherId}`],
    ],
    ['with an iD once', ['Eve Clay [A]', `Eve Clay [B] @${iD}`, 'Tom Pot'], [`Eve Clay [A] [B] @${iD}`, 'Tom Pot']],
  ])('%s', (_, written, people) => {
    expect(once(written)).toEqual(people);
  });
});

describe('namesakes stay several people', () => {
  test.each<[string, string[]]>([
    ['with different iDs', [`Wei Li [A] @${iD}`, `Wei Li [B] @${otherId}`]],
    ['with different iDs, where all are listed twice', [`Wei Li @${iD}`, `Wei Li @${otherId}`, 'Jun Wu', 'Ann Pot']],
    ['side by side, of whom nothing else is said', ['Ann Pot', 'Wei Li', 'Wei Li']],
    ['of whom nothing else is said and who are alone', ['Wei Li', 'Wei Li']],
    ['of whom only one has an affiliation', ['Ann Pot', 'Wei Li [A]', 'Wei Li']],
    ['of whom only one has a role', ['Ann Pot', 'Wei Li {software}', 'Wei Li']],
    [
      'with initials, alone among others',
      ['A. Pot [A]', 'B. Clay [B]', 'I. Oven [A]', 'T. Kiln [A]', 'W. Li [A]', 'W. Li [B]'],
    ],
    [
      'in the list of a collaboration',
      [...Array.from({ length: 60 }, (_, at) => `Ann P${'o'.repeat(at)}t [A]`), 'Wei Li [A]', 'Wei Li [B]'],
    ],
    ['in another order', ['Wei Li', 'Ann Pot', 'Ann Pot', 'Wei Li']],
    ['in generations', ['Tom Pot Jr. [A]', 'Tom Pot Sr. [A]']],
  ])('%s', (_, written) => {
    expect(once(written)).toEqual(written);
  });
});

test('everything that entries say of one person is kept', () => {
  const ror = { printed: 'Kiln Lab', name: 'Kiln Laboratory', ror: 'https://ror.org/021nxhr62', country: null };
  const people = [
    { ...person('Eve Clay [Kiln Lab]'), affiliation_details: [ror] },
    { ...person('Eve Clay [Pot House]'), is_corresponding: true },
    person('Tom Pot'),
  ];
  expect(eachOnce(people)[0]).toEqual({
    ...person('Eve Clay [Kiln Lab] [Pot House]'),
    affiliation_details: [ror, { printed: 'Pot House', name: null, ror: null, country: null }],
    is_corresponding: true,
  });
});

test('contributors are one person in each of their roles', () => {
  const people = ['translator', 'translator', 'chair'].map((role, at) => ({ ...person(`Eve Clay [${at}]`), role }));
  expect(eachOnce(people).map(({ role, affiliations }) => `${role} ${affiliations}`)).toEqual([
    'translator 0,1',
    'chair 2',
  ]);
});
