import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ListSource } from '#src/lists/model/list-source.ts';
import type { Position } from '#src/lists/model/page.ts';
import type { ListNames } from '#src/lists/model/spec.ts';
import { findOutputs, type OutputList, type OutputPlace } from '#src/lists/outputs.ts';

interface Dated {
  id: string;
  date: string | null;
}
type Direction = 'asc' | 'desc';

const order = (dir: Direction) => (one: Dated, other: Dated) => {
  if (one.date !== other.date && one.date !== null && other.date !== null)
    return (one.date < other.date ? -1 : 1) * (dir === 'asc' ? 1 : -1);
  if (one.date !== other.date) return one.date === null ? 1 : -1;
  return one.id < other.id ? -1 : one.id === other.id ? 0 : 1;
};

/** A list as each engine has it: keyset pages in the order of dates, those without one last, then of ids. */
function listOf(rows: () => readonly Dated[]): OutputList<Dated, ListNames> {
  const source: Pick<ListSource<Dated>, 'findAndCountAfter'> = {
    findAndCountAfter: async ({ dir, per_page }, after: Position | undefined) => {
      const place = after && { id: after.id, date: after.value === null ? null : String(after.value) };
      const behind = rows()
        .toSorted(order(dir))
        .filter((row) => place === undefined || order(dir)(row, place) > 0);
      return {
        rows: behind.slice(0, per_page),
        last: undefined,
        hasMore: behind.length > per_page,
        total: rows().length,
        settledMs: 0,
        epoch: 0,
      };
    },
  };
  return { source, spec: { id: ({ id }) => id, sorts: { publication_date: ({ date }) => date } } };
}

const everything = { q: '', where: [] };
const rows = (prefix: string) =>
  fc
    .array(fc.constantFrom(null, '2023-01-01', '2024-01-01', '2024-03-01', '2025-01-01'), { maxLength: 12 })
    .map((dates) => dates.map((date, at): Dated => ({ id: `${prefix}${String(at * 7).padStart(3, '0')}`, date })));
const direction = fc.constantFrom<Direction>('asc', 'desc');

async function walk(
  lists: Parameters<typeof findOutputs<Dated, Dated, ListNames, ListNames>>[0],
  dir: Direction,
  limits: readonly number[],
  between: () => void = () => undefined,
): Promise<{ ids: string[]; totals: number[] }> {
  const ids: string[] = [];
  const totals: number[] = [];
  let after: OutputPlace | undefined;
  for (let page = 0; ; page++) {
    const limit = limits[page % limits.length] ?? 1;
    const query = { publication: everything, work: everything, dir, after, limit };
    const found = await findOutputs<Dated, Dated, ListNames, ListNames>(lists, query, 0);
    // Some of a page may be left to the next one, as in a feed that gets too large.
    const taken = Math.max(1, found.outputs.length - (page % 2));
    ids.push(...found.outputs.slice(0, taken).map(({ row }) => row.id));
    totals.push(found.total);
    after = found.placeAfter(taken);
    if (after === undefined) return { ids, totals };
    between();
  }
}

test('pages of any size make up both lists in one order', async () => {
  const limits = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(rows('a'), rows('b'), direction, limits, async (publications, works, dir, sizes) => {
      const lists = { publication: listOf(() => publications), work: listOf(() => works) };
      const { ids, totals } = await walk(lists, dir, sizes);
      expect(ids).toEqual([...publications, ...works].toSorted(order(dir)).map(({ id }) => id));
      expect(new Set(totals)).toEqual(new Set([publications.length + works.length]));
    }),
  );
});

test('what does not change between two pages is neither missed nor repeated', async () => {
  await fc.assert(
    fc.asyncProperty(rows('a'), rows('b'), rows('c'), direction, async (publications, works, further, dir) => {
      const added: Dated[] = [];
      const removed = new Set(publications.slice(0, 2).map(({ id }) => id));
      let page = 0;
      const lists = {
        publication: listOf(() => publications.filter(({ id }) => page === 0 || !removed.has(id))),
        work: listOf(() => [...works, ...added]),
      };
      const { ids } = await walk(lists, dir, [2], () => {
        page++;
        added.push(...further.slice(added.length, added.length + 1));
      });
      const kept = [...publications, ...works].filter(({ id }) => !removed.has(id));
      const stable = new Set(kept.map(({ id }) => id));
      expect(ids.filter((id) => stable.has(id))).toEqual(kept.toSorted(order(dir)).map(({ id }) => id));
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
});

test('a list that a query does not ask has nothing, and the other one everything', async () => {
  const works: Dated[] = [{ id: 'w', date: null }];
  const lists = { publication: listOf(() => [{ id: 'p', date: null }]), work: listOf(() => works) };
  const found = await findOutputs(lists, { publication: null, work: everything, dir: 'desc', limit: 5 }, 0);
  expect(found).toMatchObject({ outputs: [{ kind: 'work', row: works[0] }], total: 1 });
  expect(found.placeAfter(1)).toBeUndefined();
});
