import { describe, expect, jest, test } from '@jest/globals';
import { affiliationsOf, changeAffiliation } from '#src/records/people/store/affiliations.ts';
import { getPerson } from '#src/records/people/store/people.ts';
import { db } from '#src/table/table.ts';
import { carberry } from '../support/builders.ts';
import { storePeriods, storePerson } from '../support/people.ts';
import { allItems } from '../support/table.ts';
import { context, external, member, now, open } from './affiliations-fixture.ts';

describe('a long history', () => {
  const spans = (periods: { starts_at: number; ends_at: number | null }[]) =>
    periods.map(({ starts_at, ends_at }) => [starts_at, ends_at]);

  test.each([98, 150])('of %s periods, older and newer than their order, is superseded by one', async (count) => {
    await storePeriods(carberry, count - 20, 1000);
    const starts = Array.from({ length: count }, (_, n) => 1000 + n);
    for (const starts_at of starts.slice(-20)) await changeAffiliation(carberry, { ...external, starts_at }, context);
    const ends = [...starts.slice(1), null];
    expect(spans(await affiliationsOf(carberry))).toEqual(starts.map((start, n) => [start, ends[n]]));
    await changeAffiliation(carberry, { ...external, starts_at: 1 }, context);
    expect(spans(await affiliationsOf(carberry))).toEqual([[1, null], ...starts.map((start) => [start, start])]);
    expect((await getPerson(carberry))?.affiliations).toEqual([{ ...external, starts_at: 1, ends_at: null }]);
  });

  test('with a thousand periods yet to end takes no further one; one that supersedes them all it takes', async () => {
    await storePeriods(carberry, 1000, now.getTime() + 1000);
    const before = await allItems();
    const after = { ...external, starts_at: now.getTime() + 100_000 };
    expect(await changeAffiliation(carberry, after, context)).toBe('too_many');
    expect(await allItems()).toEqual(before);
    const superseding = { ...external, starts_at: now.getTime() + 1 };
    expect(await changeAffiliation(carberry, superseding, context)).toEqual({
      started: { ...superseding, ends_at: null },
      current: null,
    });
    expect((await getPerson(carberry))?.affiliations).toEqual([{ ...superseding, ends_at: null }]);
  });

  test('costs a change as few writes as a short one', async () => {
    await storePeriods(carberry, 50, 1000);
    const spy = jest.spyOn(db, 'send');
    await changeAffiliation(carberry, { ...external, starts_at: 1 }, context);
    const commands = spy.mock.calls.map(([command]) => command as { input: { TransactItems?: unknown[] } });
    spy.mockRestore();
    expect(commands.flatMap(({ input }) => input.TransactItems ?? [])).toHaveLength(5);
  });
});

describe('at the same time', () => {
  test.each(Array.from({ length: 5 }, (_, round) => round))(
    'two changes: both are made, one is open (%s)',
    async () => {
      await changeAffiliation(carberry, { ...member, starts_at: 1000 }, context);
      const starts = [2000, 3000];
      await Promise.all(starts.map((starts_at) => changeAffiliation(carberry, { ...external, starts_at }, context)));
      expect(await open()).toHaveLength(1);
      expect(await affiliationsOf(carberry)).toHaveLength(3);
    },
  );

  test('the same change twice: one period', async () => {
    const same = { ...member, starts_at: 1000 };
    await Promise.all([same, same].map((each) => changeAffiliation(carberry, each, context)));
    expect(await affiliationsOf(carberry)).toHaveLength(1);
  });

  test('fifteen changes: all are made, and one is open, the one the person shows', async () => {
    const starts = Array.from({ length: 15 }, (_, index) => 1000 + index);
    await Promise.all(starts.map((starts_at) => changeAffiliation(carberry, { ...member, starts_at }, context)));
    expect((await affiliationsOf(carberry)).map(({ starts_at }) => starts_at)).toEqual(starts);
    const [{ starts_at } = { starts_at: 0 }, ...others] = await open();
    expect(others).toEqual([]);
    expect((await getPerson(carberry))?.affiliations.at(-1)).toMatchObject({ starts_at, ends_at: null });
  });

  test('a refresh from ORCID: neither takes the other back', async () => {
    await Promise.all([
      changeAffiliation(carberry, { ...member, starts_at: 1000 }, context),
      storePerson(carberry, 'Josiah S.', 'Carberry'),
    ]);
    expect(await getPerson(carberry)).toMatchObject({
      name: 'Josiah S. Carberry',
      affiliations: [{ ...member, starts_at: 1000 }],
    });
  });
});
