import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { replicate } from '../../../src/lists/load/collection.ts';
import { publicationSpec } from '../../../src/lists/publications.ts';
import { offerPreload, startPreloads } from '../../../src/runtime/preload.ts';
import { keys } from '../../../src/storage/keys.ts';
import { putRow } from '../../../src/storage/list-rows.ts';
import { db, transact } from '../../../src/storage/table.ts';
import { aRow } from '../../support/builders.ts';
import { freshTable } from '../../support/engine.ts';
import { allRows } from '../../support/list-rows.ts';

beforeEach(() => freshTable());
afterEach(() => {
  jest.restoreAllMocks();
  delete process.env.AWS_LAMBDA_INITIALIZATION_TYPE;
});

const write = (doi: string) => transact((at) => [putRow({ ...aRow({ doi }), ...keys.publicationRow(doi) }, at)]);
const hourMs = 3_600_000;

test('a list that is loaded in advance is not loaded again, and shows what was written since', async () => {
  await write('10.5555/a');
  const rows = replicate(publicationSpec);
  rows.preload();
  expect((await rows.query(hourMs, allRows)).size).toBe(1);
  const spy = mockClient(db);
  await rows.query(hourMs, allRows);
  expect(spy.commandCalls(QueryCommand)).toHaveLength(0);
  spy.restore();
  await write('10.5555/b');
  expect((await rows.query(0, allRows)).size).toBe(2);
});

test('what a frozen function did not finish is loaded anew', async () => {
  await write('10.5555/a');
  const rows = replicate(publicationSpec);
  const hanging = mockClient(db);
  hanging.onAnyCommand().callsFake(() => new Promise(() => undefined));
  rows.preload();
  hanging.restore();
  const later = Date.now() + hourMs;
  jest.spyOn(Date, 'now').mockReturnValue(later);
  expect((await rows.query(0, allRows)).size).toBe(1);
});

test('a load in advance that fails is tried again by the first query', async () => {
  await write('10.5555/a');
  const rows = replicate(publicationSpec);
  const failing = mockClient(db);
  failing.onAnyCommand().rejects(new Error('out of order'));
  rows.preload();
  failing.restore();
  expect((await rows.query(0, allRows)).size).toBe(1);
});

test('a function loads the lists that it may read, and only where Lambda starts it', () => {
  const begun: string[] = [];
  offerPreload('lists:publications', () => begun.push('PUB'));
  offerPreload('lists:people', () => begun.push('PERSON'));
  startPreloads(['lists:people', 'people:read']);
  expect(begun).toEqual([]);
  process.env.AWS_LAMBDA_INITIALIZATION_TYPE = 'on-demand';
  startPreloads(['lists:people', 'people:read']);
  expect(begun).toEqual(['PERSON']);
});
