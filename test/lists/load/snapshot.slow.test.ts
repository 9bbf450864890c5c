import http from 'node:http';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import * as z from 'zod';
import { defineList } from '#src/lists/define-list.ts';
import { RowIndex } from '#src/lists/index/row-index.ts';
import { replicate } from '#src/lists/load/collection.ts';
import { compact } from '#src/lists/load/compaction.ts';
import { lateCommitMs } from '#src/lists/load/shards.ts';
import { snapshotKey as keyOf, loadSnapshot, saveSnapshot } from '#src/lists/load/snapshot.ts';
import type { ListInMemory } from '#src/lists/model/list-source.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import { Unloaded } from '#src/lists/sections/base.ts';
import { packRowGroup, RowGroup } from '#src/lists/sections/row-group.ts';
import { publicationsOfPeople } from '#src/lists/tallies.ts';
import type { PublicationRow, PublicationRow as Row } from '#src/records/publications/row.ts';
import { putRow } from '#src/records/store/list-rows.ts';
import { getObject, putObject } from '#src/runtime/requests/bucket.ts';
import { keys } from '#src/table/keys.ts';
import { db, transact } from '#src/table/table.ts';
import { aRow, carberry } from '../../support/builders.ts';
import { freshTable } from '../../support/engine.ts';
import { allRows, indexOf } from '../../support/list-rows.ts';
import { captureLog } from '../../support/log.ts';

const lines = captureLog();
const snapshotKey = keyOf(publicationSpec);
let server: FauxqsServer;

beforeAll(async () => {
  server = await startFauxqs({ port: 0, logger: false });
  process.env.AWS_ENDPOINT_URL_S3 = `http://127.0.0.1:${server.port}`;
  process.env.BUCKET_NAME = 'registry-test';
  server.createBucket('registry-test');
});
beforeEach(async () => {
  await freshTable();
  server.emptyBucket('registry-test');
});
afterAll(() => server.stop());

const write = (doi: string, fields: Parameters<typeof aRow>[0] = {}, changed?: number) =>
  transact((at) => [
    { Put: { Item: { ...aRow({ doi, ...fields }), ...keys.publicationRow(doi), changed: changed ?? at } } },
  ]);
const rowsNow = async () => [...(await replicate(publicationSpec).query(0, allRows)).rows()];
const doisNow = async () => (await rowsNow()).map(({ doi }) => doi).sort();

/** The number of items that a task's queries returned. */
async function itemsRead(task: () => Promise<unknown>): Promise<number> {
  let items = 0;
  const send = db.send.bind(db) as (command: unknown) => Promise<{ Items?: unknown[] }>;
  const real = db.send;
  db.send = (async (command: unknown) => {
    const answer = await send(command);
    if (command instanceof QueryCommand) items += answer.Items?.length ?? 0;
    return answer;
  }) as typeof db.send;
  try {
    await task();
  } finally {
    db.send = real;
  }
  return items;
}

describe('a snapshot', () => {
  test('is what a process loads: it reads from the table only what has changed since, and the newest rows', async () => {
    const long = Date.now() - 10 * lateCommitMs;
    for (let n = 0; n < 90; n++) await write(`10.5555/${n}`, { title: { en: `Pot ${n}`, es: 'Olla' } }, long);
    expect(await compact(publicationSpec)).toMatchObject({ rows: 90 });
    await write('10.5555/7', { title: 'Changed' });
    await write('10.5555/new');
    expect(await itemsRead(rowsNow)).toBeLessThanOrEqual(32);
    const rows = await rowsNow();
    expect(rows).toHaveLength(91);
    expect(rows.find(({ doi }) => doi === '10.5555/7')?.title).toBe('Changed');
    expect(rows.find(({ doi }) => doi === '10.5555/8')).toEqual(
      aRow({ doi: '10.5555/8', title: { en: 'Pot 8', es: 'Olla' }, changed: long }),
    );
  });

  test('is completed by all changes since, few or many, also of the same millisecond', async () => {
    for (let n = 0; n < 30; n++) await write(`10.5555/${n}`, {}, Date.now() - 10 * lateCommitMs);
    await compact(publicationSpec);
    for (const changed of [5, 40]) {
      const now = Date.now();
      for (let n = 0; n < changed; n++) await write(`10.5555/${n}`, { edit_count: changed }, now);
      expect((await rowsNow()).filter(({ edit_count }) => edit_count === changed)).toHaveLength(changed);
    }
  });

  test('is not written again while nothing changes', async () => {
    await write('10.5555/a');
    expect((await compact(publicationSpec)).bytes).toBeGreaterThan(0);
    expect((await compact(publicationSpec)).bytes).toBe(0);
  });

  test('is complete although rows are written while it is made: a slow commit and a clock behind, within the bound', async () => {
    await write('10.5555/a');
    await compact(publicationSpec);
    const saved = await loadSnapshot(publicationSpec);
    // Committed after the snapshot was taken, with an earlier time.
    await write('10.5555/slow', {}, (saved?.watermarkMs ?? 0) - lateCommitMs + 1);
    expect(await doisNow()).toEqual(['10.5555/a', '10.5555/slow']);
  });

  const state = () => ({ watermarkMs: Date.now(), epoch: 0, fullAtMs: Date.now() });
  const save = (rows: Row[], spec: Pick<typeof publicationSpec, 'schema' | 'shape'> = publicationSpec) =>
    saveSnapshot<typeof PublicationRow>({ ...publicationSpec, ...spec }, state(), indexOf(publicationSpec, rows));
  /** Saves a row that the table does not have: it shows whether a process used the snapshot. */
  const saveGhost = (spec: Pick<typeof publicationSpec, 'schema' | 'shape'>) =>
    save([aRow({ doi: '10.5555/ghost' })], spec);
  const fields = publicationSpec.schema;

  test('that fits and is complete is used', async () => {
    await saveGhost(publicationSpec);
    expect(await doisNow()).toEqual(['10.5555/ghost']);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['is missing', async () => undefined],
    ['ends before its head', () => putObject(snapshotKey, Buffer.from([255, 0, 0, 0, 1, 2, 3, 4, 5]))],
    ['is something else', () => putObject(snapshotKey, Buffer.from('nonsense'))],
    ['is of rows of an older shape', () => saveGhost({ schema: fields, shape: publicationSpec.shape - 1 })],
    [
      'is of a schema without one of the fields',
      () => saveGhost({ schema: fields.omit({ edit_count: true }) as never, shape: 1 }),
    ],
    [
      'is of a schema that reads an absent field differently',
      () =>
        saveGhost({ schema: fields.extend({ edit_count: z.int().default(7) }) as never, shape: publicationSpec.shape }),
    ],
    ['is of another table with the same name', () => whileTableId('6f1c', () => saveGhost(publicationSpec))],
    ['was cut off', () => rewriteBody((body) => body.subarray(0, body.length / 2))],
    ['has a damaged head', () => rewriteBody((body) => body.fill(0x20, 20, 24))],
  ])('that %s is not used: the rows come from the table', async (_, make) => {
    await write('10.5555/a');
    await make();
    expect(await doisNow()).toEqual(['10.5555/a']);
  });

  async function whileTableId(id: string, run: () => Promise<unknown>) {
    process.env.TABLE_ID = id;
    await run();
    delete process.env.TABLE_ID;
  }

  async function rewriteBody(change: (body: Buffer) => Uint8Array) {
    await saveGhost(publicationSpec);
    const body = await getObject(snapshotKey);
    if (!body) throw new Error('There is no snapshot');
    await putObject(snapshotKey, change(Buffer.from(body)));
  }

  const asked = { page: 1, per_page: 50, sort: 'cited_by_count', dir: 'asc', where: ['public'] } as const;
  const queries = [
    { ...asked, q: '' },
    { ...asked, q: 'pots of', sort: 'last_fetched_at', locale: 'de' },
    { ...asked, q: 'ots', equals: { orcid: carberry }, atLeast: { cited_by_count: 1 }, facets: ['journal'] },
  ] as const;
  const answersOf = async (list: ListInMemory<PublicationRow>) => {
    const answers: unknown[] = [];
    for (const query of queries) answers.push(await list.find(query as never, 0));
    answers.push((await list.tally(publicationsOfPeople as never, 0)).value);
    return answers;
  };
  const startProcess = () => defineList(publicationSpec) as never;

  test('with any one damaged section gives the same answers, from the table', async () => {
    for (let n = 0; n < 20; n++)
      await write(`10.5555/${n}`, { title: { en: `Pots of ${n}`, de: 'Töpfe' }, cited_by_count: n % 5 });
    const expected = await answersOf(startProcess());
    await compact(publicationSpec);
    expect(await answersOf(startProcess())).toEqual(expected);
    const whole = Buffer.from((await getObject(snapshotKey)) ?? []);
    const length = whole.readUInt32LE(0);
    const { sections } = JSON.parse(whole.subarray(8, 8 + length).toString());
    const start = 8 * Math.ceil((8 + length) / 8);
    // One of each kind.
    const kinds = ['where/public', 'rows/0', 'order/cited_by_count asc', 'least/cited_by_count', 'equal/orcid', 'tags'];
    for (const name of [...kinds, 'words/root', 'words/in de', 'tally/publications_of_people']) {
      const [offset] = sections[name] as [number];
      const damaged = Buffer.from(whole);
      damaged.writeUInt8(damaged.readUInt8(start + offset) ^ 1, start + offset);
      await putObject(snapshotKey, damaged);
      expect(await answersOf(startProcess())).toEqual(expected);
    }
  }, 30_000);

  test('that is replaced while a process uses it is not mixed with the new one', async () => {
    const long = Date.now() - 10 * lateCommitMs;
    const rows = Array.from({ length: 3_000 }, (_, n) =>
      aRow({ doi: `10.5555/${n}`, title: `Pots of ${n} ${'kiln '.repeat(20)}`, cited_by_count: n, last_fetched_at: n }),
    );
    const old = rows.map((row) => ({ ...row, changed: long }));
    await save(old);
    const process = defineList(publicationSpec);
    const first = await process.find({ ...asked, q: '', sort: 'last_fetched_at', dir: 'desc' }, 0);
    expect(first).toMatchObject({ total: 3_000, rows: old.slice(-50).toReversed() });
    // In another order and without some rows, so that every section differs.
    const newer = old.slice(0, 2_000).map((row, n) => ({ ...row, last_fetched_at: (n * 7) % 2_000 }));
    await save(newer);
    expect(await process.find({ ...asked, q: '' }, 0)).toMatchObject({ total: 2_000, rows: newer.slice(0, 50) });
    expect((await process.find({ ...asked, q: 'pots of 1999' }, 0)).total).toBe(1);
  });

  test('is read only where a query needs it: a first page needs one request', async () => {
    const rows = Array.from({ length: 10_000 }, (_, n) => aRow({ doi: `10.5555/${n}`, last_fetched_at: n }));
    const bytes = await save(rows);
    const sent = jest.spyOn(http, 'request');
    const list = defineList(publicationSpec);
    await list.find({ ...asked, q: '', sort: 'last_fetched_at', dir: 'desc' }, 0);
    expect(bytes).toBeGreaterThan(800_000);
    const reads = sent.mock.calls.filter(([url]) => String(url).includes(server.port.toString()));
    sent.mockRestore();
    expect(reads).toHaveLength(1);
  });

  test('is loaded in advance without the changes since, which the first query reads', async () => {
    await write('10.5555/a', {}, Date.now() - 10 * lateCommitMs);
    await compact(publicationSpec);
    await write('10.5555/b');
    const rows = replicate(publicationSpec);
    const sent = jest.spyOn(db, 'send');
    await rows.preload(false);
    expect(sent).not.toHaveBeenCalled();
    const found = await rows.query(0, allRows);
    expect([found.size, sent.mock.calls.length]).toEqual([2, 8]);
    sent.mockRestore();
  });

  test('is asked at once for all sections of a query: of filters, of facets and of the order', async () => {
    await save(Array.from({ length: 3_000 }, (_, n) => aRow({ doi: `10.5555/${n}`, title: 'kiln '.repeat(40) + n })));
    const index = new RowIndex<Row>(publicationSpec, (await loadSnapshot(publicationSpec))?.base);
    const query = {
      ...{ ...asked, q: '', equals: { publication_type: 'dataset', orcid: carberry, journal: null } },
      ...{ except: { integrity: null }, atLeast: { cited_by_count: 1 }, facets: ['journal', 'publication_year'] },
    } as const;
    let waits = 0;
    for (;;) {
      try {
        index.find(query);
        break;
      } catch (error) {
        if (!(error instanceof Unloaded)) throw error;
        waits++;
        await error.load();
      }
    }
    // One for the sections, and none for rows, of which none matches.
    expect(waits).toBe(1);
  });

  test('has its tallies: a process that asks for one reads no rows but those that have changed', async () => {
    const long = Date.now() - 10 * lateCommitMs;
    const rows = Array.from({ length: 10_000 }, (_, n) =>
      aRow({ doi: `10.5555/${n}`, last_fetched_at: n, orcids: [`o${n % 90}`], changed: long }),
    );
    await save(rows);
    await write('10.5555/7', { orcids: ['o7'], visible: false });
    const read = jest.spyOn(RowGroup.prototype, 'value');
    const { value } = await defineList(publicationSpec).tally(publicationsOfPeople, 0);
    const groups = new Set(read.mock.contexts);
    read.mockRestore();
    expect([value.get('o7 visible'), value.get('o7 hidden'), value.get('o8 visible')]).toEqual([111, 1, 112]);
    expect(groups.size).toBe(1);
  });

  test('of another schema stays beside it: two releases load and save their own', async () => {
    const next = { ...publicationSpec, schema: fields.extend({ edit_count: z.int().default(7) }) };
    await write('10.5555/a', {}, Date.now() - 10 * lateCommitMs);
    await saveGhost(publicationSpec);
    await compact<typeof PublicationRow>(next as never);
    expect(await doisNow()).toEqual(['10.5555/ghost']);
    const rows = [...(await replicate(next).query(0, allRows)).rows()];
    expect(rows.map(({ doi }) => doi)).toEqual(['10.5555/a']);
    // The newest row of each shard is read while the snapshot is opened.
    expect(await itemsRead(() => replicate(next).query(0, allRows))).toBe(1);
  });

  test('that cannot be read is not used: the rows come from the table, and the log says so', async () => {
    const endpoint = process.env.AWS_ENDPOINT_URL_S3;
    process.env.AWS_ENDPOINT_URL_S3 = 'http://127.0.0.1:1';
    await write('10.5555/a');
    expect(await doisNow()).toEqual(['10.5555/a']);
    expect(lines).toContainEqual(expect.objectContaining({ message: 'list snapshot not read' }));
    process.env.AWS_ENDPOINT_URL_S3 = endpoint;
  });
});

describe('rows that were deleted for good', () => {
  const forget = async (doi: string, epoch: number) => {
    const { DeleteCommand } = await import('@aws-sdk/lib-dynamodb');
    await db.send(new DeleteCommand({ TableName: process.env.TABLE_NAME, Key: keys.publicationRow(doi) }));
    await transact((at) => [putRow({ ...keys.listEpoch('PUB'), epoch } as never, at)]);
  };

  test('are gone from a process that had them, at its next refresh', async () => {
    const rows = replicate(publicationSpec);
    await write('10.5555/a');
    await write('10.5555/b');
    expect((await rows.query(0, allRows)).size).toBe(2);
    await forget('10.5555/a', 1);
    expect([...(await rows.query(0, allRows)).rows()].map(({ doi }) => doi)).toEqual(['10.5555/b']);
    await write('10.5555/c');
    expect((await rows.query(0, allRows)).size).toBe(2);
  });

  test('do not come back with an older snapshot', async () => {
    await write('10.5555/a');
    await write('10.5555/b');
    await compact(publicationSpec);
    await forget('10.5555/a', 1);
    expect(await doisNow()).toEqual(['10.5555/b']);
    await compact(publicationSpec);
    expect((await loadSnapshot(publicationSpec))?.epoch).toBe(1);
    expect(await doisNow()).toEqual(['10.5555/b']);
  });
});

test('a process that began with the table and one that began with a snapshot give the same answers', async () => {
  const older = replicate(publicationSpec);
  await older.query(0, allRows);
  for (let n = 0; n < 12; n++) await write(`10.5555/${n}`);
  await compact(publicationSpec);
  await write('10.5555/3', { visible: false });
  const query = { page: 1, per_page: 100, q: 'pots', sort: 'cited_by_count', dir: 'asc', where: ['public'] } as const;
  const find = (process: typeof older) => process.query(0, ({ index }) => index.find(query));
  const [one, other] = [await find(older), await find(replicate(publicationSpec))];
  expect(one).toEqual(other);
  expect(one.total).toBe(11);
});

test('every value is the same in a group of rows', () => {
  const value = fc.oneof(
    fc.constantFrom(null, 'null', '[]', '1', 1, true, false, '', '\u007f\u0080é\u2028漢\ud83d\ude00', '\ud83d'),
    fc.array(fc.constantFrom('p', 'é'), { maxLength: 2 }),
    fc.record({ en: fc.string({ unit: 'grapheme' }) }),
  );
  const number = fc.oneof(
    fc.constant(null),
    fc.maxSafeInteger().map((n) => n + 0),
    fc.constantFrom(0.5, 1e300, 4_294_967_295, 4_294_967_296),
  );
  const column = fc.oneof(
    fc.array(value, { maxLength: 40 }),
    fc.array(fc.string()),
    fc.array(fc.constantFrom('many', 'of', 'few'), { minLength: 9 }),
    fc.array(number, { maxLength: 600 }),
    fc.array(fc.integer({ min: 1_800_000_000_000, max: 1_800_000_000_900 }), { minLength: 700, maxLength: 1_024 }),
  );
  fc.assert(
    fc.property(
      fc.array(
        column.filter(({ length }) => length > 0),
        { minLength: 1 },
      ),
      (columns) => {
        const length = Math.max(...columns.map((values) => values.length));
        const rows = Array.from({ length }, (_, row) => columns.map((values) => values[row % values.length]));
        const fields = columns.map((_, field) => String(field));
        const group = new RowGroup(packRowGroup(fields, rows));
        expect(rows.map((_, row) => fields.map((_, field) => group.value(field, row)))).toEqual(rows);
      },
    ),
  );
});
