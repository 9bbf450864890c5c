import { beforeEach, describe, expect, test } from '@jest/globals';
import { affiliationsOf, changeAffiliation } from '../../src/storage/affiliations.ts';
import { getPerson } from '../../src/storage/people.ts';
import { carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { storePerson } from '../support/people.ts';
import { allItems } from '../support/table.ts';

const now = new Date('2026-01-31T12:00:00Z');
const member = { entity_id: 'primary_entity', status: 'primary_entity' as const };
const external = { entity_id: 'primary_entity', status: 'external' as const };
const open = async () => (await affiliationsOf(carberry)).filter(({ ends_at }) => ends_at === null);

beforeEach(async () => {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
});

test('the open period, its row and what it replaces are one', async () => {
  await changeAffiliation(carberry, { ...member, starts_at: 1000 }, now);
  expect(await changeAffiliation(carberry, { ...external, starts_at: 2000 }, now)).toEqual({
    ...external,
    starts_at: 2000,
    ends_at: null,
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
  await changeAffiliation(carberry, { ...member, starts_at: 1000 }, now);
  const before = await allItems();
  await changeAffiliation(carberry, { ...member, starts_at: 1000 }, new Date());
  expect(await allItems()).toEqual(before);
});

test('the largest time a client may send comes after all others', async () => {
  await changeAffiliation(carberry, { ...member, starts_at: Number.MAX_SAFE_INTEGER }, now);
  await changeAffiliation(carberry, { ...external, starts_at: 1 }, now);
  expect((await affiliationsOf(carberry)).map(({ starts_at }) => starts_at)).toEqual([1, Number.MAX_SAFE_INTEGER]);
});

test('a person nobody knows has none', async () => {
  expect(await changeAffiliation('0009-9999-0000-0019', { ...member, starts_at: 1 }, now)).toBeUndefined();
});

describe('at the same time', () => {
  test.each(Array.from({ length: 5 }, (_, round) => round))(
    'two changes: both are made, one is open (%s)',
    async () => {
      await changeAffiliation(carberry, { ...member, starts_at: 1000 }, now);
      const starts = [2000, 3000];
      await Promise.all(starts.map((starts_at) => changeAffiliation(carberry, { ...external, starts_at }, now)));
      expect(await open()).toHaveLength(1);
      expect(await affiliationsOf(carberry)).toHaveLength(3);
    },
  );

  test('the same change twice: one period', async () => {
    const same = { ...member, starts_at: 1000 };
    await Promise.all([same, same].map((each) => changeAffiliation(carberry, each, now)));
    expect(await affiliationsOf(carberry)).toHaveLength(1);
  });

  test('many changes: some may give up, and one is open, the one the person shows', async () => {
    const starts = Array.from({ length: 8 }, (_, index) => 1000 + index);
    const changes = starts.map((starts_at) => changeAffiliation(carberry, { ...member, starts_at }, now));
    const outcomes = await Promise.allSettled(changes);
    const made = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(made).toBeGreaterThan(0);
    expect(await affiliationsOf(carberry)).toHaveLength(made);
    const [{ starts_at } = { starts_at: 0 }, ...others] = await open();
    expect(others).toEqual([]);
    expect((await getPerson(carberry))?.affiliations.at(-1)).toMatchObject({ starts_at, ends_at: null });
  });

  test('a refresh from ORCID: neither takes the other back', async () => {
    await Promise.all([
      changeAffiliation(carberry, { ...member, starts_at: 1000 }, now),
      storePerson(carberry, 'Josiah S.', 'Carberry'),
    ]);
    expect(await getPerson(carberry)).toMatchObject({
      name: 'Josiah S. Carberry',
      affiliations: [{ ...member, starts_at: 1000 }],
    });
  });
});
