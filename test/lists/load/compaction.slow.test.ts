import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { type CopyProgress, changesOf, nextChanges } from '#src/lists/changes/change-log.ts';
import { defineList } from '#src/lists/define-list.ts';
import { compact, fullCompactionMs, lateWriteMs } from '#src/lists/load/compaction.ts';
import { lateCommitMs } from '#src/lists/load/shards.ts';
import { loadSnapshot } from '#src/lists/load/snapshot.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { raiseEpoch, restampRow } from '#src/records/store/list-rows.ts';
import { collections, keys, listRowKey } from '#src/table/keys.ts';
import { getItem, transact } from '#src/table/table.ts';
import { unitsOf } from '../../../bench/shared/capacity.ts';
import { job } from '../../../lambdas/background/lists/compact-lists.ts';
import { aRow } from '../../support/builders.ts';
import { dyingAt } from '../../support/crash.ts';
import { freshTable } from '../../support/engine.ts';
import { savedRows } from '../../support/list-rows.ts';
import { captureLog } from '../../support/log.ts';
import { withGrants } from '../../support/roles.ts';

const lines = captureLog();
let server: FauxqsServer;

/** The clock of all processes; the tests move it. */
let nowMs = 1_800_000_000_000;
const minuteMs = 60_000;

beforeAll(async () => {
  server = await startFauxqs({ port: 0, logger: false });
  process.env.AWS_ENDPOINT_URL_S3 = `http://127.0.0.1:${server.port}`;
  process.env.BUCKET_NAME = 'registry-test';
  server.createBucket('registry-test');
});
beforeEach(async () => {
  jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
  await freshTable();
  server.emptyBucket('registry-test');
});
afterAll(() => server.stop());

/** Commits a row now with the time stamp `lateMs` ago. */
async function write(doi: string, fields: Partial<PublicationRow> = {}, lateMs = 0): Promise<void> {
  const row = { ...aRow({ doi, ...fields }), ...keys.publicationRow(doi), changed: nowMs - lateMs };
  await transact([{ Put: { Item: row } }]);
}

const changedOf = async (doi: string) => (await getItem(keys.publicationRow(doi)))?.changed;

type List = ReturnType<typeof startProcess>;
/** A process with its own, still empty list. */
const startProcess = () => defineList(publicationSpec);

async function publicDois(list: List): Promise<string[]> {
  const query = { page: 1, per_page: 100, q: '', sort: 'cited_by_count', dir: 'asc', where: ['public'] } as const;
  return (await list.find(query, 0)).rows.map(({ doi }) => doi).sort();
}

/** A copy updated from the changes of a list. */
class Copy {
  readonly #log;
  readonly #dois = new Set<string>();
  #progress: CopyProgress | undefined;
  resets = 0;

  constructor(list: List) {
    this.#log = changesOf(list, publicationSpec.id);
  }

  async sync(): Promise<string[]> {
    for (let hasMore = true; hasMore; ) {
      const page = await nextChanges(this.#log, this.#progress, 100, 0);
      if (page.isReset) this.resets++;
      for (const { id, row } of page.changes) row ? this.#dois.add(id) : this.#dois.delete(id);
      this.#progress = page.progress;
      hasMore = page.hasMore;
    }
    return [...this.#dois].sort();
  }
}

describe('a row that was committed after every reader had passed its time', () => {
  const compactAfter = async (ms: number) => {
    nowMs += ms;
    return withGrants(job.grants, () => compact(publicationSpec));
  };

  test.each([
    ['minutes late: the next compaction', 5 * minuteMs, 15 * minuteMs],
    ['hours late: the next full compaction', 3 * 60 * minuteMs, fullCompactionMs],
  ])('%s brings it to new processes, warm processes and copies', async (_, lateMs, untilMs) => {
    const warm = startProcess();
    const copy = new Copy(warm);
    await write('10.5555/a');
    await write('10.5555/hidden-late');
    await compactAfter(4 * 60 * minuteMs);
    const both = ['10.5555/a', '10.5555/hidden-late'];
    expect(await publicDois(warm)).toEqual(both);
    expect(await copy.sync()).toEqual(both);

    nowMs += 1;
    await write('10.5555/late', {}, lateMs);
    await write('10.5555/hidden-late', { visible: false, withdrawn_at: nowMs - lateMs }, lateMs);
    // They are missed: by a warm process, by one that starts from the snapshot, and by the copy.
    for (const list of [warm, startProcess()]) expect(await publicDois(list)).toEqual(both);
    expect(await copy.sync()).toEqual(both);

    expect(await compactAfter(untilMs)).toMatchObject({ late: 2 });
    const all = ['10.5555/a', '10.5555/late'];
    for (const list of [warm, startProcess()]) expect(await publicDois(list)).toEqual(all);
    expect(await copy.sync()).toEqual(all);
    expect(copy.resets).toBe(1);
    expect(lines).toContainEqual(expect.objectContaining({ message: 'list rows were committed late', rows: 2 }));

    expect(await compactAfter(fullCompactionMs)).toMatchObject({ late: 0 });
    expect(await publicDois(startProcess())).toEqual(all);
  });

  test('is not stamped again when it has been written meanwhile', async () => {
    await write('10.5555/a');
    const row = aRow({ doi: '10.5555/a', changed: nowMs - 1 });
    nowMs += minuteMs;
    await restampRow('PUB', '10.5555/a', row);
    expect(await changedOf('10.5555/a')).toBe(nowMs - minuteMs);
  });

  test.each(collections)('may be of any list: %s', async (collection) => {
    const Key = listRowKey(collection, 'late');
    const late = { changed: nowMs - 5 * minuteMs };
    await transact([{ Put: { Item: { ...Key, ...late } } }]);
    await withGrants(job.grants, () => restampRow(collection, 'late', late));
    expect((await getItem(Key))?.changed).toBe(nowMs);
  });

  test('is what a copy begins with anew after a reset, without a new stamp', async () => {
    await write('10.5555/a');
    await compact(publicationSpec);
    nowMs += minuteMs;
    await write('10.5555/late', {}, 5 * minuteMs);
    await transact((at) => [raiseEpoch('PUB', at)]);
    expect(await compactAfter(15 * minuteMs)).toMatchObject({ rows: 2, late: 0 });
  });
});

test('rows that are written in time keep their time of writing through every compaction', async () => {
  await write('10.5555/a');
  const firstMs = nowMs;
  await compact(publicationSpec);
  await write('10.5555/b', {}, lateCommitMs);
  const secondMs = nowMs - lateCommitMs;
  for (const ms of [minuteMs, lateWriteMs, fullCompactionMs, minuteMs]) {
    nowMs += ms;
    expect(await compact(publicationSpec)).toMatchObject({ rows: 2, late: 0 });
  }
  expect([await changedOf('10.5555/a'), await changedOf('10.5555/b')]).toEqual([firstMs, secondMs]);
});

test('a compaction reads the changes, and once a day the whole table', async () => {
  for (let n = 0; n < 100; n++) await write(`10.5555/${n}`, { title: 'Pots '.repeat(200) });
  nowMs += 2 * lateWriteMs;
  await compact(publicationSpec);
  const readUnits = async (laterMs: number) => {
    nowMs += laterMs;
    return (await unitsOf(() => compact(publicationSpec))).read;
  };
  const wholeTable = (100 * 1000) / 4096;
  expect(await readUnits(lateWriteMs + 1)).toBeLessThan(wholeTable);
  const { fullAtMs = 0 } = (await loadSnapshot(publicationSpec)) ?? {};
  expect(await readUnits(fullAtMs + fullCompactionMs - nowMs)).toBeGreaterThan(wholeTable);
  expect((await loadSnapshot(publicationSpec))?.fullAtMs).toBe(nowMs);
  expect(await readUnits(lateWriteMs + 1)).toBeLessThan(wholeTable);
});

describe('a compaction', () => {
  const minutes = (count: number) => {
    nowMs += count * minuteMs;
  };
  const expected = (versions: Map<string, number>) => [...versions].map(([doi, n]) => `${doi} ${n}`).sort();
  const saved = async () => (await savedRows(publicationSpec)).map((row) => `${row.doi} ${row.edit_count}`).sort();
  const listed = async () => {
    const query = { page: 1, per_page: 500, q: 'pots', sort: 'title', dir: 'asc', where: ['public'] } as const;
    return (await startProcess().find(query, 0)).rows.map((row) => `${row.doi} ${row.edit_count}`).sort();
  };

  async function writtenRows() {
    const versions = new Map<string, number>();
    const put = async (n: number, edit_count: number) => {
      await write(`10.5555/${n}`, { edit_count, last_fetched_at: (n * 7) % 30 });
      versions.set(`10.5555/${n}`, edit_count);
    };
    for (let n = 0; n < 30; n++) await put(n, 0);
    minutes(20);
    await compact(publicationSpec);
    return { versions, put };
  }

  test.each([
    ['the changes', 20],
    ['the whole table', 25 * 60],
  ])(
    'of %s that was killed at any call leaves a complete list, and the next one completes it',
    async (_, laterMinutes) => {
      const { versions, put } = await writtenRows();
      minutes(laterMinutes);
      for (let n = 1; ; n++) {
        await put(n, n);
        await put(30 + n, n);
        minutes(1);
        const isKilled = await dyingAt(n, () => compact(publicationSpec));
        expect(await listed()).toEqual(expected(versions));
        if (!isKilled) break;
      }
      expect(await saved()).toEqual(expected(versions));
    },
  );

  test('that runs beside others and beside writers leaves a complete list', async () => {
    const { versions, put } = await writtenRows();
    for (let round = 1; round <= 4; round++) {
      minutes(16);
      const writing = (async () => {
        for (let n = 0; n < 8; n++) await put((n * 5 + round) % 36, round);
      })();
      await Promise.all([compact(publicationSpec), writing, compact(publicationSpec)]);
      expect(await listed()).toEqual(expected(versions));
    }
    minutes(16);
    await compact(publicationSpec);
    expect(await saved()).toEqual(expected(versions));
  });

  test('packs the rows that it has read whenever there are many, and loses none', async () => {
    const { versions, put } = await writtenRows();
    minutes(25 * 60);
    await put(3, 1);
    expect(await compact(publicationSpec, 4)).toMatchObject({ rows: 30 });
    expect(await saved()).toEqual(expected(versions));
    minutes(20);
    for (let n = 0; n < 20; n++) await put(n * 2, 2);
    expect(await compact(publicationSpec, 4)).toMatchObject({ rows: 35 });
    expect([await saved(), await listed()]).toEqual([expected(versions), expected(versions)]);
  });
});
