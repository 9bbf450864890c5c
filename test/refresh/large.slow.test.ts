import { expect, test } from '@jest/globals';
import { keys } from '#src/table/keys.ts';
import { getItem } from '#src/table/table.ts';
import { attempts, change, daysAgo, requests, run, store, stored } from './refresh-fixture.ts';

const doi = '10.5555/crowd';
const word = (n: number) => ((n * 2_654_435_761) % 4_294_967_296).toString(36);
/** Names that compress poorly. */
const names = (from: number) =>
  Array.from({ length: 20_000 }, (_, n) => [1, 13, 101, 997].map((by) => word((n + from) * by)).join(' '));

test.each([
  ['only its fetch time is written, if it has not changed', 0, 100],
  ['it is fetched again, if it has changed', 1, 1],
])('of a publication in parts %s', async (_, from, changedDaysAgo) => {
  const before = await store(doi, { authors: names(0) });
  const item = await getItem(keys.publication(doi));
  expect(Object.keys(item ?? {})).toContain('parts');
  change(doi, { authors: names(from), changed: daysAgo(changedDaysAgo) });
  await run();
  const after = await stored(doi);
  expect(after.last_fetched_at).toBeGreaterThan(before.last_fetched_at);
  expect(after.original.authors.map(({ name }) => name)).toEqual(names(from));
  expect(requests()['crossref record'] ?? 0).toBe(from);
  expect((await getItem(keys.publication(doi)))?.parts).toEqual(from === 0 ? item?.parts : expect.any(Object));
  expect(await attempts()).toEqual([]);
});
