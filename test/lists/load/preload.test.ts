import { setImmediate } from 'node:timers/promises';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { replicate } from '#src/lists/load/collection.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import { putRow } from '#src/records/store/list-rows.ts';
import { offerPreload, startPreloads } from '#src/runtime/preload.ts';
import { keys } from '#src/table/keys.ts';
import { db, transact } from '#src/table/table.ts';
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
  rows.preload(true);
  expect((await rows.query(hourMs, allRows)).size).toBe(1);
  const spy = mockClient(db);
  await rows.query(hourMs, allRows);
  expect(spy.commandCalls(QueryCommand)).toHaveLength(0);
  spy.restore();
  await write('10.5555/b');
  expect((await rows.query(0, allRows)).size).toBe(2);
});

test('without a snapshot, a list of which only that is loaded in advance is read from the table once', async () => {
  await write('10.5555/a');
  const send = jest.spyOn(db, 'send');
  const rows = replicate(publicationSpec);
  await rows.preload(false);
  expect((await rows.query(0, allRows)).size).toBe(1);
  expect(send.mock.calls.filter(([command]) => command instanceof QueryCommand)).toHaveLength(8);
});

test('what a frozen function did not finish is loaded anew', async () => {
  await write('10.5555/a');
  const rows = replicate(publicationSpec);
  const hanging = mockClient(db);
  hanging.onAnyCommand().callsFake(() => new Promise(() => undefined));
  rows.preload(true);
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
  rows.preload(true);
  failing.restore();
  expect((await rows.query(0, allRows)).size).toBe(1);
});

test('a function loads the lists that it may read, and only where Lambda starts it', () => {
  const begun: string[] = [];
  const offer = (grant: string, name: string) => offerPreload(grant, async () => void begun.push(name));
  offer('lists:publications', 'PUB');
  offer('lists:people', 'PERSON');
  startPreloads({ grants: ['lists:people', 'people:read'] });
  expect(begun).toEqual([]);
  process.env.AWS_LAMBDA_INITIALIZATION_TYPE = 'on-demand';
  startPreloads({ grants: ['lists:people', 'people:read'] });
  expect(begun).toEqual(['PERSON']);
});

test('what few requests need is loaded in advance only where nobody waits for it', () => {
  const begun: string[] = [];
  for (const name of ['projects', 'proposals']) offerPreload(`lists:${name}`, async () => void begun.push(name));
  const reader = { grants: ['lists:projects', 'lists:proposals'], seldomReads: ['lists:proposals'] };
  process.env.AWS_LAMBDA_INITIALIZATION_TYPE = 'on-demand';
  startPreloads(reader);
  expect(begun.splice(0)).toEqual(['projects']);
  process.env.AWS_LAMBDA_INITIALIZATION_TYPE = 'provisioned-concurrency';
  startPreloads(reader);
  expect(begun).toEqual(['projects', 'proposals']);
});

test('changes are not read in advance where each request reads them itself', () => {
  const begun: boolean[] = [];
  offerPreload('lists:duplicates', async (withChanges) => void begun.push(withChanges));
  process.env.AWS_LAMBDA_INITIALIZATION_TYPE = 'on-demand';
  startPreloads({ grants: ['lists:duplicates'], readsChanges: true });
  startPreloads({ grants: ['lists:duplicates'] });
  // Nobody waits for it then, even if there is no snapshot.
  process.env.AWS_LAMBDA_INITIALIZATION_TYPE = 'provisioned-concurrency';
  startPreloads({ grants: ['lists:duplicates'], readsChanges: true });
  expect(begun).toEqual([false, true, true]);
});

test('only an environment that is started in advance waits for its lists, even if one fails', async () => {
  let end: () => void = () => undefined;
  offerPreload('lists:works', () => new Promise<void>((resolve) => (end = resolve)));
  offerPreload('lists:works', () => Promise.reject(new Error('out of order')));
  process.env.AWS_LAMBDA_INITIALIZATION_TYPE = 'on-demand';
  expect(startPreloads({ grants: ['lists:works'] })).toBeUndefined();
  process.env.AWS_LAMBDA_INITIALIZATION_TYPE = 'provisioned-concurrency';
  let isLoaded = false;
  const loaded = startPreloads({ grants: ['lists:works'] })?.then(() => (isLoaded = true));
  await setImmediate();
  expect(isLoaded).toBe(false);
  end();
  await loaded;
  expect(isLoaded).toBe(true);
});

test('what an environment loaded in advance is used later, with what was written since', async () => {
  await write('10.5555/a');
  const rows = replicate(publicationSpec);
  await rows.preload(true);
  await write('10.5555/b');
  const later = Date.now() + hourMs / 2;
  jest.spyOn(Date, 'now').mockReturnValue(later);
  const send = jest.spyOn(db, 'send');
  expect((await rows.query(0, allRows)).size).toBe(2);
  const indexes = send.mock.calls.flatMap(([command]) =>
    command instanceof QueryCommand ? command.input.IndexName : [],
  );
  expect(new Set(indexes)).toEqual(new Set(['changes']));
});
