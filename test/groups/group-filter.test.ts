import { beforeEach, expect, test } from '@jest/globals';
import { groupFilter, knownGroups } from '#src/lists/groups/group-filter.ts';
import { carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { storePerson } from '../support/people.ts';
import { aMembership, now, storeGroup, storeMember } from './groups-fixture.ts';

const of = { kind: 'publication', audience: 'public', stalenessMs: 0 } as const;
const asked = { ids: ['faculty'], subgroups: true, primary: false, basis: undefined };
const peopleIn = ({ of: condition }: Awaited<ReturnType<typeof groupFilter>>) => [...(condition?.linked.keys() ?? [])];

beforeEach(async () => {
  await freshTable();
  await storeGroup('faculty');
  await storeGroup('institute', { parents: [{ id: 'faculty', starts_at: null, ends_at: null }] });
  await storePerson(carberry, 'Josiah', 'Carberry');
});

test('a filter is the same object until a group, a membership or the groups of an output change', async () => {
  const first = await groupFilter(of, asked, now);
  expect(peopleIn(first)).toEqual([]);
  expect(await groupFilter(of, { ...asked }, now)).toBe(first);
  await storeMember(carberry, [aMembership('institute')]);
  const second = await groupFilter(of, asked, now);
  expect(peopleIn(second)).toEqual([carberry]);
  expect(await groupFilter(of, asked, now)).toBe(second);
  await storeGroup('centre');
  expect(await groupFilter(of, asked, now)).not.toBe(second);
  // Another question does not push it out.
  const third = await groupFilter(of, asked, now);
  await groupFilter(of, { ...asked, subgroups: false }, now);
  expect(await groupFilter(of, asked, now)).toBe(third);
});

test('a filter of the same question asked twice at once has the same people', async () => {
  await storeMember(carberry, [aMembership('institute')]);
  const both = await Promise.all([groupFilter(of, asked, now), groupFilter(of, asked, now)]);
  expect(both.map(peopleIn)).toEqual([[carberry], [carberry]]);
  expect(await groupFilter(of, asked, now)).toEqual(both[0]);
});

test('hidden groups are none for the public, though what is in them counts above', async () => {
  await storeGroup('hidden', { visible: false, parents: [{ id: 'faculty', starts_at: null, ends_at: null }] });
  await storeMember(carberry, [aMembership('hidden')]);
  expect(peopleIn(await groupFilter(of, asked, now))).toEqual([carberry]);
  expect(peopleIn(await groupFilter(of, { ...asked, ids: ['hidden'] }, now))).toEqual([]);
  expect(peopleIn(await groupFilter({ ...of, audience: 'curators' }, { ...asked, ids: ['hidden'] }, now))).toEqual([
    carberry,
  ]);
});

test('what has no group is found from all groups', async () => {
  const none = await groupFilter(of, { ...asked, ids: ['none'] }, now);
  expect(none).toBe((await knownGroups('publication', 'public', 0)).filter({ ...asked, ids: ['none'] }, now));
});
