import { describe, expect, test } from '@jest/globals';
import {
  employedAt,
  type NamedGroups,
  type PrintedAffiliations,
  printedBy,
} from '#src/ingestion/proposals/domain/group-memberships.ts';
import { daysOfDate } from '#src/records/groups/days.ts';
import { type GroupContent, newGroup } from '#src/records/groups/group.ts';
import { groupPlace } from '#src/records/groups/place.ts';
import { namesOfGroups } from '#src/records/groups/printed-names.ts';
import { groupTree } from '#src/records/groups/tree.ts';
import { type Employment, Institution } from '#src/records/people/employment.ts';
import { aMembership, now } from '../groups/groups-fixture.ts';

const group = (id: string, content: Partial<GroupContent> = {}) =>
  newGroup(
    id,
    {
      name: `Department of ${id}`,
      kind: null,
      parents: [],
      taken_over_by: null,
      ror: null,
      homepage: null,
      external_id: null,
      printed_names: [`Dept ${id}`],
      visible: true,
      stewards: [],
      starts_at: null,
      ends_at: null,
      ...content,
    },
    now,
  );

const always = { starts_at: null, ends_at: null };
const all = [
  group('science', { ror: 'https://ror.org/05gq02987', printed_names: ['Faculty of Science'] }),
  group('kilns', { parents: [{ id: 'science', ...always }] }),
  group('glazes', { parents: [{ id: 'science', starts_at: '2020-01-01', ends_at: null }] }),
  group('old', { name: 'Clay', printed_names: ['Clay'], ends_at: '2018-12-31', taken_over_by: 'new' }),
  group('new', { name: 'Clay', printed_names: ['Clay'], starts_at: '2019-01-01' }),
];
const known = (fields: Partial<NamedGroups> = {}): NamedGroups => ({
  tree: groupTree(all.map(groupPlace)),
  names: namesOfGroups(all),
  institution: Institution.parse({ names: ['University of Invention'] }),
  monthsAfter: 0,
  ...fields,
});

const employment = (fields: Partial<Employment> = {}): Employment => ({
  putCode: 1,
  organization: 'University of Invention',
  identifier: null,
  department: 'Department of Kilns',
  role: null,
  startDate: '2015-10',
  endDate: '2020',
  ...fields,
});
const ror = { identifier: { scheme: 'ROR', value: '05gq02987' } };

describe('an employment', () => {
  const claimed = (fields: Partial<Employment>, memberships = [] as ReturnType<typeof aMembership>[], more = known()) =>
    employedAt([employment(fields)], memberships, more).map(
      ({ membership: { group_id, starts_at, ends_at }, seen }) =>
        `${group_id} ${starts_at} ${ends_at} ${seen.matched_by}`,
    );

  test.each<[string, Partial<Employment>, string[]]>([
    ['with the name of a group, from the first to the last day', {}, ['kilns 2015-10-01 2020-12-31 department']],
    [
      'with a printed name, without an end',
      { department: 'DEPT. KILNS', endDate: null },
      ['kilns 2015-10-01 null department'],
    ],
    ['with more words is of no group', { department: 'Department of Kilns and Ovens' }, []],
    ['without a department, with the ROR iD', { ...ror, department: null }, ['science 2015-10-01 2020-12-31 ror']],
    ['with both is of the group below', ror, ['kilns 2015-10-01 2020-12-31 department']],
    [
      'with both is also of the group above as long as the other one was not below it',
      { ...ror, department: 'Department of Glazes', endDate: '2021-06-30' },
      ['science 2015-10-01 2019-12-31 ror', 'glazes 2015-10-01 2021-06-30 department'],
    ],
    [
      'with the name of two groups, one after the other, is of each in its time',
      { department: 'clay' },
      ['old 2015-10-01 2018-12-31 department', 'new 2019-01-01 2020-12-31 department'],
    ],
    [
      'before a group of the same name began is of the first one',
      { department: 'Clay', startDate: '2010', endDate: '2012' },
      ['old 2010-01-01 2012-12-31 department'],
    ],
    ['elsewhere is of none', { organization: 'Another University' }, []],
    ['without a start is of none', { startDate: null }, []],
    ['that ends before it starts is of none', { endDate: '2014' }, []],
  ])('%s', (_, fields, expected) => {
    expect(claimed(fields)).toEqual(expected);
  });

  test('elsewhere counts if the institution is not known', () => {
    const unknown = known({ institution: Institution.parse({}) });
    expect(claimed({ organization: 'Another University' }, [], unknown)).toHaveLength(1);
  });

  test.each<[string, Parameters<typeof aMembership>, number]>([
    ['of the group on one of its days', ['kilns', { starts_at: '2020-12-31' }], 0],
    ['of the group after it', ['kilns', { starts_at: '2021-01-01' }], 1],
    ['of the group above', ['science', {}], 1],
    ['of another group', ['glazes', {}], 1],
  ])('of a member %s', (_, membership, count) => {
    expect(claimed({}, [aMembership(...membership)])).toHaveLength(count);
  });

  test('of a member of a group that belongs to it the whole time says nothing new', () => {
    const inScience = { ...ror, department: null };
    expect(claimed(inScience, [aMembership('kilns')])).toEqual([]);
    expect(claimed(inScience, [aMembership('kilns', { starts_at: '2016-01-01' })])).toHaveLength(1);
  });

  test('listed twice is one claim; with other dates, it is another one', () => {
    const twice = [employment(), employment({ putCode: 2, role: 'Dean' }), employment({ putCode: 3, endDate: '2021' })];
    const subjects = employedAt(twice, [], known()).map(({ subject }) => subject);
    expect(subjects).toEqual([
      ['employment', '2015-10', '2020'],
      ['employment', '2015-10', '2021'],
    ]);
  });
});

describe('printed affiliations', () => {
  const printed = (doi: string, date: string, ...texts: string[]): PrintedAffiliations => ({
    doi,
    source: 'crossref',
    days: daysOfDate(date) ?? [0, 0],
    texts,
  });
  const claimed = (
    publications: PrintedAffiliations[],
    memberships = [] as ReturnType<typeof aMembership>[],
    { employed = [] as Parameters<typeof printedBy>[2], more = known() } = {},
  ) =>
    printedBy(publications, memberships, employed, more).map(
      ({ membership: { group_id, starts_at, ends_at }, seen }) =>
        `${group_id} ${starts_at} ${ends_at} ${(seen.dois as string[]).join()}`,
    );
  const [first, book, last] = [
    printed('10.5555/a', '2015-06-15', 'Dept. Kilns, University of Invention'),
    printed('10.5555/b', '2017', 'University of Invention', 'Dept Kilns'),
    printed('10.5555/c', '2019-03', 'Dept Kilns; Dept Ovens'),
  ] as const;

  test('are one claim for a group, from the first to the last day', () => {
    const [claim, ...others] = printedBy([book, first, last], [], [], known());
    expect(others).toEqual([]);
    expect(claim).toEqual({
      membership: { group_id: 'kilns', starts_at: '2015-06-15', ends_at: '2019-03-31' },
      source: 'crossref',
      subject: ['affiliations'],
      seen: {
        printed: ['Dept Kilns; Dept Ovens', 'Dept Kilns', 'Dept. Kilns, University of Invention'],
        dois: ['10.5555/c', '10.5555/b', '10.5555/a'],
        publications: 3,
        first_year: 2015,
        last_year: 2019,
      },
    });
  });

  test('have at most ten DOIs, the newest, and five texts', () => {
    const many = Array.from({ length: 30 }, (_, n) => printed(`10.5555/${n}`, `${1990 + n}`, `Dept Kilns, ${n}`));
    const [claim] = printedBy(many, [], [], known());
    expect(claim?.seen).toMatchObject({ publications: 30, first_year: 1990, last_year: 2019 });
    expect(claim?.seen.dois).toEqual(Array.from({ length: 10 }, (_, n) => `10.5555/${29 - n}`));
    expect(claim?.seen.printed).toHaveLength(5);
  });

  test.each<[string, Parameters<typeof aMembership>[], string[]]>([
    ['no membership', [], ['kilns 2015-06-15 2019-03-31 10.5555/c,10.5555/b,10.5555/a']],
    ['one at all times', [['kilns']], []],
    ['one on a day of each', [['kilns', { starts_at: '2015-06-15', ends_at: '2019-03-01' }]], []],
    [
      'one in between: what comes after it',
      [['kilns', { starts_at: '2016-01-01', ends_at: '2018-01-01' }]],
      ['kilns 2019-03-01 2019-03-31 10.5555/c'],
    ],
    [
      'one until the end: what comes before it',
      [['kilns', { starts_at: '2017-12-31' }]],
      ['kilns 2015-06-15 2015-06-15 10.5555/a'],
    ],
    ['one of the group above', [['science']], ['kilns 2015-06-15 2019-03-31 10.5555/c,10.5555/b,10.5555/a']],
  ])('%s', (_, memberships, expected) => {
    expect(
      claimed(
        [first, book, last],
        memberships.map((each) => aMembership(...each)),
      ),
    ).toEqual(expected);
  });

  test('of the group above say nothing new of a member, or beside the name of the group', () => {
    const faculty = printed('10.5555/f', '2019', 'Dept Kilns, Faculty of Science');
    expect(claimed([faculty])).toEqual(['kilns 2019-01-01 2019-12-31 10.5555/f']);
    expect(claimed([faculty], [aMembership('kilns')])).toEqual([]);
  });

  test('within a claimed employment are no other claim; months after the end count', () => {
    const employed = [{ group_id: 'kilns', starts_at: '2015-01-01', ends_at: '2018-01-01' }];
    expect(claimed([first, book, last], [], { employed })).toEqual(['kilns 2019-03-01 2019-03-31 10.5555/c']);
    const left = aMembership('kilns', { ends_at: '2018-12-31' });
    expect(claimed([last], [left])).toHaveLength(1);
    expect(claimed([last], [left], { more: known({ monthsAfter: 3 }) })).toEqual([]);
  });

  test('of a group that has ended are of the one that is there then', () => {
    expect(claimed([printed('10.5555/a', '2018-06', 'Clay'), printed('10.5555/b', '2019', 'Clay')])).toEqual([
      'old 2018-06-01 2018-06-30 10.5555/a',
      'new 2019-01-01 2019-12-31 10.5555/b',
    ]);
  });
});
