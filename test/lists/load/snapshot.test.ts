import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import * as z from 'zod';
import type { PublicationRow } from '../../../src/domain/publications/row.ts';
import type { Columns } from '../../../src/lists/index/columns.ts';
import { RowIndex } from '../../../src/lists/index/row-index.ts';
import { replicate } from '../../../src/lists/load/collection.ts';
import { compact } from '../../../src/lists/load/compaction.ts';
import { lateCommitMs } from '../../../src/lists/load/shards.ts';
import { snapshotKey as keyOf, loadSnapshot, saveSnapshot } from '../../../src/lists/load/snapshot.ts';
import { publicationSpec } from '../../../src/lists/publications.ts';
import { workSpec } from '../../../src/lists/works.ts';
import { getObject, putObject } from '../../../src/runtime/bucket.ts';
import { keys } from '../../../src/storage/keys.ts';
import { putRow } from '../../../src/storage/list-rows.ts';
import { db, transact } from '../../../src/storage/table.ts';
import { aRow } from '../../support/builders.ts';
import { freshTable } from '../../support/engine.ts';
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
const rowsNow = async () => [...(await replicate(publicationSpec).index(0)).rows()];
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
  test('is what a process loads: it reads from the table only what has changed since', async () => {
    const long = Date.now() - 10 * lateCommitMs;
    for (let n = 0; n < 30; n++) await write(`10.5555/${n}`, { title: { en: `Pot ${n}`, es: 'Olla' } }, long);
    expect(await compact(publicationSpec)).toMatchObject({ rows: 30 });
    await write('10.5555/7', { title: 'Changed' });
    await write('10.5555/new');
    expect(await itemsRead(rowsNow)).toBe(2);
    const rows = await rowsNow();
    expect(rows).toHaveLength(31);
    expect(rows.find(({ doi }) => doi === '10.5555/7')?.title).toBe('Changed');
    expect(rows.find(({ doi }) => doi === '10.5555/8')).toEqual(
      aRow({ doi: '10.5555/8', title: { en: 'Pot 8', es: 'Olla' }, changed: long }),
    );
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

  /** A row that the table does not have: it shows whether a process used the snapshot. */
  const ghost = () => {
    const index = new RowIndex<PublicationRow>(publicationSpec);
    index.put([aRow({ doi: '10.5555/ghost' })]);
    return index.columns();
  };
  const state = () => ({ watermarkMs: Date.now(), epoch: 0, fullAtMs: Date.now() });
  const saveGhost = (spec: Pick<typeof publicationSpec, 'schema' | 'shape'>, columns: Columns = ghost()) =>
    saveSnapshot({ ...publicationSpec, ...spec }, state(), columns);
  const { doi: _, ...withoutDoi } = ghost();
  const { orcids: __, ...withoutOrcids } = ghost();
  const fields = publicationSpec.schema;

  test('that fits and is complete is used', async () => {
    await saveGhost(publicationSpec);
    expect(await doisNow()).toEqual(['10.5555/ghost']);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['is missing', async () => undefined],
    ['has no head', () => putObject(snapshotKey, Buffer.from('\n'))],
    ['is not compressed', () => putObject(snapshotKey, Buffer.from('nonsense'))],
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
    ['has no ids', () => saveGhost(publicationSpec, withoutDoi)],
    ['lacks a field', () => saveGhost(publicationSpec, withoutOrcids)],
    ['has a field too many', () => saveGhost(publicationSpec, { ...ghost(), extra: [1] })],
    ['has a column that is too short', () => saveGhost(publicationSpec, { ...ghost(), title: [] })],
    ['was cut off', () => rewriteBody((body) => body.subarray(0, body.length - 4))],
    ['was damaged', () => rewriteBody((body) => body.fill(0xff, body.length - 12, body.length - 8))],
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

  test('of another schema stays beside it: two releases load and save their own', async () => {
    const next = { ...publicationSpec, schema: fields.extend({ edit_count: z.int().default(7) }) };
    await write('10.5555/a', {}, Date.now() - 10 * lateCommitMs);
    await saveGhost(publicationSpec);
    await compact(next);
    expect(await doisNow()).toEqual(['10.5555/ghost']);
    const rows = [...(await replicate(next).index(0)).rows()];
    expect(rows.map(({ doi }) => doi)).toEqual(['10.5555/a']);
    expect(await itemsRead(() => replicate(next).index(0))).toBe(0);
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
    expect((await rows.index(0)).size).toBe(2);
    await forget('10.5555/a', 1);
    expect([...(await rows.index(0)).rows()].map(({ doi }) => doi)).toEqual(['10.5555/b']);
    await write('10.5555/c');
    expect((await rows.index(0)).size).toBe(2);
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
  await older.index(0);
  for (let n = 0; n < 12; n++) await write(`10.5555/${n}`);
  await compact(publicationSpec);
  await write('10.5555/3', { visible: false });
  const query = { page: 1, per_page: 100, q: 'pots', sort: 'cited_by_count', dir: 'asc', where: ['public'] } as const;
  const [one, other] = [(await older.index(0)).find(query), (await replicate(publicationSpec).index(0)).find(query)];
  expect(one).toEqual(other);
  expect(one.total).toBe(11);
});

test('every value is the same after saving and loading', async () => {
  const value = fc.oneof(
    fc.constantFrom(null, 'null', '[]', '1', 1, true, false, '', '\u007f\u0080é\u2028漢\ud83d\ude00', '\ud83d'),
    fc.array(fc.constantFrom('p', 'é'), { maxLength: 2 }),
    fc.record({ en: fc.string({ unit: 'grapheme' }) }),
  );
  const number = fc.oneof(
    fc.constant(null),
    fc.maxSafeInteger().map((n) => n + 0),
  );
  const column = fc.oneof(
    fc.array(value),
    fc.array(fc.constantFrom('many', 'of', 'few'), { minLength: 9 }),
    fc.array(number),
  );
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string({ minLength: 1 }), column, { minKeys: 1 }), async (columns) => {
      const schema = z.object(Object.fromEntries(Object.keys(columns).map((name) => [name, z.unknown()])));
      const storage = { ...workSpec, schema };
      // As in a real snapshot, all columns have the same length; short ones repeat.
      const length = Math.max(...Object.values(columns).map((values) => values.length));
      const even = Object.fromEntries(
        Object.entries(columns).map(([name, values]) => [
          name,
          Array.from({ length }, (_, row) => (values.length > 0 ? values[row % values.length] : null)),
        ]),
      );
      await saveSnapshot(storage, { watermarkMs: 5, epoch: 2, fullAtMs: 3 }, even);
      const saved = await loadSnapshot(storage);
      expect(saved).toMatchObject({ watermarkMs: 5, epoch: 2, fullAtMs: 3 });
      expect(await saved?.columns).toEqual(even);
    }),
  );
});
