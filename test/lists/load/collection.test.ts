import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import type { PublicationRow } from '../../../src/domain/publication.ts';
import type { RowIndex } from '../../../src/lists/index/row-index.ts';
import { liveRows } from '../../../src/lists/load/collection.ts';
import { publicationSpec } from '../../../src/lists/publications.ts';
import { keys } from '../../../src/storage/keys.ts';
import { putRow } from '../../../src/storage/list-rows.ts';
import { db, transact } from '../../../src/storage/table.ts';
import { aRow } from '../../support/builders.ts';
import { freshTable } from '../../support/engine.ts';

beforeEach(() => freshTable());

const write = (doi: string, title = doi) =>
  transact([putRow({ ...aRow({ doi, title }), ...keys.publicationRow(doi) })]);
const titles = (rows: RowIndex<PublicationRow>) => [...rows.rows()].map(({ title }) => title).sort();

describe('rows in memory', () => {
  test('the first use loads every shard', async () => {
    const dois = Array.from({ length: 40 }, (_, index) => `10.5555/${index}`);
    await Promise.all(dois.map((doi) => write(doi)));
    expect((await liveRows(publicationSpec).current(0)).size).toBe(40);
  });

  test('without staleness a change is seen by the next call', async () => {
    const rows = liveRows(publicationSpec);
    await write('10.5555/a', 'before');
    expect(titles(await rows.current(0))).toEqual(['before']);
    await write('10.5555/a', 'after');
    await write('10.5555/b', 'new');
    expect(titles(await rows.current(0))).toEqual(['after', 'new']);
  });

  test('a row whose writer has a clock some seconds behind is not missed', async () => {
    const rows = liveRows(publicationSpec);
    await rows.current(0);
    const late = putRow({ ...aRow({ doi: '10.5555/late' }), ...keys.publicationRow('10.5555/late') });
    const item = late.Put?.Item as { changed: number };
    item.changed -= 9_000;
    await transact([late]);
    expect((await rows.current(0)).size).toBe(1);
  });

  test('within the staleness nothing is read, and many calls at once share one look', async () => {
    const rows = liveRows(publicationSpec);
    await rows.current(0);
    const spy = mockClient(db);
    spy.onAnyCommand().callsFake(() => ({ Items: [] }));
    try {
      await rows.current(60_000);
      expect(spy.commandCalls(QueryCommand)).toHaveLength(0);
      const fresh = liveRows(publicationSpec);
      await Promise.all(Array.from({ length: 10 }, () => fresh.current(1000)));
      expect(spy.commandCalls(QueryCommand)).toHaveLength(8);
    } finally {
      spy.restore();
    }
  });

  test('a look that fails is tried again by the next call', async () => {
    const rows = liveRows(publicationSpec);
    await write('10.5555/a');
    const spy = mockClient(db);
    spy.onAnyCommand().rejects(new Error('throttled'));
    await expect(rows.current(0)).rejects.toThrow('throttled');
    spy.restore();
    expect((await rows.current(0)).size).toBe(1);
  });
});
