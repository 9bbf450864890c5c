import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { recordEvent } from '#src/logbook/activity.ts';
import { deleteEvents } from '#src/logbook/activity-log.ts';
import type { NewEvent } from '#src/logbook/domain/activity.ts';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { savePublication } from '#src/records/publications/store/publications.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { db, tableName } from '#src/table/table.ts';
import * as cleanup from '../../../lambdas/dashboard/activity/cleanup.ts';
import * as list from '../../../lambdas/dashboard/activity/list.ts';
import { aBibliography, anIncoming, carberry } from '../../support/builders.ts';
import { freshTable } from '../../support/engine.ts';
import { call, sessionOf } from '../../support/event.ts';
import { captureLog } from '../../support/log.ts';
import { storePerson } from '../../support/people.ts';
import { allItems, auditRecords } from '../../support/table.ts';

captureLog();
beforeEach(async () => {
  await freshTable();
});

const dayMs = 86_400_000;
const asMember = sessionOf('workspace_member', 'library');
const asAdmin = sessionOf('workspace_admin', 'library');

const read = (query = '', authorizer = asMember, headers = {}) =>
  call(list, { url: `/api/activity${query}`, authorizer, headers });
const clear = (body: unknown, authorizer = asAdmin) =>
  call(cleanup, { url: '/api/activity/cleanup', authorizer, body });
const messages = ({ body }: { body: { events: { message: string }[] } }) => body.events.map(({ message }) => message);

function happened(message: string, atMs: number, event: Partial<NewEvent> = {}): Promise<void> {
  const made = {
    type: 'publication.edited',
    workspace: 'library',
    actor: 'user:ada@example.org',
    resource: null,
  } as const;
  return recordEvent({ ...made, message, ...event }, new Date(atMs));
}

describe('GET', () => {
  test('200: newest first, every field, the last 30 days', async () => {
    const now = Date.now();
    await happened('old', now - 31 * dayMs);
    await happened('second', now - 29 * dayMs, { metadata: { field: 'title', before: 'a', after: 'b' } });
    await happened('first', now - 1000);
    const { status, body } = await read();
    expect(status).toBe(200);
    expect(body).toMatchObject({ page: 1, per_page: 20, total: 2, pages: 1 });
    expect(body.events.map(({ message }: { message: string }) => message)).toEqual(['first', 'second']);
    expect(body.events[1]).toEqual({
      id: expect.any(String),
      occurred_at: now - 29 * dayMs,
      event_type: 'publication.edited',
      actor_id: 'user:ada@example.org',
      message: 'second',
      metadata_json: '{"field":"title","before":"a","after":"b"}',
      resource_id: null,
      entity_id: 'library',
      severity: 'info',
      status: 'success',
    });
  });

  test('200: events of the same millisecond are in the order in which they happened', async () => {
    const texts = ['one', 'two', 'three', 'four', 'five', 'six'];
    const now = Date.now();
    for (const text of texts) await happened(text, now);
    expect(messages(await read())).toEqual(texts.toReversed());
  });

  test('200: only events of the own workspace; superadmins choose one', async () => {
    await happened('ours', Date.now());
    await happened('theirs', Date.now(), { workspace: 'faculty' });
    await happened('not ours', Date.now(), { workspace: 'library#202601' });
    expect(messages(await read())).toEqual(['ours']);
    expect(messages(await read('', sessionOf('superadmin'), { 'X-Workspace-Id': 'faculty' }))).toEqual(['theirs']);
    expect((await read('', asMember, { 'X-Workspace-Id': 'faculty' })).status).toBe(403);
    expect((await read('?workspace_id=faculty')).status).toBe(403);
  });

  test('200: both ends of a period are inclusive', async () => {
    const [noon, after] = [Date.UTC(2026, 2, 31, 12), Date.UTC(2026, 2, 31, 12) + 1];
    await happened('noon', noon);
    await happened('after', after);
    expect(messages(await read(`?from=${noon}&to=${noon}`))).toEqual(['noon']);
    expect(messages(await read(`?from=${after}&to=${after}`))).toEqual(['after']);
    expect(messages(await read('?from=2026-03-31T12:00:00Z&to=2026-04-01'))).toEqual(['after', 'noon']);
    expect(messages(await read('?from=2026-03-31T14:00:00%2B02:00&to=2026-03-31T12:00:00.000Z'))).toEqual(['noon']);
  });

  test('200: with only `to` the 30 days before it; with only `from` everything since', async () => {
    const to = Date.UTC(2026, 0, 31);
    await happened('before', to - 30 * dayMs - 1);
    await happened('first', to - 30 * dayMs);
    await happened('last', to);
    await happened('later', to + 1);
    expect(messages(await read(`?to=${to}`))).toEqual(['last', 'first']);
    expect(messages(await read(`?from=${to}`))).toEqual(['later', 'last']);
    expect(messages(await read('?from=0'))).toEqual(['later', 'last', 'first', 'before']);
  });

  test('200: pages go through months, and none is empty before the last', async () => {
    const start = Date.UTC(2026, 0, 20);
    await inParallel(
      Array.from({ length: 45 }, (_, n) => n),
      10,
      (n) => happened(`event ${n}`, start + n * dayMs),
    );
    const all: string[] = [];
    for (let page = 1; page <= 7; page++) {
      const answer = await read(`?from=${start}&to=2026-04-01&perPage=7&page=${page}`);
      expect(answer.body).toMatchObject({ page, per_page: 7, total: 45, pages: 7 });
      all.push(...messages(answer));
    }
    expect(all).toEqual(Array.from({ length: 45 }, (_, n) => `event ${44 - n}`));
    const beyond = await read(`?from=${start}&to=2026-04-01&perPage=7&page=8`);
    expect(beyond.body).toMatchObject({ events: [], total: 45, pages: 7 });
    expect((await read(`?from=${start}&to=2026-04-01&per_page=7&page=2`)).body.events).toHaveLength(7);
  });

  test('200: filters apply to count and page', async () => {
    const now = Date.now();
    await inParallel(
      Array.from({ length: 30 }, (_, n) => n),
      10,
      (n) =>
        happened(`event ${n}`, now - n, {
          type: n % 3 === 0 ? 'ingestion.job.failed' : 'ingestion.work.failed',
          resource: `job-${n % 2}`,
          actor: n % 5 === 0 ? 'api_key:1' : null,
        }),
    );
    const total = async (query: string) => {
      const { body } = await read(`?perPage=100&${query}`);
      expect(body.events).toHaveLength(body.total);
      return body.total;
    };
    expect(await total('event_type=ingestion.job.failed')).toBe(10);
    expect(await total('severity=warn')).toBe(20);
    expect(await total('severity=info')).toBe(0);
    expect(await total('status=failure')).toBe(30);
    expect(await total('resource_id=job-1')).toBe(15);
    expect(await total('actor_id=api_key:1&resource_id=job-0')).toBe(3);
    expect(await total('actor_id=&severity=')).toBe(30);
    const second = await read('?severity=warn&perPage=15&page=2');
    expect(messages(second)).toEqual(['event 23', 'event 25', 'event 26', 'event 28', 'event 29']);
  });

  test('200: ingestions apart from what people did, and the names of what the events are about', async () => {
    const now = Date.now();
    const doi = '10.5555/pots';
    const incoming = anIncoming({ doi, original: aBibliography({ title: 'Cracked pots' }) });
    await storePerson(carberry, 'Josiah', 'Carberry');
    await savePublication(applyIncoming(undefined, incoming, [], new Date(1)), undefined, []);
    await happened('edited', now, { resource: doi });
    await happened('merged', now - 1, { type: 'publication.merged', resource: '10.5555/unknown' });
    await happened(`Ingestion of ${carberry} has started`, now - 2, {
      type: 'ingestion.job.started',
      resource: 'job-1',
    });
    expect(messages(await read('?ingestion=false'))).toEqual(['edited', 'merged']);
    expect(messages(await read('?ingestion=false&event_type=publication.merged'))).toEqual(['merged']);
    expect(messages(await read('?ingestion=true'))).toEqual([`Ingestion of ${carberry} has started`]);
    expect((await read()).body.names).toEqual({ [doi]: 'Cracked pots', [carberry]: 'Josiah Carberry' });
  });

  test('200: links to the other pages keep what was asked', async () => {
    for (let n = 0; n < 3; n++) await happened(`event ${n}`, Date.now());
    const { headers } = await read('?perPage=1&page=2&status=success');
    expect(headers.link).toContain('/api/activity?perPage=1&page=3&status=success>; rel="next"');
  });

  test.each([
    ['from=2026-02-02&to=2026-02-01'],
    [`from=${Date.now() + 10 * dayMs}`],
    ['from=yesterday'],
    ['from=2026-02-30'],
    ['to=2026-04-31T12:00:00Z'],
    ['from=2026-01-01T25:00:00Z'],
    ['to=2026-02-30T25:00:00Z'],
    ['event_type=publication.printed'],
    ['severity=high'],
    ['ingestion=maybe'],
    ['status=ok'],
    ['page=0'],
    ['perPage=101'],
    ['per_page=0'],
  ])('400: %s', async (query) => {
    expect(await read(`?${query}`)).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
  });

  test('403: somebody who belongs to no workspace', async () => {
    expect(await read('', sessionOf())).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });
});

describe('POST cleanup', () => {
  const everything = '?from=0&perPage=100';

  test('200: all of them, in all months, and the event of it stays', async () => {
    const now = Date.now();
    await inParallel(
      Array.from({ length: 60 }, (_, n) => n),
      10,
      (n) => happened('x', now - n * 10 * dayMs),
    );
    await happened('theirs', now, { workspace: 'faculty' });
    expect(await clear({ mode: 'all' })).toMatchObject({ status: 200, body: { deleted_count: 60, complete: true } });
    const { body } = await read(everything);
    expect(body.events).toMatchObject([
      {
        event_type: 'workspace.settings.activity_cleared',
        actor_id: 'user:curator@example.org',
        entity_id: 'library',
        severity: 'info',
        status: 'success',
      },
    ]);
    expect(JSON.parse(body.events[0].metadata_json)).toEqual({
      mode: 'all',
      before: null,
      deleted_count: 60,
      complete: true,
    });
    expect(await auditRecords()).toMatchObject([
      {
        action: 'activity.cleared',
        actor_id: 'user:curator@example.org',
        workspace_id: 'library',
        after: { mode: 'all', delete_before: null },
      },
    ]);
    // The new event, its deletion's event, and that of the other workspace.
    expect(await allItems()).toHaveLength(3);
  });

  test.each([
    ['milliseconds', Date.UTC(2026, 1, 1)],
    ['ISO 8601', '2026-02-01T00:00:00Z'],
    ['a date', '2026-02-01'],
  ])('200: those before a time, as %s', async (_, before) => {
    const time = Date.UTC(2026, 1, 1);
    await happened('before', time - 1);
    await happened('long before', time - 100 * dayMs);
    await happened('at', time);
    expect((await clear({ mode: 'before_date', before })).body).toEqual({ deleted_count: 2, complete: true });
    expect(messages(await read(everything))).toEqual(['2 events were deleted from the activity log', 'at']);
    const { metadata_json } = (await read(everything)).body.events[0];
    expect(JSON.parse(metadata_json)).toEqual({
      mode: 'before_date',
      before: time,
      deleted_count: 2,
      complete: true,
    });
  });

  test("200: a second cleanup deletes the first one's event and leaves its own", async () => {
    await clear({ mode: 'all' });
    expect((await clear({ mode: 'all' })).body.deleted_count).toBe(1);
    expect((await read(everything)).body.total).toBe(1);
  });

  test('200: unprocessed items are retried', async () => {
    await inParallel(
      Array.from({ length: 30 }, (_, n) => n),
      10,
      (n) => happened('x', Date.now() - n),
    );
    const send = db.send.bind(db) as (command: unknown) => Promise<unknown>;
    let refused = 0;
    const lazy = async (command: unknown) => {
      if (!(command instanceof BatchWriteCommand) || ++refused > 3) return send(command);
      return { UnprocessedItems: { [tableName()]: command.input.RequestItems?.[tableName()] } };
    };
    jest.spyOn(db, 'send').mockImplementation(lazy as never);
    expect((await clear({ mode: 'all' })).body).toEqual({ deleted_count: 30, complete: true });
    expect(refused).toBeGreaterThan(3);
    expect((await read(everything)).body.total).toBe(1);
  });

  test('a run that runs out of time says so, and the next continues', async () => {
    const now = Date.now();
    await inParallel(
      Array.from({ length: 30 }, (_, n) => n),
      10,
      (n) => happened('x', now - n),
    );
    const span = { workspace: 'library', fromMs: 0, toMs: now };
    expect(await deleteEvents(span, new Date(now), now - 1)).toEqual({ deleted: 0, complete: false });
    expect(await deleteEvents(span, new Date(now), Date.now() + 60_000)).toEqual({ deleted: 30, complete: true });
  });

  test('403: members without the role delete nothing', async () => {
    await happened('x', Date.now());
    expect(await clear({ mode: 'all' }, asMember)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await read()).body.total).toBe(1);
    expect((await clear({ mode: 'all' }, sessionOf('superadmin'))).status).toBe(200);
    expect((await read()).body.total).toBe(1);
  });

  test.each([
    [{}],
    [{ mode: 'some' }],
    [{ mode: 'before_date' }],
    [{ mode: 'before_date', before: 'soon' }],
    [{ mode: 'before_date', before: -1 }],
    [{ mode: 'before_date', before: 1.5 }],
    [{ mode: 'before_date', before: '2026-02-30' }],
    [{ mode: 'all', before: 1 }],
    [{ mode: 'all', before: null }],
    [{ mode: 'before_date', before: 1, workspace: 'library' }],
  ])('400: %j deletes nothing', async (body) => {
    await happened('x', Date.now());
    expect(await clear(body)).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
    expect((await read()).body.total).toBe(1);
  });
});
