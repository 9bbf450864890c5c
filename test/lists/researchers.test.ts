import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { curatedPeople as people } from '#src/lists/people.ts';
import { findResearchers, type ResearcherQuery } from '#src/lists/researchers.ts';
import type { Affiliation } from '#src/records/people/affiliation.ts';
import { applyOrcidPerson, type PersonRecord } from '#src/records/people/person.ts';
import { personWrites } from '#src/records/people/store/people.ts';
import { transact } from '#src/table/table.ts';
import { freshTable } from '../support/engine.ts';
import { storePublicationRow } from '../support/people.ts';

const period = (
  status: Affiliation['status'],
  starts_at: number,
  ends_at: number | null,
  entity_id = 'primary_entity',
) => ({
  entity_id,
  status,
  starts_at,
  ends_at,
});
const orcid = (n: number) => `0000-0000-0000-000${n}`;
const affiliations: Affiliation[][] = [
  [],
  [period('primary_entity', 10, null)],
  [period('external', 10, 20), period('primary_entity', 20, null)],
  [period('primary_entity', 10, 20), period('external', 20, null)],
  [period('external', 15, null, 'another_entity')],
  [period('primary_entity', 21, null)],
];

const everybody: PersonRecord[] = affiliations.map((periods, n) => ({
  ...applyOrcidPerson(
    undefined,
    {
      orcid: orcid(n),
      givenName: n === 5 ? null : `Name ${9 - n}`,
      familyName: null,
      creditName: null,
      biography: null,
    },
    new Date(100 + (n % 3)),
  ),
  affiliations: periods,
  category_ids: n === 1 ? ['board', 'lab'] : n === 2 ? ['lab'] : [],
}));

const query: ResearcherQuery = {
  page: 1,
  per_page: 100,
  q: '',
  sort: 'name',
  dir: 'asc',
  active_only: false,
  entity_id: null,
  affiliation_status: null,
};
const find = async (fields: Partial<ResearcherQuery>, ms = 20) => {
  const { rows } = await findResearchers({ ...query, ...fields }, new Date(ms));
  return rows.map((row) => Number(row.orcid.at(-1)));
};

beforeAll(async () => {
  await freshTable();
  await transact((at) => everybody.flatMap((person) => personWrites(person, undefined, at)));
  const orcids = (...numbers: number[]) => numbers.map(orcid);
  await storePublicationRow({ doi: '10.5555/a', orcids: orcids(3, 4) });
  await storePublicationRow({
    doi: '10.5555/b',
    orcids: orcids(3, 0),
    visible: false,
    author_match_state: 'needs_attention',
  });
  await storePublicationRow({
    doi: '10.5555/c',
    orcids: orcids(5),
    deleted_at: '2026-01-31T12:00:00.000Z',
    author_match_state: 'needs_attention',
  });
});

describe('filters by affiliation, at the time of the request', () => {
  test.each<[number, number[]]>([
    [9, []],
    [10, [1, 3]],
    [19, [1, 3]],
    [20, [1, 2]],
    [21, [1, 2, 5]],
  ])('a period holds from its start until just before its end: members at %s', async (ms, expected) => {
    expect((await find({ affiliation_status: 'primary_entity' }, ms)).sort()).toEqual(expected);
  });

  test.each<[Partial<ResearcherQuery>, number[]]>([
    [{ active_only: true }, [1, 2, 3, 4]],
    [{ entity_id: 'primary_entity' }, [1, 2, 3]],
    [{ active_only: true, entity_id: 'another_entity' }, [4]],
    [{ active_only: true, affiliation_status: 'external' }, [3, 4]],
    [{ entity_id: 'primary_entity', affiliation_status: 'external' }, [3]],
    [{ entity_id: 'another_entity', affiliation_status: 'primary_entity' }, []],
    [{ entity_id: 'nobody' }, []],
  ])('%j: one affiliation has all that is asked for', async (filter, expected) => {
    expect((await find(filter)).sort()).toEqual(expected);
  });
});

describe('sorts', () => {
  test.each<[ResearcherQuery['sort'], ResearcherQuery['dir'], number[]]>([
    ['name', 'asc', [4, 3, 2, 1, 0, 5]],
    ['name', 'desc', [0, 1, 2, 3, 4, 5]],
    ['last_fetched_at', 'desc', [2, 5, 1, 4, 0, 3]],
    ['last_fetched_at', 'asc', [0, 3, 1, 4, 2, 5]],
    ['publication_count', 'desc', [3, 0, 4, 1, 2, 5]],
    ['publication_count', 'asc', [1, 2, 5, 0, 4, 3]],
  ])('by %s %s; those without a name last, equal ones by iD', async (sort, dir, expected) => {
    expect(await find({ sort, dir })).toEqual(expected);
  });

  test('by the number of publications, of those that match only', async () => {
    const asked = {
      ...query,
      sort: 'publication_count',
      dir: 'desc',
      entity_id: 'primary_entity',
      per_page: 2,
    } as const;
    const { rows, total, pages } = await findResearchers(asked, new Date(20));
    expect({ rows: rows.map((row) => row.orcid), total, pages }).toEqual({
      rows: [orcid(3), orcid(1)],
      total: 3,
      pages: 2,
    });
    expect(await find({ ...asked, page: 2 })).toEqual([2]);
    expect(await find({ ...asked, page: Number.MAX_SAFE_INTEGER })).toEqual([]);
  });
});

test('counts are those of each state; deleted publications need no attention', async () => {
  const { countsOf } = await findResearchers(query, new Date(20));
  expect([0, 1, 3, 5].map((n) => countsOf(orcid(n)))).toEqual([
    { visible: 0, hidden: 1, deleted: 0, needs_attention: 1 },
    { visible: 0, hidden: 0, deleted: 0, needs_attention: 0 },
    { visible: 1, hidden: 1, deleted: 0, needs_attention: 1 },
    { visible: 0, hidden: 0, deleted: 1, needs_attention: 0 },
  ]);
});

test('a category finds the people in it, together with the other filters', async () => {
  expect((await find({ category_id: 'lab' })).sort()).toEqual([1, 2]);
  expect(await find({ category_id: 'board' })).toEqual([1]);
  expect(await find({ category_id: 'Lab' })).toEqual([]);
  expect(await find({ category_id: 'lab', q: 'name 8' })).toEqual([1]);
});

test('the order by number of publications is made anew only when publications have changed', async () => {
  const found = jest.spyOn(people, 'find');
  const byCount = { sort: 'publication_count', per_page: 2 } as const;
  for (const page of [1, 2]) await find({ ...byCount, page });
  await storePublicationRow({ doi: '10.5555/later', orcids: [orcid(5)] });
  await find({ ...byCount, page: 3 });
  const [first, second, third] = found.mock.calls.map(([{ foreignOrder }]) => foreignOrder?.source);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  found.mockRestore();
});
