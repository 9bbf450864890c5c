import { describe, expect, test } from '@jest/globals';
import { daysOfDate } from '#src/records/groups/days.ts';
import type { GroupedOutput } from '#src/records/groups/group-condition.ts';
import { groupsOf } from '#src/records/groups/groups-of.ts';
import type { GroupOptions, HandMadeGroups, MembershipPeriod } from '#src/records/groups/knowledge.ts';
import { at, day, group, knowledgeOf, member } from './a-registry.ts';
import type { Registry } from './rule-by-day.ts';

const atPublication: GroupOptions = {
  basis: 'at_publication',
  primary: false,
  subgroups: true,
  today: day('2025-06-01'),
  monthsAfter: 0,
};

describe('a faculty with two institutes, and a centre of both', () => {
  const groups = [
    group('faculty'),
    group('physics', ['faculty']),
    group('chemistry', ['faculty']),
    group('centre', [['physics', '2024-01-01', null], 'chemistry']),
  ];
  const members = new Map<string, MembershipPeriod[]>([
    ['half', [member('physics', '2020-01-01', null, true), member('chemistry', '2020-01-01')]],
    ['moved', [member('physics', '2020-01-01', '2024-07-01'), member('chemistry', '2024-07-01')]],
    ['left', [member('chemistry', '2020-01-01', '2024-04-01')]],
    ['central', [member('centre', '2020-01-01')]],
  ]);
  const output = (id: string, date: string | null, ...orcids: string[]): GroupedOutput => ({
    id,
    orcids,
    days: daysOfDate(date),
  });
  const outputs = [
    output('of-half', '2024-03-05', 'half'),
    output('before-move', '2024-06-30', 'moved'),
    output('after-move', '2024-07-01', 'moved'),
    output('book', '2024', 'moved'),
    output('before-leave', '2024-03-31', 'left'),
    output('after-leave', '2024-04-01', 'left'),
    output('joint', '2024-02', 'moved', 'central'),
    output('old', '2023-05-05', 'moved'),
    output('old-of-centre', '2023-05-05', 'central'),
    output('undated', null, 'half'),
    output('of-strangers', '2024-05-05', 'stranger'),
  ];
  const noHand = new Map<string, HandMadeGroups>();
  const found = (options: Partial<GroupOptions>, registry: Partial<Registry> = {}) => {
    const knowledge = knowledgeOf({ groups, members, byHand: noHand, ...registry });
    const sets = outputs.map(
      ({ id, ...rest }) => [id, groupsOf({ id, ...rest }, knowledge, { ...atPublication, ...options })] as const,
    );
    return (id: string) =>
      sets
        .filter(([, ids]) => ids.has(id))
        .map(([name]) => name)
        .sort();
  };
  const in2024 = (ids: string[]) =>
    ids.filter((id) => outputs.find((one) => one.id === id)?.days?.[0] !== day('2023-05-05'));

  test('has the counts of 2024 that one gets on paper', () => {
    const of = found({});
    expect(in2024(of('physics'))).toEqual(['before-move', 'book', 'joint', 'of-half']);
    expect(in2024(of('chemistry'))).toEqual(['after-move', 'before-leave', 'book', 'joint', 'of-half']);
    expect(in2024(of('centre'))).toEqual(['joint']);
    expect(in2024(of('faculty'))).toEqual(['after-move', 'before-leave', 'before-move', 'book', 'joint', 'of-half']);
  });

  test('counts what the centre published for each parent of that time', () => {
    const of = found({});
    expect(of('chemistry')).toContain('old-of-centre');
    expect(of('physics')).not.toContain('old-of-centre');
  });

  test('has only its own outputs without sub-groups', () => {
    const of = found({ subgroups: false });
    expect(of('faculty')).toEqual([]);
    expect(in2024(of('chemistry'))).toEqual(['after-move', 'before-leave', 'book', 'of-half']);
  });

  test('counts members of today, or of any time, whenever the output was published', () => {
    const now = found({ basis: 'current' });
    expect(now('physics')).toEqual(['joint', 'of-half', 'old-of-centre', 'undated']);
    expect(now('chemistry')).not.toContain('before-leave');
    expect(now('chemistry')).toEqual(expect.arrayContaining(['before-move', 'old', 'undated']));
    const ever = found({ basis: 'ever' });
    expect(ever('chemistry')).toEqual(
      outputs
        .map(({ id }) => id)
        .filter((id) => id !== 'of-strangers')
        .sort(),
    );
  });

  test('counts only primary memberships where a person has one', () => {
    const of = found({ primary: true });
    expect(of('chemistry')).not.toContain('of-half');
    expect(of('physics')).toContain('of-half');
    expect(of('chemistry')).toContain('after-move');
  });

  test('counts a member for some months after the end', () => {
    expect(found({ monthsAfter: 1 })('chemistry')).toContain('after-leave');
    expect(found({ monthsAfter: 1 })('physics')).toContain('after-move');
    expect(found({ monthsAfter: 1 })('physics')).not.toContain('of-strangers');
  });

  test('the months after a primary membership add, and take no other membership away', () => {
    const changed = new Map(members).set('moved', [
      member('physics', null, '2024-07-01', true),
      member('chemistry', '2024-07-01'),
    ]);
    const of = found({ primary: true, monthsAfter: 3 }, { members: changed });
    expect([of('physics').includes('after-move'), of('chemistry').includes('after-move')]).toEqual([true, true]);
  });

  test('when an institute closes, the other one has its outputs, and the faculty what it had', () => {
    const closed = groups.map((one) =>
      one.id === 'physics'
        ? group('physics', [['faculty', null, '2025-01-01']], { taken_over_by: 'chemistry', ends_at: at('2025-01-01') })
        : one,
    );
    const [open, merged] = [found({}), found({}, { groups: closed })];
    expect(open('chemistry')).not.toContain('old');
    expect(merged('chemistry')).toEqual(expect.arrayContaining(['old', ...open('physics')]));
    expect(merged('faculty')).toEqual(open('faculty'));
    expect(merged('physics')).toEqual(open('physics'));
    // Nobody is a member of a closed institute.
    expect(found({ basis: 'current' }, { groups: closed })('physics')).toEqual(['joint', 'old-of-centre']);
  });

  test('what curators excluded counts for no parent through that group, but on another way', () => {
    const of = found({}, { byHand: new Map([['joint', { added: [], excluded: ['centre'] }]]) });
    expect(['centre', 'chemistry', 'physics', 'faculty'].filter((id) => of(id).includes('joint'))).toEqual([
      'physics',
      'faculty',
    ]);
  });

  test('what curators added counts for the parents of its date; excluded wins', () => {
    const of = found(
      {},
      {
        byHand: new Map([
          ['of-strangers', { added: ['centre'], excluded: [] }],
          ['old', { added: ['centre'], excluded: ['physics'] }],
          ['undated', { added: ['centre', 'chemistry'], excluded: ['chemistry'] }],
        ]),
      },
    );
    const having = (name: string) =>
      ['centre', 'chemistry', 'physics', 'faculty'].filter((id) => of(id).includes(name));
    expect(having('of-strangers')).toEqual(['centre', 'chemistry', 'physics', 'faculty']);
    expect(having('old')).toEqual(['centre', 'chemistry', 'faculty']);
    expect(having('undated')).toEqual(['centre', 'physics', 'faculty']);
  });
});
