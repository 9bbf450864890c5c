import { beforeEach, expect, test } from '@jest/globals';
import {
  forgetJournals,
  getJournals,
  issnsOfJournals,
  stateJournals,
  unstateJournals,
} from '#src/records/journals/store/journals.ts';
import { partitions } from '#src/table/keys.ts';
import { dyingAt } from '../support/crash.ts';
import { freshTable } from '../support/engine.ts';
import { publicationIn } from '../support/journals.ts';
import { captureLog } from '../support/log.ts';
import { allItems } from '../support/table.ts';

captureLog();
const [print, online, foreign] = ['0264-3561', '1945-2101', '2049-3630'] as const;
const now = new Date(1_000);

const stored = async () => (await allItems()).filter(({ pk }) => String(pk).startsWith(partitions.journals));

beforeEach(() => freshTable());

test('a journal is known by each of its ISSNs, and stating it again writes nothing', async () => {
  const article = publicationIn('10.1/a', [print, online]);
  await stateJournals(article, now);
  const before = await stored();
  expect(before).toHaveLength(2);
  await stateJournals(article, new Date(2_000));
  await stateJournals({ ...article, doi: '10.1/b' }, new Date(2_000));
  expect(await stored()).toEqual(before);
  const journals = await getJournals([online, foreign]);
  expect([...journals.keys()]).toEqual([online]);
  expect(journals.get(online)).toMatchObject({ id: print, issns: [print, online], title: 'Kiln Review' });
  expect(await issnsOfJournals([online, foreign])).toEqual([print, online, foreign]);
});

test('publications that state journals at once are all heard', async () => {
  const articles = Array.from({ length: 6 }, (_, n) => publicationIn(`10.${n}/a`, [print, online], `Form ${n}`));
  await Promise.all([...articles, ...articles].map((article) => stateJournals(article, now)));
  const titles = (await getJournals([print])).get(print)?.titles.map(({ title }) => title);
  expect(titles?.toSorted()).toEqual([0, 1, 2, 3, 4, 5].map((n) => `Form ${n}`));
});

test('a publication that leaves its journal takes only what it alone said', async () => {
  const [first, second] = [publicationIn('10.1/a', [print, online]), publicationIn('10.1/b', [print, online])];
  await stateJournals(first, now);
  await stateJournals(publicationIn('10.2/c', [print], 'Other Form'), now);
  const moved = publicationIn('10.1/a', [foreign], 'Clay Review');
  await stateJournals(moved, now, first);
  expect((await getJournals([print, online, foreign])).get(print)?.title).toBe('Other Form');
  expect((await getJournals([online])).get(online)).toBeUndefined();
  // The next time that a publication of the same journal is fetched, it is whole again.
  await stateJournals(second, now);
  expect((await getJournals([online])).get(online)?.title).toBe('Kiln Review');
  const empty = publicationIn('10.1/a', [foreign], 'Clay Review');
  await unstateJournals(empty, now);
  expect((await stored()).find(({ pk }) => String(pk).endsWith(foreign))).toMatchObject({
    statements: [],
    expiresAtSeconds: 1 + 7 * 24 * 3600,
  });
  await stateJournals(moved, now);
  expect((await stored()).every(({ expiresAtSeconds }) => expiresAtSeconds === undefined)).toBe(true);
  await forgetJournals(moved, now);
  await forgetJournals(second, now);
  await forgetJournals(publicationIn('10.2/c', [print], 'Other Form'), now);
  expect(await stored()).toEqual([]);
});

test('whatever call it dies at, doing it again makes the same journals', async () => {
  const [before, after] = [publicationIn('10.1/a', [print, online]), publicationIn('10.1/a', [online, foreign])];
  const store = async () => {
    await stateJournals(after, now, before);
  };
  const content = async () => (await stored()).map(({ version: _, ...item }) => item).toSorted(byKey);
  await stateJournals(before, now);
  await store();
  const wanted = await content();
  for (let n = 1; ; n++) {
    await freshTable();
    await stateJournals(before, now);
    const died = await dyingAt(n, store);
    await store();
    expect(await content()).toEqual(wanted);
    if (!died) break;
    expect(n).toBeLessThan(30);
  }
});

const byKey = (one: { pk?: unknown }, other: { pk?: unknown }) => (String(one.pk) < String(other.pk) ? -1 : 1);
