import { beforeEach, expect, test } from '@jest/globals';
import { findAuditRecords, transactAudited } from '#src/logbook/audit.ts';
import type { AuditedChange } from '#src/logbook/domain/audit.ts';
import { keys } from '#src/table/keys.ts';
import { query, transact } from '#src/table/table.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { auditRecords } from '../support/table.ts';

const lines = captureLog();
beforeEach(async () => {
  await freshTable();
});

const context = (now: Date) => ({ actor: 'operator', now, requestId: 'r1' });
const change = (over: Partial<AuditedChange> = {}): AuditedChange => ({
  action: 'user.updated',
  workspace: null,
  resource: 'ada@example.org',
  before: { is_superadmin: false, updated_at: 1 },
  after: { is_superadmin: true, updated_at: 2 },
  ...over,
});
const january = new Date('2026-01-31T23:59:59Z');

test('a record has the fields that changed, and is logged once it is committed', async () => {
  expect(await transactAudited([], { context: context(january), changes: [change()] })).toBeUndefined();
  const [record] = await auditRecords();
  expect(record).toEqual({
    id: expect.any(String),
    occurred_at: january.getTime(),
    action: 'user.updated',
    actor_id: 'operator',
    workspace_id: null,
    resource_id: 'ada@example.org',
    request_id: 'r1',
    before: { is_superadmin: false },
    after: { is_superadmin: true },
  });
  expect(lines).toEqual([{ level: 'info', message: 'audit', ...record }]);
});

test('a change that is not written leaves neither record nor line', async () => {
  const impossible = {
    ConditionCheck: { Key: keys.user('ada@example.org'), ConditionExpression: 'attribute_exists(pk)' },
  };
  expect(await transactAudited([impossible], { context: context(january), changes: [change()] })).toBeDefined();
  expect(await auditRecords()).toEqual([]);
  expect(lines).toEqual([]);
});

test('fields that are not named are never recorded, whatever they hold', async () => {
  const secret = { hash: 'a', verification_token: 'b', password: 'c', key_hash: 'd' };
  await transactAudited([{ Put: { Item: keys.user('x') } }], {
    context: context(january),
    changes: [change({ before: undefined, after: secret }), change({ before: secret, after: undefined })],
  });
  expect(await auditRecords()).toEqual([]);
});

test('a month is one partition, which reads newest first', async () => {
  const times = ['2026-02-01T00:00:00Z', '2026-02-28T23:59:59.999Z', '2026-02-03T04:05:06Z', '2026-01-31T23:59:59Z'];
  for (const time of times) await transactAudited([], { context: context(new Date(time)), changes: [change()] });
  const found: string[] = [];
  for await (const { occurred_at } of query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.auditMonth(Date.parse('2026-02-15T00:00:00Z')) },
    ScanIndexForward: false,
  })) {
    found.push(new Date(Number(occurred_at)).toISOString());
  }
  expect(found).toEqual(['2026-02-28T23:59:59.999Z', '2026-02-03T04:05:06.000Z', '2026-02-01T00:00:00.000Z']);
});

test('a record of an action that only a later release knows is read as it was written', async () => {
  const record = { id: 'later', occurred_at: january.getTime(), action: 'group.created', actor_id: 'operator' };
  const fields = { workspace_id: null, resource_id: 'chemistry', request_id: 'r1', before: null, after: { name: 'C' } };
  await transact([{ Put: { Item: { ...keys.audit(january.getTime(), 'later'), ...record, ...fields } } }]);
  const span = { fromMs: january.getTime() - 1, toMs: undefined };
  const filter = { kind: null, action: null, actor_id: null, resource_id: null };
  const { records } = await findAuditRecords(span, filter, { offset: 0, limit: 10 }, new Date('2026-02-01'));
  expect(records).toEqual([{ ...record, ...fields }]);
});
