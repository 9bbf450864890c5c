import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { compact, liveRows, overlapMs } from '../../../src/lists/load/collection.ts';
import { loadSnapshot, saveSnapshot } from '../../../src/lists/load/snapshot.ts';
import { publicationSpec } from '../../../src/lists/publications.ts';
import { putObject } from '../../../src/storage/bucket.ts';
import { keys } from '../../../src/storage/keys.ts';
import { putRow } from '../../../src/storage/list-rows.ts';
import { db, transact, writeBoundMs } from '../../../src/storage/table.ts';
import { aRow } from '../../support/builders.ts';
import { freshTable } from '../../support/engine.ts';
import { captureLog } from '../../support/log.ts';

const lines = captureLog();
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

const write = (doi: string, fields: Parameters<typeof aRow>[0] = {}, changed?: number) => {
  const put = putRow({ ...aRow({ doi, ...fields }), ...keys.publicationRow(doi) });
  if (changed !== undefined) Object.assign(put.Put?.Item ?? {}, { changed });
  return transact([put]);
};
const rowsNow = async () => [...(await liveRows(publicationSpec).current(0)).rows()];
const doisNow = async () => (await rowsNow()).map(({ doi }) => doi).sort();

/** How many items the queries of a task brought. */
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
  test('is what a process begins with: it reads only what has changed since', async () => {
    const long = Date.now() - 10 * overlapMs;
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

  test('loses nothing that is written while it is made: a slow commit and a clock behind, within the bound', async () => {
    await write('10.5555/a');
    await compact(publicationSpec);
    const saved = await loadSnapshot('PUB');
    // Committed after the snapshot was taken, with a time from before.
    await write('10.5555/slow', {}, (saved?.lookedAtMs ?? 0) - overlapMs + 1);
    expect(await doisNow()).toEqual(['10.5555/a', '10.5555/slow']);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['is missing', async () => undefined],
    ['is no zstd', () => putObject('lists/PUB.json.zst', Buffer.from('nonsense'))],
    ['is of another format', async () => putObject('lists/PUB.json.zst', await oldFormat())],
  ])('that %s: the rows come from the table', async (_, make) => {
    await write('10.5555/a');
    await make();
    expect(await doisNow()).toEqual(['10.5555/a']);
  });

  test('that cannot be reached: the rows come from the table, and the log says so', async () => {
    const endpoint = process.env.AWS_ENDPOINT_URL_S3;
    process.env.AWS_ENDPOINT_URL_S3 = 'http://127.0.0.1:1';
    await write('10.5555/a');
    expect(await doisNow()).toEqual(['10.5555/a']);
    expect(lines).toContainEqual(expect.objectContaining({ message: 'list snapshot not read' }));
    process.env.AWS_ENDPOINT_URL_S3 = endpoint;
  });
});

async function oldFormat(): Promise<Uint8Array> {
  const { zstdCompressSync } = await import('node:zlib');
  return zstdCompressSync(JSON.stringify({ format: 0, lookedAtMs: 1, epoch: 0, columns: { doi: ['10.5555/ghost'] } }));
}

describe('rows taken away for good', () => {
  const forget = async (doi: string, epoch: number) => {
    const { DeleteCommand } = await import('@aws-sdk/lib-dynamodb');
    await db.send(new DeleteCommand({ TableName: process.env.TABLE_NAME, Key: keys.publicationRow(doi) }));
    await transact([putRow({ ...keys.listEpoch('PUB'), epoch } as never)]);
  };

  test('are gone from a process that had them, at the next look', async () => {
    const live = liveRows(publicationSpec);
    await write('10.5555/a');
    await write('10.5555/b');
    expect((await live.current(0)).size).toBe(2);
    await forget('10.5555/a', 1);
    expect([...(await live.current(0)).rows()].map(({ doi }) => doi)).toEqual(['10.5555/b']);
    await write('10.5555/c');
    expect((await live.current(0)).size).toBe(2);
  });

  test('do not come back with an older snapshot', async () => {
    await write('10.5555/a');
    await write('10.5555/b');
    await compact(publicationSpec);
    await forget('10.5555/a', 1);
    expect(await doisNow()).toEqual(['10.5555/b']);
    await compact(publicationSpec);
    expect((await loadSnapshot('PUB'))?.epoch).toBe(1);
    expect(await doisNow()).toEqual(['10.5555/b']);
  });
});

test('two processes agree, whatever each began with', async () => {
  const older = liveRows(publicationSpec);
  await older.current(0);
  for (let n = 0; n < 12; n++) await write(`10.5555/${n}`);
  await compact(publicationSpec);
  await write('10.5555/3', { visible: false });
  const asked = { page: 1, per_page: 100, q: 'pots', sort: 'cited_by_count', dir: 'asc', where: ['public'] } as const;
  const [one, other] = [(await older.current(0)).find(asked), (await liveRows(publicationSpec).current(0)).find(asked)];
  expect(one).toEqual(other);
  expect(one.total).toBe(11);
});

test('a write has failed or is done well before a reader stops looking for it', () => {
  const clockSkewMs = 2_000;
  expect(writeBoundMs + clockSkewMs).toBeLessThanOrEqual(overlapMs);
});

test('saving and loading keeps every value', async () => {
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
    fc.asyncProperty(fc.dictionary(fc.string({ minLength: 1 }), column), async (columns) => {
      await saveSnapshot('WORK', { lookedAtMs: 5, epoch: 2, columns });
      const saved = await loadSnapshot('WORK');
      expect(saved).toMatchObject({ lookedAtMs: 5, epoch: 2 });
      expect(await saved?.columns).toEqual(columns);
    }),
  );
});
