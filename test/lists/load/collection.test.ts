import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import type { PublicationRow } from '../../../src/domain/publication.ts';
import type { RowIndex } from '../../../src/lists/index/row-index.ts';
import { replicate } from '../../../src/lists/load/collection.ts';
import { publicationSpec } from '../../../src/lists/publications.ts';
import { keys } from '../../../src/storage/keys.ts';
import { putRow } from '../../../src/storage/list-rows.ts';
import { db, transact } from '../../../src/storage/table.ts';
import { aRow } from '../../support/builders.ts';
import { freshTable } from '../../support/engine.ts';

beforeEach(() => freshTable());

const write = (doi: string, title = doi) =>
  transact([putRow({ ...aRow({ doi, title }), ...keys.publicationRow(doi) })]);
const titles = (index: RowIndex<PublicationRow>) => [...index.rows()].map(({ title }) => title).sort();

describe('a replica in memory', () => {
  test('the first use loads every shard', async () => {
    const dois = Array.from({ length: 40 }, (_, index) => `10.5555/${index}`);
    await Promise.all(dois.map((doi) => write(doi)));
    expect((await replicate(publicationSpec).index(0)).size).toBe(40);
  });

  test('with staleness 0, a call sees every write that was made before it', async () => {
    const rows = replicate(publicationSpec);
    await write('10.5555/a', 'before');
    expect(titles(await rows.index(0))).toEqual(['before']);
    await write('10.5555/a', 'after');
    await write('10.5555/b', 'new');
    expect(titles(await rows.index(0))).toEqual(['after', 'new']);
  });

  test('a row of a writer whose clock is some seconds behind is read', async () => {
    const rows = replicate(publicationSpec);
    await rows.index(0);
    const late = putRow({ ...aRow({ doi: '10.5555/late' }), ...keys.publicationRow('10.5555/late') });
    const item = late.Put?.Item as { changed: number };
    item.changed -= 9_000;
    await transact([late]);
    expect((await rows.index(0)).size).toBe(1);
  });

  test('within the staleness nothing is read, and concurrent calls share one refresh', async () => {
    const rows = replicate(publicationSpec);
    await rows.index(0);
    const spy = mockClient(db);
    spy.onAnyCommand().callsFake(() => ({ Items: [] }));
    try {
      await rows.index(60_000);
      expect(spy.commandCalls(QueryCommand)).toHaveLength(0);
      const fresh = replicate(publicationSpec);
      await Promise.all(Array.from({ length: 10 }, () => fresh.index(1000)));
      expect(spy.commandCalls(QueryCommand)).toHaveLength(8);
    } finally {
      spy.restore();
    }
  });

  test('a row that a tail read has missed is there after an hour, when the process loads its rows anew', async () => {
    const rows = replicate(publicationSpec);
    await rows.index(0);
    const late = putRow({ ...aRow({ doi: '10.5555/late' }), ...keys.publicationRow('10.5555/late') });
    Object.assign(late.Put?.Item ?? {}, { changed: Date.now() - 60_000 });
    await transact([late]);
    expect((await rows.index(0)).size).toBe(0);
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now + 3_600_000);
    expect((await rows.index(0)).size).toBe(1);
    clock.mockRestore();
  });

  test('the call after a failed refresh tries again', async () => {
    const rows = replicate(publicationSpec);
    await write('10.5555/a');
    const spy = mockClient(db);
    spy.onAnyCommand().rejects(new Error('throttled'));
    await expect(rows.index(0)).rejects.toThrow('throttled');
    spy.restore();
    expect((await rows.index(0)).size).toBe(1);
  });
});
