import { expect, test } from '@jest/globals';
import { affiliationsOf, changeAffiliation } from '#src/records/people/store/affiliations.ts';
import { getPerson } from '#src/records/people/store/people.ts';
import { carberry } from '../support/builders.ts';
import { allItems } from '../support/table.ts';
import { context, external, member } from './affiliations-fixture.ts';

test('the open period, its row and what it replaces are one', async () => {
  await changeAffiliation(carberry, { ...member, starts_at: 1000 }, context);
  const opened = { ...external, starts_at: 2000, ends_at: null };
  expect(await changeAffiliation(carberry, { ...external, starts_at: 2000 }, context)).toEqual({
    started: opened,
    current: opened,
  });
  expect(await affiliationsOf(carberry)).toMatchObject([
    { ...member, starts_at: 1000, ends_at: 2000 },
    { ...external, starts_at: 2000, ends_at: null },
  ]);
  const current = [{ ...external, starts_at: 2000, ends_at: null }];
  expect(await getPerson(carberry)).toMatchObject({ affiliations: current, version: 3 });
  const row = (await allItems()).find(({ pk }) => String(pk).startsWith('LIST#PERSON#'));
  expect(row).toMatchObject({ sk: carberry, affiliations: current });
});

test('the same once more writes nothing', async () => {
  await changeAffiliation(carberry, { ...member, starts_at: 1000 }, context);
  const before = await allItems();
  await changeAffiliation(carberry, { ...member, starts_at: 1000 }, { ...context, now: new Date() });
  expect(await allItems()).toEqual(before);
});

test('the largest time a client may send comes after all others', async () => {
  await changeAffiliation(carberry, { ...member, starts_at: Number.MAX_SAFE_INTEGER }, context);
  await changeAffiliation(carberry, { ...external, starts_at: 1 }, context);
  expect((await affiliationsOf(carberry)).map(({ starts_at }) => starts_at)).toEqual([1, Number.MAX_SAFE_INTEGER]);
});

test('a person nobody knows has none', async () => {
  expect(await changeAffiliation('0009-9999-0000-0019', { ...member, starts_at: 1 }, context)).toBeUndefined();
});
