import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { initialRollout } from '#src/lists/rollout/domain/configuration.ts';
import { storeInitialRollout } from '#src/lists/rollout/store/configuration.ts';
import { db } from '#src/table/table.ts';
import * as get from '../../../../lambdas/dashboard/rollout/get.ts';
import * as update from '../../../../lambdas/dashboard/rollout/update.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { allItems, auditRecords } from '../../../support/table.ts';

const lines = captureLog();
const url = '/api/site-tools/rollout';
const read = async () => (await call(get, { url, authorizer: sessionOf('workspace_member') })).body;
const patch = (body: unknown, authorizer = sessionOf('workspace_member')) => call(update, { url, body, authorizer });
const someTime = expect.any(Number);

const initial = {
  feature: 'locale-search',
  stage: 0,
  enabled: true,
  auto_disabled: false,
  disabled_at: null,
  disabled_reason: null,
  updated_by: null,
};

beforeEach(async () => {
  await freshTable();
  process.env.ROLLOUT_REQUIRES_ADMIN = 'false';
});

describe('GET', () => {
  test('200: a new deployment is enabled for nobody, and nothing is stored by asking', async () => {
    expect(await read()).toEqual({
      ...initial,
      updated_at: someTime,
      soak: { soak_hours: 0, soaking_since: someTime, soak_ends_at: someTime, soak_passed: true, next_stage: 10 },
      changes: [],
    });
    expect(await allItems()).toEqual([]);
  });

  test('200: the last 20 changes, newest first, say who, when, what and why', async () => {
    for (let stage = 1; stage <= 21; stage++) await patch({ stage, ...(stage === 21 && { reason: ' Soaked ' }) });
    const { changes, stage, updated_at } = await read();
    expect(stage).toBe(21);
    expect(changes).toHaveLength(20);
    expect(changes[0]).toEqual({
      action: 'rollout.updated',
      changed_at: updated_at,
      changed_by: 'curator@example.org',
      reason: 'Soaked',
      before: { stage: 20, enabled: true, auto_disabled: false, disabled_reason: null },
      after: { stage: 21, enabled: true, auto_disabled: false, disabled_reason: null },
    });
    expect(changes.map(({ after }: { after: { stage: number } }) => after.stage)).toEqual(
      Array.from({ length: 20 }, (_, n) => 21 - n),
    );
  });
});

describe('PATCH', () => {
  test('200: the whole rollout after the change', async () => {
    const { status, body } = await patch({ stage: 25 });
    expect(status).toBe(200);
    expect(body).toEqual({ ...initial, stage: 25, updated_at: someTime, updated_by: 'curator@example.org' });
    expect(await read()).toMatchObject(body);
  });

  test('200: both at once are one change', async () => {
    await patch({ enabled: false });
    expect((await patch({ stage: 50, enabled: true })).body).toMatchObject({ stage: 50, enabled: true });
    expect((await read()).changes).toHaveLength(2);
  });

  test('200: disabling names its reason, and enabling clears it', async () => {
    const disabled = { enabled: false, auto_disabled: false, disabled_at: someTime, disabled_reason: 'manual' };
    expect((await patch({ stage: 10, enabled: false })).body).toMatchObject(disabled);
    expect((await patch({ stage: 5 })).body).toMatchObject({ ...disabled, stage: 5 });
    expect((await patch({ enabled: true })).body).toMatchObject({
      ...initial,
      stage: 5,
      updated_by: expect.anything(),
    });
  });

  test('200: sent twice, it is the same rollout', async () => {
    const [one, other] = [await patch({ enabled: false }), await patch({ enabled: false })];
    expect(other.body).toEqual({ ...one.body, updated_at: someTime });
  });

  test('200: a member of any workspace changes it, in their name', async () => {
    const authorizer = sessionOf('workspace_member', 'library');
    expect((await patch({ stage: 1 }, authorizer)).body).toMatchObject({ updated_by: 'curator@example.org' });
  });

  test.each([
    ['no account', sessionOf()],
    ['an address that is not verified', { ...sessionOf(), email: '' }],
  ])('403: a session with %s', async (_, authorizer) => {
    const refused = { status: 403, body: { code: 'forbidden' } };
    expect(await patch({ stage: 1 }, authorizer)).toMatchObject(refused);
    expect(await call(get, { url, authorizer })).toMatchObject(refused);
    expect(await allItems()).toEqual([]);
  });

  test.each([
    ['neither stage nor enabled', {}, ''],
    ['only a reason', { reason: 'Because' }, ''],
    ['a stage below 0', { stage: -1 }, 'stage'],
    ['a stage above 100', { stage: 101 }, 'stage'],
    ['half a stage', { stage: 12.5 }, 'stage'],
    ['a stage as text', { stage: '10' }, 'stage'],
    ['no stage', { stage: null }, 'stage'],
    ['enabled as text', { enabled: 'true' }, 'enabled'],
    ['an empty reason', { stage: 1, reason: ' ' }, 'reason'],
    ['an unknown field', { stage: 1, auto_disabled: false }, 'auto_disabled'],
  ])('400: %s', async (_, body, path) => {
    const response = await patch(body);
    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
    expect(response.body.details.issues).toEqual([{ path, message: expect.any(String) }]);
    expect(await allItems()).toEqual([]);
  });

  test.each([0, 1, 99, 100])('200: the stage %i', async (stage) => {
    expect(await patch({ stage })).toMatchObject({ status: 200, body: { stage } });
  });

  test('403: a deployment can require a superadmin', async () => {
    process.env.ROLLOUT_REQUIRES_ADMIN = 'true';
    expect(await patch({ stage: 1 }, sessionOf('workspace_admin'))).toMatchObject({ status: 403 });
    expect(await allItems()).toEqual([]);
    expect(await patch({ stage: 1 }, sessionOf('superadmin'))).toMatchObject({ status: 200 });
  });

  test('409: other changes do not stop', async () => {
    await patch({ stage: 1 });
    const refused = new TransactionCanceledException({
      message: 'as the test wants it',
      $metadata: {},
      CancellationReasons: [{ Code: 'ConditionalCheckFailed' }],
    });
    const send = db.send.bind(db) as (command: object) => Promise<unknown>;
    jest.spyOn(Math, 'random').mockReturnValue(0);
    jest
      .spyOn(db, 'send')
      .mockImplementation(((command: object) =>
        command instanceof TransactWriteCommand ? Promise.reject(refused) : send(command)) as never);
    expect(await patch({ stage: 2 })).toMatchObject({ status: 409, headers: { 'retry-after': '1' } });
  });
});

test('two changes at once are one after the other', async () => {
  await storeInitialRollout(initialRollout(1));
  const [one, other] = await Promise.all([patch({ stage: 10 }), patch({ enabled: false })]);
  expect([one.status, other.status]).toEqual([200, 200]);
  expect(await read()).toMatchObject({ stage: 10, enabled: false });
  expect((await read()).changes).toHaveLength(2);
});

test('a first change and the first run of the job at once end in the change', async () => {
  await Promise.all([patch({ stage: 10 }), storeInitialRollout(initialRollout(1))]);
  expect(await read()).toMatchObject({ stage: 10 });
});

test('the rollout, its history and its audit record are stored together or not at all', async () => {
  const send = db.send.bind(db) as (command: object) => Promise<unknown>;
  const killed = jest
    .spyOn(db, 'send')
    .mockImplementation(((command: object) =>
      command instanceof TransactWriteCommand ? Promise.reject(new Error('killed')) : send(command)) as never);
  expect((await patch({ stage: 10 })).status).toBe(500);
  killed.mockRestore();
  expect(await allItems()).toEqual([]);

  await patch({ stage: 10, reason: 'Start' });
  expect((await allItems()).map(({ pk }) => String(pk).split('#')[0]).sort()).toEqual(['AUDIT', 'ROLLOUT', 'ROLLOUT']);
  const [record] = await auditRecords();
  expect(record).toMatchObject({
    action: 'rollout.updated',
    actor_id: 'user:curator@example.org',
    workspace_id: null,
    resource_id: 'locale-search',
    before: { stage: 0 },
    after: { stage: 10, reason: 'Start' },
  });
  expect(lines.filter(({ message }) => message === 'audit')).toHaveLength(1);
});
