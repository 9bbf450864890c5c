import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { apiKey, installation } from '#src/identity/credentials/credential-auth.ts';
import { affiliationsOf } from '#src/records/people/store/affiliations.ts';
import { db } from '#src/table/table.ts';
import * as update from '../../../../lambdas/consumer/membership/update.ts';
import { carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { authorizerOf, call } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storePeriods, storePerson } from '../../../support/people.ts';
import { allItems } from '../../../support/table.ts';

captureLog();
const member = { entity_id: 'primary_entity', status: 'primary_entity' };
const post = (body: unknown, orcid = carberry, authorizer = authorizerOf(update.route.auth)) =>
  call(update, {
    url: `/api/partners/people/${orcid}/membership`,
    body,
    ...(authorizer && { authorizer }),
  });

beforeEach(async () => {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
});

describe('200', () => {
  test('a period from a given time, without an end', async () => {
    const { status, body } = await post({ ...member, starts_at: 1000 });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      affiliation: { person_orcid: carberry, ...member, starts_at: 1000, ends_at: null },
    });
  });

  test('from now when no time is given', async () => {
    const before = Date.now();
    const { body } = await post({ ...member, status: 'external' }, `https:%2F%2Forcid.org%2F${carberry}`);
    expect(body.affiliation).toMatchObject({ person_orcid: carberry, status: 'external' });
    expect(body.affiliation.starts_at).toBeGreaterThanOrEqual(before);
    expect(body.affiliation.starts_at).toBeLessThanOrEqual(Date.now());
  });

  test('the same twice: the same answer, one period', async () => {
    const first = await post({ ...member, starts_at: 1000 });
    expect(await post({ ...member, starts_at: 1000 })).toMatchObject({ status: 200, body: first.body });
    expect(await affiliationsOf(carberry)).toHaveLength(1);
  });

  test('earlier than the open period: no period gets a negative length', async () => {
    await post({ ...member, starts_at: 1000 });
    expect(await post({ ...member, status: 'external', starts_at: 500 })).toMatchObject({ status: 200 });
    expect((await affiliationsOf(carberry)).map(({ starts_at, ends_at }) => [starts_at, ends_at])).toEqual([
      [500, null],
      [1000, 1000],
    ]);
  });

  test.each([1, Date.now() + 1e10, Number.MAX_SAFE_INTEGER])('any positive time: %s', async (starts_at) => {
    expect(await post({ ...member, starts_at })).toMatchObject({ status: 200, body: { affiliation: { starts_at } } });
  });

  test('fifteen at once: all are in the history, and one is open', async () => {
    const starts = Array.from({ length: 15 }, (_, n) => 2000 + n * 10);
    const answers = await Promise.all(starts.map((starts_at) => post({ ...member, starts_at })));
    expect(answers.map(({ status }) => status)).toEqual(starts.map(() => 200));
    const periods = await affiliationsOf(carberry);
    expect(periods.map(({ starts_at }) => starts_at)).toEqual(starts);
    expect(periods.filter(({ ends_at }) => ends_at === null)).toHaveLength(1);
  });

  test('a start before a hundred existing periods', async () => {
    await storePeriods(carberry, 100, 1000);
    expect(await post({ ...member, starts_at: 1 })).toMatchObject({ status: 200, body: { success: true } });
    expect((await affiliationsOf(carberry)).filter(({ ends_at }) => ends_at === null)).toMatchObject([
      { starts_at: 1 },
    ]);
  });
});

describe('503 with Retry-After: nothing is stored', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test("the person's record is written by others for too long", async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    const before = await allItems();
    const send = db.send.bind(db) as (command: object) => Promise<unknown>;
    const conflict = new TransactionCanceledException({
      message: 'conflict',
      $metadata: {},
      CancellationReasons: [{ Code: 'TransactionConflict' }],
    });
    jest
      .spyOn(db, 'send')
      .mockImplementation(((command: object) =>
        command instanceof TransactWriteCommand ? Promise.reject(conflict) : send(command)) as never);
    const answer = await post(member);
    expect(answer).toMatchObject({ status: 503, body: { code: 'busy' }, headers: { 'retry-after': '1' } });
    jest.restoreAllMocks();
    expect(await allItems()).toEqual(before);
  });
});

describe('400: nothing is stored', () => {
  test.each<[string, object, string[]]>([
    ['another entity', { ...member, entity_id: 'somebody' }, ['entity_id']],
    ['no entity, no status', {}, ['entity_id', 'status']],
    ['another status', { ...member, status: 'guest' }, ['status']],
    ['no time', { ...member, starts_at: 0 }, ['starts_at']],
    ['a time before 1970', { ...member, starts_at: -1 }, ['starts_at']],
    ['part of a millisecond', { ...member, starts_at: 1.5 }, ['starts_at']],
    ['a time nobody can count', { ...member, starts_at: 2 ** 53 }, ['starts_at']],
    ['a time in words', { ...member, starts_at: '2026-01-31' }, ['starts_at']],
    ['null for a time', { ...member, starts_at: null }, ['starts_at']],
    ['fields nobody knows', { ...member, ends_at: 5, x: 1 }, ['ends_at', 'x']],
  ])('%s', async (_, body, paths) => {
    const response = await post(body);
    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
    expect(response.body.details.issues.map(({ path }: { path: string }) => path)).toEqual(paths);
    expect(await affiliationsOf(carberry)).toEqual([]);
  });

  test('a thousand periods lie in the future', async () => {
    const first = Date.now() + 1_000_000;
    await storePeriods(carberry, 1000, first);
    const before = await allItems();
    expect(await post({ ...member, starts_at: first + 5000 })).toMatchObject({
      status: 400,
      body: { code: 'invalid_body', details: { issues: [{ path: 'starts_at' }] } },
    });
    expect(await allItems()).toEqual(before);
  });

  test('an iD with a wrong check character', async () => {
    expect(await post(member, '0000-0002-1825-0098')).toMatchObject({ status: 400, body: { code: 'invalid_id' } });
  });
});

describe('404: a person the registry does not know', () => {
  test('with an otherwise valid request', async () => {
    expect(await post(member, '0009-9999-0000-0019')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('an invalid body is a 400 first', async () => {
    expect(await post({}, '0009-9999-0000-0019')).toMatchObject({ status: 400 });
  });
});

test('403: a key without the scope, before its body is looked at', async () => {
  const key = authorizerOf(apiKey('ingest'));
  expect(await post('{', carberry, key)).toMatchObject({ status: 403, body: { code: 'scope_not_granted' } });
});

test('403: an installation', async () => {
  const held = authorizerOf(installation('people.read'));
  expect(await post(member, carberry, held)).toMatchObject({
    status: 403,
    body: { code: 'scope_not_granted' },
  });
});
