import { setImmediate } from 'node:timers/promises';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import type { RowIndex } from '#src/lists/index/row-index.ts';
import { type LoadedRows, replicate } from '#src/lists/load/collection.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { putRow } from '#src/records/store/list-rows.ts';
import { keys } from '#src/table/keys.ts';
import { db, transact } from '#src/table/table.ts';
import { embeddedMetrics } from '../../../local/metrics/embedded-metrics.ts';
import { aRow } from '../../support/builders.ts';
import { freshTable } from '../../support/engine.ts';
import { allRows } from '../../support/list-rows.ts';
import { captureLog } from '../../support/log.ts';

const lines = captureLog();
beforeEach(() => freshTable());

const write = (doi: string, title = doi) =>
  transact((at) => [putRow({ ...aRow({ doi, title }), ...keys.publicationRow(doi) }, at)]);
const titles = (index: RowIndex<PublicationRow>) => [...index.rows()].map(({ title }) => title).sort();

describe('a replica in memory', () => {
  test('the first use loads every shard', async () => {
    const dois = Array.from({ length: 40 }, (_, index) => `10.5555/${index}`);
    await Promise.all(dois.map((doi) => write(doi)));
    expect((await replicate(publicationSpec).query(0, allRows)).size).toBe(40);
  });

  test('in a function, a load records the rows and the time it took, and other reads record nothing', async () => {
    process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE = '100000';
    try {
      await write('10.5555/a');
      const rows = replicate(publicationSpec);
      await rows.query(0, allRows);
      await rows.query(0, allRows);
    } finally {
      delete process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE;
    }
    expect(lines).toHaveLength(1);
    const dimensions = { table: process.env.TABLE_NAME, collection: 'PUB' };
    expect(embeddedMetrics(lines[0] ?? {})).toMatchObject([
      { metric: { name: 'ListRows', dimensions }, values: [1] },
      { metric: { name: 'ListLoadTime', dimensions }, values: [expect.any(Number)] },
    ]);
  });

  test('with staleness 0, a call sees every write that was made before it', async () => {
    const rows = replicate(publicationSpec);
    await write('10.5555/a', 'before');
    expect(titles(await rows.query(0, allRows))).toEqual(['before']);
    await write('10.5555/a', 'after');
    await write('10.5555/b', 'new');
    expect(titles(await rows.query(0, allRows))).toEqual(['after', 'new']);
  });

  test('a row of a writer whose clock is some seconds behind is read', async () => {
    const rows = replicate(publicationSpec);
    await rows.query(0, allRows);
    const late = aRow({ doi: '10.5555/late', changed: Date.now() - 9_000 });
    await transact([{ Put: { Item: { ...late, ...keys.publicationRow(late.doi) } } }]);
    expect((await rows.query(0, allRows)).size).toBe(1);
  });

  test('within the staleness nothing is read, and concurrent calls share one refresh', async () => {
    const rows = replicate(publicationSpec);
    await rows.query(0, allRows);
    const spy = mockClient(db);
    spy.onAnyCommand().callsFake(() => ({ Items: [] }));
    try {
      await rows.query(60_000, allRows);
      expect(spy.commandCalls(QueryCommand)).toHaveLength(0);
      const fresh = replicate(publicationSpec);
      await Promise.all(Array.from({ length: 10 }, () => fresh.query(1000, allRows)));
      expect(spy.commandCalls(QueryCommand)).toHaveLength(8);
    } finally {
      spy.restore();
    }
  });

  test('queries that are asked for at once share a refresh, and one that is asked for later does not', async () => {
    const rows = replicate(publicationSpec);
    await rows.query(0, allRows);
    const spy = mockClient(db);
    spy.onAnyCommand().callsFake(async () => {
      await setImmediate();
      return { Items: [] };
    });
    try {
      const atOnce = [rows.query(0, allRows), rows.query(0, allRows)];
      await setImmediate();
      await Promise.all([...atOnce, rows.query(0, allRows), rows.query(0, allRows)]);
      expect(spy.commandCalls(QueryCommand)).toHaveLength(2 * 8);
    } finally {
      spy.restore();
    }
  });

  test('the call after a failed refresh tries again', async () => {
    const rows = replicate(publicationSpec);
    await write('10.5555/a');
    const spy = mockClient(db);
    spy.onAnyCommand().rejects(new Error('throttled'));
    await expect(rows.query(0, allRows)).rejects.toThrow('throttled');
    spy.restore();
    expect((await rows.query(0, allRows)).size).toBe(1);
  });
});

describe('after an hour a process loads its rows anew, beside the present ones', () => {
  const hourMs = 3_600_000;
  const titlesByName = { page: 1, per_page: 9, sort: 'title', dir: 'asc', where: ['public'] } as const;
  const find = async (rows: LoadedRows<PublicationRow>, q = '') =>
    (await rows.query(0, allRows)).find({ ...titlesByName, q, facets: ['orcid'] }).rows.map(({ doi }) => doi);

  /** Writes a row that tail reads cannot see: it was committed long after its time stamp. */
  const writeMissed = async (doi: string) => {
    const late = aRow({ doi, title: doi, changed: Date.now() - 60_000 });
    await transact([{ Put: { Item: { ...late, ...keys.publicationRow(doi) } } }]);
  };

  /** Answers queries of whole shards, which only a load makes, as the returned functions say. */
  function holdLoads() {
    const release = { now: () => {}, fail: () => {} };
    let held: Promise<void> | undefined;
    const loads = { count: 0, ...release };
    const send = db.send.bind(db) as (...input: unknown[]) => Promise<unknown>;
    jest.spyOn(db, 'send').mockImplementation((async (...input: unknown[]) => {
      const [command] = input;
      if (command instanceof QueryCommand && command.input.IndexName === undefined) {
        if (!held) {
          loads.count++;
          held = new Promise<void>((resolve, reject) => {
            loads.now = resolve;
            loads.fail = () => reject(new Error('throttled'));
          });
        }
        await held.catch((error: Error) => {
          held = undefined;
          throw error;
        });
      }
      return send(...input);
    }) as never);
    return loads;
  }

  const until = async (isSo: () => Promise<boolean> | boolean) => {
    for (let attempt = 0; attempt < 500; attempt++) {
      if (await isSo()) return;
      await setImmediate();
    }
    throw new Error('It did not happen');
  };

  test('requests neither wait for it nor miss a write meanwhile, and then see what tail reads have missed', async () => {
    let laterMs = 0;
    const real = Date.now.bind(Date);
    jest.spyOn(Date, 'now').mockImplementation(() => real() + laterMs);
    const rows = replicate(publicationSpec);
    await write('10.5555/a', 'pots a');
    expect(await find(rows, 'pots')).toEqual(['10.5555/a']);
    await writeMissed('10.5555/missed');
    laterMs = hourMs;
    const loads = holdLoads();
    expect(await find(rows)).toEqual(['10.5555/a']);
    expect(loads.count).toBe(1);
    await write('10.5555/b', 'pots b');
    expect(await find(rows)).toEqual(['10.5555/a', '10.5555/b']);
    expect(loads.count).toBe(1);
    loads.now();
    // Existing rows stay while the other replica takes over.
    await until(async () => {
      const found = await find(rows);
      expect(found).toEqual(expect.arrayContaining(['10.5555/a', '10.5555/b']));
      return found.includes('10.5555/missed');
    });
    await write('10.5555/a', 'kilns');
    expect(await find(rows, 'pots')).toEqual(['10.5555/b']);
    expect(loads.count).toBe(1);
    expect(lines).toEqual([]);
  });

  test('one that fails is logged, no request fails, and it is tried again a minute later', async () => {
    let laterMs = 0;
    const real = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => real + laterMs);
    const rows = replicate(publicationSpec);
    await write('10.5555/a');
    await find(rows);
    await writeMissed('10.5555/missed');
    laterMs = hourMs;
    const loads = holdLoads();
    await find(rows);
    loads.fail();
    await until(() => lines.length > 0);
    expect(lines).toEqual([expect.objectContaining({ level: 'error', message: 'list not reloaded' })]);
    expect(await find(rows)).toEqual(['10.5555/a']);
    laterMs += 59_999;
    await find(rows);
    expect(loads.count).toBe(1);
    laterMs += 1;
    await find(rows);
    expect(loads.count).toBe(2);
    loads.now();
    await until(async () => (await find(rows)).includes('10.5555/missed'));
  });
});
